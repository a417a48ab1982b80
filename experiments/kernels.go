package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hashlab/impl/filter"
	"hashlab/impl/filter/bloom"
)

// kernels returns the names of the code paths in use, by the package that chooses among several.
func kernels() map[string]string {
	return map[string]string{"impl/filter": filter.Kernel(), "impl/filter/bloom": bloom.Kernel()}
}

// paths returns what the doctor says of them.
func paths() finding {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(kernels())) {
		texts = append(texts, fmt.Sprintf("%s %s", name, kernels()[name]))
	}
	plain := filter.Kernel() == filter.KernelGo && bloom.Kernel() == filter.KernelGo
	return unless(!plain, "kernels", strings.Join(texts, ", "), "no assembly is in use: filters are timed in portable Go")
}
