import CSystem

/// Restores the terminal when the program itself crashes. Arm it before the driver takes the
/// terminal, so that the settings it remembers are the shell's; arming it again with the driver's
/// `restoreSequence` keeps them. Disarm it while the terminal is given back.
@MainActor
package enum CrashGuard {
  /// What undoes every mode that we set on any usual terminal.
  package static let standardReset = Array(
    "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?2004l\u{1b}[?1l\u{1b}>\u{1b}[?1049l\u{1b}(B\u{1b}[0m\u{1b}[?25h\r\n"
      .utf8)

  package static func arm(output: Int32 = 1, reset: [UInt8] = standardReset) {
    csystem_crash_guard_arm(output, reset, reset.count)
  }

  /// The terminal is about to be given back in the usual way.
  package static func disarm() {
    csystem_crash_guard_disarm()
  }
}
