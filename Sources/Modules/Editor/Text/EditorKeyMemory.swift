import Emacs
import TextEngine
import Vim

/// What keys of vim or emacs remember from note to note while a vault is open: registers, what was
/// searched for, maps that were made meanwhile.
@MainActor
package final class EditorKeyMemory {
  private var saved: KeyMachines?
  private weak var user: EditorInteractor?

  package init() {}

  /// Keys go to this editor from now on.
  func come(to editor: EditorInteractor) {
    if user === editor { return }
    if let last = user?.session.machine ?? saved { editor.session.machine?.copyShared(from: last) }
    user = editor
  }

  func leave(_ editor: EditorInteractor) {
    guard user === editor else { return }
    saved = editor.session.machine
    user = nil
  }
}

/// What the person's `keys` file says of vim's own keys.
@MainActor
package struct EditorOwnKeys {
  private(set) var vim = VimMachine()

  package init() {}

  /// What does the keys of another editor; nil for our own, which need none.
  func machine(for keymap: KeymapStyle, continuingLists: Bool) -> KeyMachines? {
    switch keymap {
    case .own: return nil
    case .vim:
      var vim = vim
      vim.options.continuesItems = continuingLists
      return KeyMachines(vim)
    case .emacs:
      var options = EmacsOptions()
      options.continuesItems = continuingLists
      return KeyMachines(EmacsMachine(options: options))
    }
  }

  /// Reads a line: `nmap jk <Esc>`, `let mapleader = ","`, `set timeoutlen=500`. Answers with what is
  /// wrong with it.
  package mutating func take(_ line: String) -> String? { vim.configure(line) }

  /// The maps, each with the word that makes it: `imap <Esc>`.
  package var maps: [(keys: [String], summary: String)] {
    vim.ownMaps.map { ($0.keys, $0.summary) }
  }
}
