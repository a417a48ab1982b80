//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The salts of the lanes, from the Parquet specification.
DATA salts<>+0(SB)/4, $0x47b6137b
DATA salts<>+4(SB)/4, $0x44974d91
DATA salts<>+8(SB)/4, $0x8824ad5b
DATA salts<>+12(SB)/4, $0xa2b7289d
DATA salts<>+16(SB)/4, $0x705495c7
DATA salts<>+20(SB)/4, $0x2df1424b
DATA salts<>+24(SB)/4, $0x9efc4947
DATA salts<>+28(SB)/4, $0x5c6bfb31
GLOBL salts<>(SB), RODATA|NOPTR, $32

DATA ones<>+0(SB)/8, $0x0000000100000001
DATA ones<>+8(SB)/8, $0x0000000100000001
DATA ones<>+16(SB)/8, $0x0000000100000001
DATA ones<>+24(SB)/8, $0x0000000100000001
GLOBL ones<>(SB), RODATA|NOPTR, $32

// AHEAD is how many keys before its turn a block is asked for.
#define AHEAD 128

// Everywhere AX holds the blocks, R8 their number, Y14 the salts and Y15 ones. In loops SI is the next hash, CX how
// many are left, and DX what the loop writes.

#define CONSTANTS \
	VMOVDQU salts<>(SB), Y14 \
	VMOVDQU ones<>(SB), Y15

// OFFSET sets r to the offset in bytes of the block of hash i from SI: the high half of the hash times the number of
// blocks, over 2^32.
#define OFFSET(i, r) \
	MOVL (8*(i)+4)(SI), r \
	IMULQ R8, r \
	SHRQ $32, r \
	SHLQ $5, r

// WITHIN sets r to the offset of some byte of the block of hash i, which is all that a prefetch needs.
#define WITHIN(i, r) \
	MOVL (8*(i)+4)(SI), r \
	IMULQ R8, r \
	SHRQ $27, r

// FETCH1 and FETCH2 ask for the block of hash i, in the first-level cache and in the second.
#define FETCH1(i, r) \
	WITHIN(i, r) \
	PREFETCHT0 (AX)(r*1)

#define FETCH2(i, r) \
	WITHIN(i, r) \
	PREFETCHT1 (AX)(r*1)

// MASK sets y to the bits of the low half of a hash, one in each lane.
#define MASK(low, y) \
	VPBROADCASTD low, y \
	VPMULLD Y14, y, y \
	VPSRLD $27, y, y \
	VPSLLVD y, Y15, y

// TEST sets the carry where the block of hash i has all its bits.
#define TEST(i, r, y, block) \
	OFFSET(i, r) \
	MASK((8*(i))(SI), y) \
	VMOVDQU (AX)(r*1), block \
	VPTEST y, block

// COUNT adds 1 to DX where hash i is present.
#define COUNT(i, r, y, block) \
	TEST(i, r, y, block) \
	ADCQ $0, DX

// MARK writes whether hash i is present to byte i from DX.
#define MARK(i, r, y, block) \
	TEST(i, r, y, block) \
	SETCS (i)(DX)

// SET sets the bits of hash i.
#define SET(i, r, y, block) \
	OFFSET(i, r) \
	MASK((8*(i))(SI), y) \
	VPOR (AX)(r*1), y, y \
	VMOVDQU y, (AX)(r*1)

#define FOUR(OP) \
	OP(0, DI, Y0, Y4) \
	OP(1, R9, Y1, Y5) \
	OP(2, R10, Y2, Y6) \
	OP(3, R11, Y3, Y7)

// ASKING does OP for all but the last few of more than AHEAD+3 hashes, and asks by FETCH for each block ahead of its
// turn. first and ahead are labels of its own.
#define ASKING(OP, step, FETCH, first, ahead) \
	MOVQ SI, R9 \
	LEAQ (8*AHEAD)(SI), R10 \
first: \
	FETCH(0, DI) \
	ADDQ $8, SI \
	CMPQ SI, R10 \
	JNE first \
	MOVQ R9, SI \
