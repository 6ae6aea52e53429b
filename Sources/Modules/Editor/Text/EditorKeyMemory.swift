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

  /// Reads a line: `nmap jk <Esc>`, `let mapleader = ","`, `set timeoutlen=500`. Answers with what is
  /// wrong with it.
  package mutating func take(_ line: String) -> String? { vim.configure(line) }

  /// The maps, each with the word that makes it: `imap <Esc>`.
  package var maps: [(keys: [String], summary: String)] {
    vim.ownMaps.map { ($0.keys, $0.summary) }
  }
}
