package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hashlab/impl/registry"
)

// takes returns the rule that a command takes from least to most arguments, which its error names as what.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s takes %s: got %d of them", cmd.CommandPath(), what, len(args))
		case len(args) > most && most == 0:
			return fmt.Errorf("%s takes no argument: got %q", cmd.CommandPath(), args[0])
		case len(args) > most:
			return fmt.Errorf("%s takes %s: %q is one too many", cmd.CommandPath(), what, args[most])
		}
		return nil
	}
}

// takesNone is the rule of a command without arguments.
var takesNone = takes(0, 0, "")

// anyNumber stands for no upper limit to takes.
const anyNumber = 1 << 30

// flagError says what is wrong with a flag in the words of who gave it.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("unknown flag --%s: nearest are %s", unknown.GetSpecifiedName(), strings.Join(registry.Nearest("--"+unknown.GetSpecifiedName(), names, 3), ", "))
	case errors.As(err, &invalid) && errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("--%s %q is out of range", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &invalid) && errors.Is(err, strconv.ErrSyntax):
		if what, ok := numbers[invalid.GetFlag().Value.Type()]; ok {
			return fmt.Errorf("--%s %q is not %s", invalid.GetFlag().Name, invalid.GetValue(), what)
		}
	}
	return err
}

// numbers are what the flags of a type take.
var numbers = map[string]string{
	"uint": "a whole number from 0", "uint64": "a whole number from 0", "int": "a whole number", "int64": "a whole number", "float64": "a number", "bool": "true or false",
}

// oneOf refuses a name that is none of those that there are.
func oneOf(kind, name string, all []string) error {
	if slices.Contains(all, name) {
		return nil
	}
	return fmt.Errorf("unknown %s %q: there are %s", kind, name, strings.Join(all, ", "))
}

// narrowedBy writes the flags that narrow the run, as they were given.
func (f *runFlags) narrowedBy() string {
	var given []string
	if f.selection != "" {
		given = append(given, fmt.Sprintf("--select %q", f.selection))
	}
	for _, level := range f.set {
		given = append(given, fmt.Sprintf("--set %q", level))
	}
	if f.shardText != "" {
		given = append(given, fmt.Sprintf("--shard %q", f.shardText))
	}
	return strings.Join(given, " ")
}