ahead: \
	FETCH(AHEAD, DI) \
	FETCH(AHEAD+1, R9) \
	FETCH(AHEAD+2, R10) \
	FETCH(AHEAD+3, R11) \
	FOUR(OP) \
	ADDQ $32, SI \
	ADDQ $(4*step), DX \
	SUBQ $4, CX \
	CMPQ CX, $(AHEAD+4) \
	JGE ahead

// LOOP does OP for every hash and moves DX by step bytes a hash. Where the filter is not near and the hashes are many,
// blocks are asked for ahead.
#define LOOP(OP, step, away) \
	CONSTANTS \
	CMPQ CX, $(AHEAD+4) \
	JLT four \
	CMPB away, $const_far \
	JLT four \
	JEQ far \
	ASKING(OP, step, FETCH2, first2, ahead2) \
	JMP four \
far: \
	ASKING(OP, step, FETCH1, first1, ahead1) \
four: \
	CMPQ CX, $4 \
	JLT single \
	FOUR(OP) \
	ADDQ $32, SI \
	ADDQ $(4*step), DX \
	SUBQ $4, CX \
	JMP four \
single: \
	TESTQ CX, CX \
	JEQ done \
	OP(0, DI, Y0, Y4) \
	ADDQ $8, SI \
	ADDQ $step, DX \
	DECQ CX \
	JMP single \
done: \
	VZEROUPPER

// func countAVX2(blocks [][lanes]uint32, hs []uint64, away distance) int
TEXT ·countAVX2(SB), NOSPLIT, $0-64
	MOVQ blocks_base+0(FP), AX
	MOVQ blocks_len+8(FP), R8
	MOVQ hs_base+24(FP), SI
	MOVQ hs_len+32(FP), CX
	XORL DX, DX
	LOOP(COUNT, 0, away+48(FP))
	MOVQ DX, ret+56(FP)
	RET

// func containsAllAVX2(dst []bool, blocks [][lanes]uint32, hs []uint64, away distance)
TEXT ·containsAllAVX2(SB), NOSPLIT, $0-73
	MOVQ dst_base+0(FP), DX
	MOVQ blocks_base+24(FP), AX
	MOVQ blocks_len+32(FP), R8
	MOVQ hs_base+48(FP), SI
	MOVQ hs_len+56(FP), CX
	LOOP(MARK, 1, away+72(FP))
	RET

// func addAllAVX2(blocks [][lanes]uint32, hs []uint64, away distance)
TEXT ·addAllAVX2(SB), NOSPLIT, $0-49
	MOVQ blocks_base+0(FP), AX
	MOVQ blocks_len+8(FP), R8
	MOVQ hs_base+24(FP), SI
	MOVQ hs_len+32(FP), CX
	LOOP(SET, 0, away+48(FP))
	RET

// OF sets Y0 to the bits of h, and AX and CX to the blocks of f and the offset of the one of h. What the mask needs is read
// from memory where it is used: that is less to do than CONSTANTS for one key.
#define OF(f, h) \
	MOVQ f, AX \
	MOVQ h, CX \
	SHRQ $32, CX \
	VPBROADCASTD h, Y0 \
	IMULQ Split256_z(AX), CX \
	MOVQ Split256_blocks(AX), AX \
	SHRQ $32, CX \
	SHLQ $5, CX \
	VPMULLD salts<>(SB), Y0, Y0 \
	VMOVDQU ones<>(SB), Y1 \
	VPSRLD $27, Y0, Y0 \
	VPSLLVD Y0, Y1, Y0

// func containsAVX2(f *Split256, h uint64) bool
TEXT ·containsAVX2(SB), NOSPLIT, $0-17
	OF(f+0(FP), h+8(FP))
	VMOVDQU (AX)(CX*1), Y1
	VPTEST Y0, Y1
	SETCS ret+16(FP)
	VZEROUPPER
	RET

// func addAVX2(f *Split256, h uint64)
TEXT ·addAVX2(SB), NOSPLIT, $0-16
	OF(f+0(FP), h+8(FP))
	VPOR (AX)(CX*1), Y0, Y0
	VMOVDQU Y0, (AX)(CX*1)
	VZEROUPPER
	RET
