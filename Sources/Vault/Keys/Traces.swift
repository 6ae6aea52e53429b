import CSystem

/// What a program leaves behind of what was in its memory.
package enum Traces {
  /// From here on the system writes no core dump of this program, and shows its memory to no other
  /// program of this user. Programs that it starts are as free as any.
  package static func forbidDumps() { csystem_forbid_dumps() }

  /// From here on memory is written over when it is freed: texts of notes are in many places that nobody
  /// counts. A few of the smallest blocks of each thread are left out.
  package static func wipeFreedMemory() { csystem_wipe_freed() }

  /// Writes over those of the main thread, once it is done with what it does now.
  package static func wipeSmallBlocks() {
    Task { @MainActor in csystem_wipe_small_blocks() }
  }
}
