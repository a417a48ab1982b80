package keys

import (
	"bytes"
	"fmt"
	"sync"

	"hashlab/datasets"
)

// Fetched returns the classes of the key sets that make datasets put into the folder, as far as they are there, sorted
// by name. They are no part of Classes, so that a grid does not depend on what a machine has; Find knows them.
func Fetched(folder string) (all []Class) {
	for _, set := range datasets.FetchedSets() {
		if set.There(folder) {
			all = append(all, fetchedClass(set, folder))
		}
	}
	if c := penetrated(folder); find(wordList).There(folder) && find(dictionary).There(folder) {
		all = append(all, c)
	}
	return all
}

func fetchedClass(set datasets.Fetched, folder string) Class {
	return Class{Name: set.ID, Doc: set.Stands + " (fetched)", Real: true, Size: uint64(set.Keys), SHA256: set.SHA256(),
		order: func(seed uint64) (Stream, error) {
			keys, err := load(set, folder)
			if err != nil {
				return nil, err
			}
			return shuffle(keys, seed), nil
		}}
}

// The sets of cache penetration: present keys are those of the list, absent ones the dictionary's other words.
const (
	wordList      = "words-npm"
	dictionary    = "words-insane"
	otherWords    = 408_003 // of the dictionary's
	penetratedSet = "words-penetration"
)

// penetrated is the class of cache penetration: the keys of both kinds look alike.
func penetrated(folder string) Class {
	others := sync.OnceValues(func() ([][]byte, error) {
		list, err := load(find(wordList), folder)
		if err != nil {
			return nil, err
		}
		all, err := load(find(dictionary), folder)
		if err != nil {
			return nil, err
		}
		return without(all, list), nil
	})
	c := fetchedClass(find(wordList), folder)
	present := c.order
	c.Name, c.Doc = penetratedSet, "a word list, and as absent keys the other words of a dictionary (fetched)"
	c.AbsentSize, c.SHA256 = otherWords, ""
	c.order = func(seed uint64) (Stream, error) {
		if keys, err := others(); err != nil || len(keys) != otherWords {
			return nil, fmt.Errorf("%d other words, want %d: %w", len(keys), otherWords, err)
		}
		return present(seed)
	}
	c.absent = func(seed uint64) Stream {
		keys, _ := others() // order has had its error
		return shuffle(keys, seed)
	}
	return c
}

// without returns the keys of all that list lacks. Both are sorted.
func without(all, list [][]byte) (rest [][]byte) {
	at := 0
	for _, key := range all {
		for at < len(list) && bytes.Compare(list[at], key) < 0 {
			at++
		}
		if at == len(list) || !bytes.Equal(list[at], key) {
			rest = append(rest, key)
		}
	}
	return rest
}

// find returns the set that can be fetched called id, the zero value where there is none.
func find(id string) datasets.Fetched {
	for _, set := range datasets.FetchedSets() {
		if set.ID == id {
			return set
		}
	}
	return datasets.Fetched{}
}

var loaded sync.Map // by folder and id: a function that loads the set once

func load(set datasets.Fetched, folder string) ([][]byte, error) {
	once, _ := loaded.LoadOrStore(folder+"/"+set.ID, sync.OnceValues(func() ([][]byte, error) { return set.Load(folder) }))
	return once.(func() ([][]byte, error))()
}

// findFetched returns the class called name of a set that can be fetched, and ErrNotFetched where that is not there; ok
// is false where no set has the name.
func findFetched(name, folder string) (c Class, ok bool, err error) {
	for _, c := range Fetched(folder) {
		if c.Name == name {
			return c, true, nil
		}
	}
	if find(name).ID != "" || name == penetratedSet {
		return Class{}, true, fmt.Errorf("key class %s: %w", name, datasets.ErrNotFetched)
	}
	return Class{}, false, nil
}
