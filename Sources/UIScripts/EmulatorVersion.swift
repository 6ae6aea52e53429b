import CVterm

extension TerminalEmulator {
  /// What shows frames to scripts.
  package static var library: String { "libvterm \(VTERM_VERSION_MAJOR).\(VTERM_VERSION_MINOR)" }
}
