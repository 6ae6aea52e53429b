import Emacs
import Entities
import TextEngine
import Vim

/// In whose manner the keys of an editor are meant.
enum EditorManner: Equatable, Sendable {
  /// The program's: one types at once.
  case own
  case vim
  case emacs

  init(_ name: KeymapName) {
    switch name {
    case .default: self = .own
    case .vim: self = .vim
    case .emacs: self = .emacs
    }
  }

  /// What does their keys; nil for our own, which need none.
  func machine(continuingLists: Bool) -> KeyMachines? {
    switch self {
    case .own: return nil
    case .vim:
      var options = VimOptions()
      options.continuesItems = continuingLists
      return KeyMachines(VimMachine(options: options))
    case .emacs:
      var options = EmacsOptions()
      options.continuesItems = continuingLists
      return KeyMachines(EmacsMachine(options: options))
    }
  }
}
