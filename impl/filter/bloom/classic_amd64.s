//go:build !purego

#include "textflag.h"

// func askProbes(words bitset, m uint64, states []uint64, probes int)
TEXT ·askProbes(SB), NOSPLIT, $0-64
	MOVQ words_base+0(FP), BX
	MOVQ m+24(FP), R8
	MOVQ states_base+32(FP), SI
	MOVQ states_len+40(FP), CX
	MOVQ probes+56(FP), R9
	MOVQ $0xf1357aea2e62a9c5, R10 // multiplier
	LEAQ (SI)(CX*8), DI
	TESTQ R9, R9
	JLE done
state:
	CMPQ SI, DI
	JEQ done
	MOVQ (SI), R11
	ADDQ $8, SI
	MOVQ R9, CX
probe:
	IMULQ R10, R11
	MOVQ R11, AX
	MULQ R8
	SHRQ $6, DX
	PREFETCHT0 (BX)(DX*8)
	DECQ CX
	JNE probe
	JMP state
done:
	RET
