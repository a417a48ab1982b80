//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// WORD moves the state in R11 on, and sets DX to the number of the word of its place. R8 is m, and R10 the multiplier.
#define WORD \
	IMULQ R10, R11 \
	MOVQ R11, AX \
	MULQ R8 \
	SHRQ $6, DX

// func askProbes(words bitset, m uint64, states []uint64, probes int, away distance)
TEXT ·askProbes(SB), NOSPLIT, $0-65
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
	CMPB away+64(FP), $const_farther
	JEQ farther
probe:
	WORD
	PREFETCHT0 (BX)(DX*8)
	DECQ CX
	JNE probe
	JMP state
farther:
	WORD
	PREFETCHT1 (BX)(DX*8)
	DECQ CX
	JNE farther
	JMP state
done:
	RET

// PLACE moves the state in R11 on, leaves its place in (R9), in bits, and sets DX to the number of its word. R8 is m, R10 the
// multiplier, and R14 how far on the places of this probe begin.
#define PLACE \
	IMULQ R10, R11 \
	MOVQ R11, AX \
	MULQ R8 \
	MOVQ shift-8(SP), CX \
	ADDQ R14, DX \
	ADDQ step-16(SP), R14 \
	SHLXQ CX, DX, DX \
	MOVQ DX, (R9) \
	SHRQ $6, DX

// PROBE adds 1 to R12 where the place in (R9) is set.
#define PROBE \
	MOVQ (R9), CX \
	MOVQ CX, AX \
	SHRQ $6, AX \
	SHRXQ CX, (BX)(AX*8), AX \
	ANDQ any-24(SP), AX \
	NEGQ AX \
	ADCQ $0, R12

// func probeAhead(found *sweep, r *remix, states []uint64, start uint64, probes int, ring []uint64)
//
// SI is the next state to ask for and DI the end of states; R9 walks through the ring, whose oldest places are replaced
// by those of the newest state as they are used. R13 collects the answers of 64 states.
TEXT ·probeAhead(SB), NOSPLIT, $56-80
	MOVQ r+8(FP), AX
	MOVQ remix_words(AX), BX
	MOVQ remix_m(AX), R8
	MOVQ remix_step(AX), CX
	MOVQ CX, step-16(SP)
	MOVQ remix_shift(AX), CX
	MOVQ CX, shift-8(SP)
	MOVQ $1, DX
	SHLXQ CX, DX, CX
	SHLXQ CX, DX, DX
	DECQ DX
	MOVQ DX, any-24(SP) // the bits of a place
	MOVBLZX remix_away(AX), CX
	MOVQ CX, away-56(SP)
	MOVQ $0xf1357aea2e62a9c5, R10 // multiplier
	MOVQ states_base+16(FP), SI
	MOVQ states_len+24(FP), CX
	LEAQ (SI)(CX*8), DI
	MOVQ ring_base+56(FP), R9
	MOVQ ring_len+64(FP), CX
	LEAQ (R9)(CX*8), CX
	MOVQ CX, end-32(SP)   // of the ring
	MOVQ $0, done-40(SP)  // states
	XORL R13, R13
	CMPQ SI, DI
	JEQ return
fill:
	CMPQ SI, DI
	JEQ filled
	CMPQ R9, end-32(SP)
	JEQ filled
	MOVQ (SI), R11
	ADDQ $8, SI
	MOVQ start+40(FP), R14
	MOVQ probes+48(FP), R12
	CMPQ away-56(SP), $const_farther
	JEQ first2
first1:
	PLACE
	PREFETCHT0 (BX)(DX*8)
	ADDQ $8, R9
	DECQ R12
	JNE first1
	JMP fill
first2:
	PLACE
	PREFETCHT1 (BX)(DX*8)
	ADDQ $8, R9
	DECQ R12
	JNE first2
	JMP fill
filled:
	MOVQ ring_base+56(FP), R9
state:
	XORL R12, R12
	MOVQ probes+48(FP), AX
	LEAQ (R9)(AX*8), AX
	MOVQ AX, last-48(SP) // place of this state
	CMPQ SI, DI
	JEQ rest
	MOVQ (SI), R11
	ADDQ $8, SI
	MOVQ start+40(FP), R14
	CMPQ away-56(SP), $const_farther
	JEQ ahead2
ahead1:
	PROBE
	PLACE
	PREFETCHT0 (BX)(DX*8)
	ADDQ $8, R9
	CMPQ R9, last-48(SP)
	JNE ahead1
	JMP answer
ahead2:
	PROBE
	PLACE
	PREFETCHT1 (BX)(DX*8)
	ADDQ $8, R9
	CMPQ R9, last-48(SP)
	JNE ahead2
	JMP answer
rest:
	PROBE
	ADDQ $8, R9
	CMPQ R9, last-48(SP)
	JNE rest
answer:
	XORL AX, AX
	CMPQ R12, probes+48(FP)
	SETEQ AX
	ORQ AX, R13
	RORQ $1, R13
	CMPQ R9, end-32(SP)
	JNE within
	MOVQ ring_base+56(FP), R9
within:
	MOVQ done-40(SP), CX
	INCQ CX
	MOVQ CX, done-40(SP)
	TESTQ $63, CX
	JNE more
	MOVQ found+0(FP), AX
	MOVQ R13, (AX)
	ADDQ $8, found+0(FP)
	XORL R13, R13
more:
	CMPQ CX, states_len+24(FP)
	JNE state
	ANDQ $63, CX
	JEQ return
	NEGQ CX
	RORQ CX, R13 // by 64 less the states that it holds
	MOVQ found+0(FP), AX
	MOVQ R13, (AX)
return:
	RET
