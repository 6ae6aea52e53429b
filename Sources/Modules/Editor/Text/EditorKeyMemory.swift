import Emacs
import TextEngine
import Vim

/// The state that keys of Vim or Emacs share between the notes of an open vault: registers, the last
/// search, new maps.
@MainActor
package final class EditorKeyMemory {
  private var saved: KeyMachines?
  private weak var user: EditorInteractor?
  /// What was typed on command lines, as it was stored last.
  private var stored: [String: [String]] = [:]
  private let store: @MainActor ([String: [String]]) -> Void
  /// The open editors that had the keys, the latest last.
  private var editors: [Entry] = []

  private struct Entry {
    weak var editor: EditorInteractor?
  }

  /// `store` stores what was typed on command lines.
  package init(store: @escaping @MainActor ([String: [String]]) -> Void = { _ in }) {
    self.store = store
  }

  /// Takes what was typed on command lines in earlier runs.
  package func recall(_ lines: [String: [String]]) {
    user?.session.machine?.recall(lines)
    saved?.recall(lines)
    stored = lines
  }

  /// Gives the shared state to the editor that gets the keys now.
  func come(to editor: EditorInteractor) {
    if user === editor { return }
    if let last = user?.session.machine ?? saved {
      editor.session.machine?.copyShared(from: last)
    } else {
      editor.session.machine?.recall(stored)
    }
    user = editor
    editors.removeAll { $0.editor == nil || $0.editor === editor }
    editors.append(Entry(editor: editor))
  }

  /// The texts of other open notes, the latest first, for completion.
  func texts(besides editor: EditorInteractor) -> [Rope] {
    if editors.count < 2 { return [] }
    return editors.reversed().compactMap { entry in
      entry.editor.flatMap { $0 === editor || !$0.isLoaded ? nil : $0.text }
    }
  }

  func leave(_ editor: EditorInteractor) {
    editors.removeAll { $0.editor == nil || $0.editor === editor }
    guard user === editor else { return }
    saved = editor.session.machine
    user = nil
    let typed = saved?.typedLines ?? [:]
    if typed != stored { store(typed) }
    stored = typed
  }
}

/// The settings for Vim in the person's `keys` file.
@MainActor
package struct EditorOwnKeys {
  private(set) var vim = VimMachine()

  package init() {}

  /// Makes the machine for the keys of another editor; nil for the default keymap.
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

  /// Reads a line: `nmap jk <Esc>`, `let mapleader = ","`, `set timeoutlen=500`. Returns the problem
  /// with it.
  package mutating func take(_ line: String) -> String? { vim.configure(line) }

  /// The maps, each with the command that makes it: `imap <Esc>`.
  package var maps: [(keys: [String], summary: String)] {
    vim.ownMaps.map { ($0.keys, $0.summary) }
  }
}
