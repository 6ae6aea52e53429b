/* Where the program begins, before the C library: the linker is told so (`Package.swift`). */

	.section .text.csystem_begin, "ax", %progbits
	.globl csystem_begin
	.hidden csystem_begin
	.type csystem_begin, %function
csystem_begin:
#if defined(__x86_64__)
	/* madvise(from, 2 MB, MADV_HUGEPAGE), then the first read: what runs at each start comes into the
	 * system's cache as one large piece and is mapped as one, where the file system can do that. It has to
	 * be asked before any of it is read. All registers but these three come back as they were, and the C
	 * library wants nothing but rdx and the stack. An older system says no. */
	push %rdx
	lea csystem_large_from(%rip), %rdi
	mov $0x200000, %esi
	mov $14, %edx
	mov $28, %eax
	syscall
	cmpb $0, csystem_large_from(%rip)
	pop %rdx
	jmp _start
#elif defined(__aarch64__)
	b _start
#endif
	.size csystem_begin, . - csystem_begin

	/* The linker's list begins with it, and what runs at each start follows. Aligned as large pages are. */
	.section .text.csystem_large_from, "ax", %progbits
	.p2align 21
	.globl csystem_large_from
	.hidden csystem_large_from
	.type csystem_large_from, %function
csystem_large_from:
	ret
	.size csystem_large_from, . - csystem_large_from

	.section .note.GNU-stack, "", %progbits
