package theory
import ("testing";"time";"math")
func TestZZ(t *testing.T){
	for _, m := range []float64{1e-6,0.1,1,1e3,1e6,1e9} { for _, z := range []float64{-10,-1,0,1,5,8,10,12} { c := m+z*math.Sqrt(m); if c<0 {continue}; t0:=time.Now(); v:=poissonUpTo(c,m); t.Log(m,z,1-v,v,time.Since(t0)) } }
}
