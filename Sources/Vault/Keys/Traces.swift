import CSystem

/// What a program leaves behind of what was in its memory.
package enum Traces {
  /// From here on the system writes no core dump of this program, and shows its memory to no other
  /// program of this user. Programs that it starts are as free as any.
  package static func forbidDumps() { csystem_forbid_dumps() }
}
