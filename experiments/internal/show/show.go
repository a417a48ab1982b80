// Package show tells how a filter and a ring work, step by step, on a few keys and nodes: as text and as a
// drawing. What it tells is read off the registered implementations: the bits that a filter stores, the points
// that a ring has. Where what is read does not explain what the implementation answers, that is an error.
package show

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// checkTexts returns an error for a list with an empty or repeated text, or with more than most.
func checkTexts(what string, texts []string, most int) error {
	if len(texts) > most {
		return fmt.Errorf("%d %ss: more than %d cannot be followed in a picture", len(texts), what, most)
	}
	for i, text := range texts {
		switch {
		case text == "":
			return fmt.Errorf("%s %d is empty", what, i+1)
		case !utf8.ValidString(text):
			return fmt.Errorf("%s %q is not UTF-8", what, text)
		case slices.Contains(texts[:i], text):
			return fmt.Errorf("%s %q is given twice", what, text)
		}
	}
	return nil
}

// quoted returns the text in quotes, cut where it is long.
func quoted(text string) string { return `"` + short(text, 28) + `"` }

// short cuts text to at most most runes, without what cannot be printed on a line.
func short(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '.'
		}
		return r
	}, text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// list writes numbers in a row.
func list(numbers []int) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
