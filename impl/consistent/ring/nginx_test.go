package ring

import (
	"fmt"
	"testing"

	"hashlab/impl/consistent"
)

// TestNginxVectors holds rows of cloudflare/pingora, pingora-ketama/test-data/sample-nginx-upstream.csv, which nginx
// itself gave: a path and the last number of its node's address.
func TestNginxVectors(t *testing.T) {
	var nodes []consistent.Node
	for i := range 9 {
		nodes = append(nodes, consistent.Node{ID: fmt.Sprintf("10.0.0.%d:443", i+1), Weight: 100})
	}
	r, err := NewNginx(consistent.Options{}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(r.Points()); got != 144_000 {
		t.Errorf("%d points, want 144000", got)
	}
	for path, want := range map[string]int{
		"/81fa1d251d605775d647b5b55565e71526d4cef6": 7, "/26d2769eab098458bc3e4e641a4b7d8abffd0aea": 6,
		"/2fec328e6ccdda6a7edf329f9f780e546ea183b4": 5, "/d9c4bc3cc4517c629e8f4c911c2fd8baf260ae65": 1,
		"/19fb835d90883a6263ec4279c6da184e3f1a79b2": 4, "/fe5199bdfeee5cd431ae7e9f77f178164f9995a0": 9,
		"/da7a88e542f7aaddc074f988164b9df7e5f7fea6": 4, "/77766138aaf0c016bdd1f6b996177fc8ca1d2204": 8,
		"/8f87cfd8005306643b6528b3d4125cf005139a7e": 5, "/ad7b5395766b77098c3f212043650a805b622ffe": 3,
	} {
		if got, want := r.Nodes()[r.Locate(NginxKey([]byte(path)))].ID, fmt.Sprintf("10.0.0.%d:443", want); got != want {
			t.Errorf("%s belongs to %s, want %s", path, got, want)
		}
	}
}

// TestNginxTwoNodes holds the example of pingora-ketama's own tests.
func TestNginxTwoNodes(t *testing.T) {
	r, err := NewNginx(consistent.Options{}, []consistent.Node{{ID: "127.0.0.1:7777", Weight: 1}, {ID: "127.0.0.1:7778", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/some/path": "7778", "/some/longer/path": "7777", "/sad/zaidoon": "7778", "/g": "7777"} {
		if got := r.Nodes()[r.Locate(NginxKey([]byte(path)))].ID; got != "127.0.0.1:"+want {
			t.Errorf("%s belongs to %s, want port %s", path, got, want)
		}
	}
}

func TestNginxServer(t *testing.T) {
	for id, want := range map[string]string{
		"10.0.0.1:443": "10.0.0.1\x00443", "host": "host\x00", "host:": "host\x00", "a:b": "a:b\x00", "a:b1": "a:b1\x00", "7": "7\x00",
		"[::1]:80": "[::1]\x0080", "unix:/run/x:1": "/run/x:1\x00", "UNIX:x": "x\x00", ":9": "\x009",
	} {
		if got := string(nginxServer(id)); got != want {
			t.Errorf("nginxServer(%q) = %q, want %q", id, got, want)
		}
	}
}
