import Emacs
package import Entities
import OpenVault
package import Terminal
import TextEngine
package import Viper
import Vim

/// Makes editors with the same services and settings.
@MainActor
package struct EditorBuilder {
  private let services: EditorInteractor.Services
  private let options: EditorOptions
  private let isReadOnly: Bool
  private let keymap: KeymapName
  private let ownKeys: EditorOwnKeys

  package init(
    services: EditorInteractor.Services, options: EditorOptions = EditorOptions(),
    isReadOnly: Bool = false, keymap: KeymapName = .default,
    ownKeys: EditorOwnKeys = EditorOwnKeys()
  ) {
    self.services = services
    self.options = options
    self.isReadOnly = isReadOnly
    self.keymap = keymap
    self.ownKeys = ownKeys
  }

  /// `part` names the part of the note that the store has, if not all of it. `target` is where the note
  /// opens. With `returningTo` the person was in this note a moment ago, with the cursor there: the unsaved
  /// draft is theirs and restored without a question.
  package func make(
    opening: EditorOpening, part: String? = nil, at target: EditorTarget? = nil,
    returningTo cursor: Int? = nil, asPeek: Bool,
    wireframe: any EditorWireframe, output: (any EditorOutput)?
  ) -> (module: Module<any Screen>, input: any EditorInput) {
    var services = services
    if asPeek { services.state.positions = VaultState().positions }
    let interactor = EditorInteractor(
      opening: opening, part: part, isReadOnly: isReadOnly, services: services)
    let keymap = KeymapStyle(rawValue: keymap.rawValue) ?? .own
    interactor.session.machine = ownKeys.machine(
      for: keymap, continuingLists: options.continuesLists)
    if !asPeek { services.keys?.come(to: interactor) }
    let presenter = EditorPresenter(
      interactor: interactor, wireframe: wireframe, output: output, isPeek: asPeek)
    if let target { presenter.navigation.go(to: target) }
    presenter.navigation.returning = cursor
    presenter.begin(options)
    let screen = EditorScreen(presenter: presenter, keymap: keymap)
    let module = Module<any Screen>(
      name: "Editor", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// Returns the name of a pane command by vim's keys after `C-w`, or by emacs's after `C-x`.
  package static func paneCommand(for keys: [String], in keymap: KeymapName) -> String? {
    switch keymap {
    case .default: nil
    case .vim: VimWindows.command(for: keys)?.name
    case .emacs: EmacsCommand.windowCommand(for: (["C-x"] + keys).joined(separator: " "))?.name
    }
  }

  /// Returns the keys for panes, with what they do.
  package static func paneKeys(in keymap: KeymapName) -> [KeyHint.Row] {
    let table = keymap == .emacs ? EditorKeymap.emacsTable : EditorKeymap.vimTables[0]
    return table.rows.compactMap { row in
      let keys = row.keys.filter { keys in
        let sequence = keys.split(separator: " ").map(String.init)
        return ["C-w", "C-x"].contains(sequence.first)
          && paneCommand(for: Array(sequence.dropFirst()), in: keymap) != nil
      }
      return keys.isEmpty ? nil : (keys, row.summary)
    }
  }

  /// Returns a command that needs no text; nil for one of an editor.
  package static func paneCommand(named name: String, count: Int?) -> PaneCommand? {
    EditorAction.paneCommand(named: name, count: count)
  }

  /// The keys of the editor, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [
      EditorKeymap.editingTable, EditorKeymap.bar.table, EditorKeymap.offer(in: .own).table,
      EditorKeymap.peek.table,
    ] + EditorKeymap.vimTables + [EditorKeymap.emacsTable]
  }
}
