package ring

import "cmp"

// The two heaps of dskit's generator. Of equals the greater number, or token, comes first, so that no order depends
// on how a heap came about.

type spreadQueue []*spreadOwner

func (q spreadQueue) Len() int { return len(q) }

func (q spreadQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].places, q[j].places), cmp.Compare(q[i].number, q[j].number)) > 0
}

func (q spreadQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *spreadQueue) Push(o any) { *q = append(*q, o.(*spreadOwner)) }

func (q *spreadQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

type spreadArcs []spreadArc

func (s spreadArcs) Len() int { return len(s) }

func (s spreadArcs) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(s[i].size(), s[j].size()), cmp.Compare(s[i].token, s[j].token)) > 0
}

func (s spreadArcs) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

func (s *spreadArcs) Push(a any) { *s = append(*s, a.(spreadArc)) }

func (s *spreadArcs) Pop() any {
	old := *s
	last := old[len(old)-1]
	*s = old[:len(old)-1]
	return last
}
