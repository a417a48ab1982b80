package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// The point of the first article: at this share of taken names it says that this share of queries is avoided.
const (
	articleHit     = 0.95
	articleAvoided = 0.9
)

// avoidedGuards are the guards that the figure shows; the others lie on the same line.
var avoidedGuards = []string{"bloom-classic", "article-filter"}

func planSignupAvoided(s record.Store) (plate, error) {
	rows, err := read(s, "signup.csv", "look-ups of names behind a filter", func(r record.SignupRow) bool {
		return r.Story == "lookups" && slices.Contains(avoidedGuards, r.Filter) && r.Queries > 0 && r.AvoidedShare.Known()
	})
	if err != nil {
		return plate{}, err
	}
	slices.SortStableFunc(rows, func(a, b record.SignupRow) int { return cmp.Compare(a.HitShare, b.HitShare) })
	var marks []chart.Mark
	marks = append(marks, chart.Rule{Across: chart.OnY, At: articleAvoided, Style: chart.Bound}, chart.Curve{Points: avoidable(rows), Style: chart.Theory})
	for _, name := range distinct(rows, signupFilter) {
		marks = append(marks, avoidedSeries(rows, name))
	}
	marks = append(marks, chart.Series{Name: "the article's claim", Style: chart.Alarm, Points: []chart.Point{articlePoint()}})
	n := commonest(rows, func(r record.SignupRow) uint64 { return r.N })
	return finish(plate{
		form: "Share of the database queries that a filter avoids against the share of queries for taken names, with theory and the point that " +
			"the article claims.",
		page: chart.Page{
			Title: avoidedTitle(rows),
			Subtitle: fmt.Sprintf("Share of queries avoided against share of queries for taken names, %s names in the table, target %s, %s, 95 %% intervals. "+
				"The dotted line is the article's 90 %%. Filters at the same share stand side by side.", count(n), num(rows[0].TargetFPR), seeds(rows, func(r record.SignupRow) int { return r.Seeds })),
			Keys: []chart.Key{{Text: "theory: (1 − h)(1 − fpr)", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true}},
			Rows: [][]chart.Panel{{{X: chart.LinearAxis("share of queries for taken names, h", 0, 1), Y: chart.LinearAxis("", 0, 1), Marks: marks}}},
		},
	}, rows)
}

func signupFilter(r record.SignupRow) string { return r.Filter }

func articlePoint() chart.Point {
	p := chart.Point{X: articleHit, Y: articleAvoided}
	p.Low, p.High = chart.None()
	return p
}

// avoidable returns the line of theory of the guard that the title speaks of.
func avoidable(rows []record.SignupRow) []chart.XY {
	var line []chart.XY
	for _, r := range rows {
		if r.Filter == titled(rows) && r.AvoidedTheory.Known() {
			line = append(line, chart.XY{X: float64(r.HitShare), Y: float64(r.AvoidedTheory)})
		}
	}
	return line
}

func avoidedSeries(rows []record.SignupRow, name string) chart.Series {
	k := chart.Series{Name: name, Style: styleOf(name), Loose: true, Shift: aside([][]string{avoidedGuards}, name)}
	for _, r := range where(rows, func(r record.SignupRow) bool { return r.Filter == name }) {
		k.Points = append(k.Points, chart.Point{X: float64(r.HitShare), Y: float64(r.AvoidedShare), Low: float64(r.AvoidedLow), High: float64(r.AvoidedHigh)})
	}
	return k
}

// avoidedTitle says what is avoided at the share nearest to the article's, and up to which share 90 % is.
func avoidedTitle(rows []record.SignupRow) string {
	of := where(rows, func(r record.SignupRow) bool { return r.Filter == titled(rows) })
	nearest, reached := of[0], record.Float(-1)
	for _, r := range of {
		if distance(r.HitShare, articleHit) < distance(nearest.HitShare, articleHit) {
			nearest = r
		}
		if r.AvoidedShare >= articleAvoided {
			reached = max(reached, r.HitShare)
		}
	}
	text := fmt.Sprintf("With %s of the queries for taken names %s avoids %s of them", percentage(nearest.HitShare), nearest.Filter, percentage(nearest.AvoidedShare))
	if reached >= 0 {
		return text + fmt.Sprintf("; 90 %% is avoided at up to %s", percentage(reached))
	}
	return text + "; 90 % is avoided at no share that was measured"
}

// titled returns the guard that the title speaks of: the first of avoidedGuards that was run.
func titled(rows []record.SignupRow) string {
	for _, name := range avoidedGuards {
		if slices.ContainsFunc(rows, func(r record.SignupRow) bool { return r.Filter == name }) {
			return name
		}
	}
	return rows[0].Filter
}

func distance(a, b record.Float) record.Float { return max(a-b, b-a) }

// percentage writes a share.
func percentage(share record.Float) string { return fmt.Sprintf("%.3g %%", 100*float64(share)) }

func init() {
	register(Figure{Name: "signup-avoided", Experiment: "signup", plan: planSignupAvoided,
		Question: "How many database queries does a filter avoid, and can it be the article's nine in ten?"})
}
