import Emacs
import Entities
import TextEngine
import Vim

/// In whose manner the keys of an editor are meant.
enum KeymapStyle: Equatable, Sendable {
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
  @MainActor
  func machine(with own: EditorOwnKeys, continuingLists: Bool) -> KeyMachines? {
    switch self {
    case .own: return nil
    case .vim:
      var vim = own.vim
      vim.options.continuesItems = continuingLists
      return KeyMachines(vim)
    case .emacs:
      var options = EmacsOptions()
      options.continuesItems = continuingLists
      return KeyMachines(EmacsMachine(options: options))
    }
  }
}
