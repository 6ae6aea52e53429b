/// Whose keys an editor has.
package enum KeymapName: String, CaseIterable, Sendable {
  /// The program's own, with which one types at once.
  case `default`
  case vim
  case emacs
}
