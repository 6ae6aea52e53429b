import CNcurses

extension NcursesDriver {
  /// What draws the screen: “ncurses” and its version.
  package nonisolated static var library: String { String(cString: cncurses_version()) }
}
