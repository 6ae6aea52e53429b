import CSystem
import Glibc
import Secrets

/// What a program leaves behind of what was in its memory.
package enum Traces {
  /// From here on the system writes no core dump of this program, and shows its memory to no other
  /// program of this user. Programs that it starts are as free as any.
  package static func forbidDumps() { Dumps.forbid() }

  /// From here on memory is written over when it is freed, and filled with zeros when it is handed out:
  /// texts of notes are in many places that nobody counts. The smallest blocks are left out, of up to
  /// about 1,000 bytes, which the C library keeps for the next who asks, a few of each size and thread.
  package static func wipeFreedMemory() { mallopt(M_PERTURB, 0xff) }

  /// Writes over those of the main thread, once it is done with what it does now.
  package static func wipeSmallBlocks() {
    Task { @MainActor in wipeBlocks() }
  }

  /// All sizes that the C library keeps, and more of each than it keeps. What is free goes to the system,
  /// which hands it out as zeros.
  private static func wipeBlocks() {
    for size in stride(from: 24, through: 1032, by: 16) {
      let blocks = (0..<32).compactMap { _ in malloc(size) }
      for block in blocks { explicit_bzero(block, size) }
      for block in blocks { free(block) }
    }
    malloc_trim(0)
  }
}
