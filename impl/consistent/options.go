package consistent

import (
	"fmt"
	"math"

	"hashlab/impl/hash"
)

// Options are what a locator is built with. The zero value of a field leaves the scheme's own choice.
type Options struct {
	Hash   hash.Hash // hashes labels and ids; needed by every scheme that hashes nodes
	Vnodes int       // points of a node of weight 1, or of the ring where that is fixed, 1 … MaxVnodes; 0 = the scheme's default
	Labels Labels    // the shape of vnode labels; "" = the scheme's default
	Slack  float64   // what a node may bear above its part, as a share of it, for schemes that bound loads; 0 = the scheme's default
}

// MaxVnodes bounds the points of a node of weight 1, and MaxPoints those of all nodes together.
const (
	MaxVnodes = 1 << 20
	MaxPoints = 1 << 31
)

// MinSlack and MaxSlack bound Options.Slack. Below, the bound on loads would drown in the rounding of floats.
const (
	MinSlack = 1e-6
	MaxSlack = 1e6
)

// Check returns an error that wraps ErrOptions and names the first option out of its domain, or a slack: a
// scheme that bounds loads calls CheckBounded instead.
func (o Options) Check() error {
	if o.Slack != 0 {
		return fmt.Errorf("%w: slack %v, and the scheme bounds no loads", ErrOptions, o.Slack)
	}
	return o.CheckBounded()
}

// CheckBounded is Check for a scheme that bounds loads.
// Errors wrap ErrOptions.
func (o Options) CheckBounded() error {
	if o.Vnodes < 0 || o.Vnodes > MaxVnodes {
		return fmt.Errorf("%w: %d vnodes a node is not in 1 … %d", ErrOptions, o.Vnodes, MaxVnodes)
	}
	if o.Slack != 0 && !(o.Slack >= MinSlack && o.Slack <= MaxSlack) {
		return fmt.Errorf("%w: slack %v is not in %v … %v", ErrOptions, o.Slack, MinSlack, MaxSlack)
	}
	return o.Labels.Check()
}

// CheckLabels returns an error that wraps ErrOptions where another label shape is asked for than the only
// one that the scheme has.
func (o Options) CheckLabels(only Labels) error {
	if o.Labels != "" && o.Labels != only {
		return fmt.Errorf("%w: label shape %q, and the scheme's own is %q", ErrOptions, string(o.Labels), string(only))
	}
	return nil
}

// CheckPlain returns an error that wraps ErrOptions where options for vnodes are given to a scheme that has
// none.
func (o Options) CheckPlain() error {
	if err := o.Check(); err != nil {
		return err
	}
	if o.Vnodes != 0 {
		return fmt.Errorf("%w: %d vnodes, and the scheme has no vnodes", ErrOptions, o.Vnodes)
	}
	if o.Labels != "" {
		return fmt.Errorf("%w: label shape %q, and the scheme has no vnodes", ErrOptions, string(o.Labels))
	}
	return nil
}

// CheckHash returns an error that wraps ErrOptions where the hash that the scheme needs is not given.
func (o Options) CheckHash() error {
	if o.Hash == nil {
		return fmt.Errorf("%w: no hash function is given to place nodes with", ErrOptions)
	}
	return nil
}

// CheckNode returns an error that wraps ErrID or ErrWeight where (id, weight) cannot be a node.
func CheckNode(id string, weight float64) error {
	if id == "" {
		return fmt.Errorf("%w: it is empty", ErrID)
	}
	if !(weight > 0) || math.IsInf(weight, 1) {
		return fmt.Errorf("%w: %v of node %q is not a positive number", ErrWeight, weight, id)
	}
	return nil
}
