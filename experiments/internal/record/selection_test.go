package record

import (
	"strings"
	"testing"
)

func TestSelection(t *testing.T) {
	key := Key{"fpr", "smoke", map[string]string{"filter": "bloom-classic", "hash": "xxh3", "n": "1000000",
		"target_fpr": "0.01", "labels": "", "key_class": "random8"}, 7, "c"}
	tests := []struct {
		expression string
		want       bool
	}{
		{"", true},
		{"*", true},
		{"filter:bloom-classic", true},
		{"filter:bloom", false},
		{"-filter:bloom-classic", false},
		{"filter:bloom-classic hash:md5", false},
		{"filter:bloom-classic AND hash:xxh3", true},
		{"hash:md5 OR n:1000000", true},
		{"hash:(xxh3 OR md5)", true},
		{"hash:(sha1 OR md5)", false},
		{"-hash:(sha1 OR md5)", true},
		{"hash:/xx.*/", true},
		{"hash:/farm.*/", false},
		{`hash:"xxh3"`, true},
		{"n:1e6", true},
		{"-n:1e6", false},
		{"n:(1e5 OR 1e6)", true},
		{"target_fpr:1e-2", true},
		{"target_fpr:0.010", true},
		{"target_fpr:/0.0/", true},
		{"target_fpr:/0.1/", false},
		{"target_fpr:1e-3", false},
		{"seed:7", true},
		{"seed:8", false},
		{"experiment:fpr profile:smoke", true},
		{"experiment:memory", false},
		{`labels:""`, true},
		{"nodes:100", false}, // the key has no such factor
		{"key_class:random8", true},
	}
	for _, tt := range tests {
		t.Run("expression="+tt.expression, func(t *testing.T) {
			s, err := NewSelection(tt.expression)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Match(key); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			if s.String() != tt.expression {
				t.Errorf("String: got %q, want %q", s, tt.expression)
			}
		})
	}
}

func TestSelectionRefuses(t *testing.T) {
	for _, expression := range []string{"xxh3", "hash:", "hash:(xxh3", "hash:(xxh3 md5)", "hash:/[/", `hash:"xxh3`, "hash:xxh3)", " ", "n:1e6:2"} {
		_, err := NewSelection(expression)
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(expression)) && !strings.Contains(err.Error(), `\"xxh3`) {
			t.Errorf("%q: got %v, want an error that names it", expression, err)
		}
	}
}
