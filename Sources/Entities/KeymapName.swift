package enum KeymapName: String, CaseIterable, Sendable {
  /// The program's own keys, without modes.
  case `default`
  case vim
  case emacs
}
