package record

// ImplementationRow is one registered implementation.
type ImplementationRow struct {
	Name         string `csv:"name"`
	Kind         string `csv:"kind"` // hash, filter or locator
	Doc          string `csv:"doc"`
	Source       string `csv:"source"`
	Traits       string `csv:"traits"`
	Capabilities string `csv:"capabilities"`
	Module       string `csv:"module"`
	Version      string `csv:"version"`
	Licence      string `csv:"licence"`
}
