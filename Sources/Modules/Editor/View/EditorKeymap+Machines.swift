import Emacs
import Terminal
import TextEngine
import Vim

/// The tables of the keymaps that other editors have.
extension EditorKeymap {
  /// Of vim's normal, operator-pending, visual and insert mode.
  static let vimTables: [KeyTable] = [
    table(of: VimKeymap.rules, "normal", titled: "Vim", VimKeymap.summary),
    table(of: VimKeymap.rules, "pending", titled: "Vim behind an operator", VimKeymap.summary),
    table(of: VimKeymap.rules, "visual", titled: "Vim with a selection", VimKeymap.summary),
    ofKeymap(
      "Vim while typing",
      VimKeymap.typing.map {
        KeyTable.Row(keys: $0.keys, summary: $0.summary, hint: $0.hint)
      }),
  ]

  private static func ofKeymap(
    _ title: String, _ rows: [KeyTable.Row], keyless: [KeyTable.Command] = []
  ) -> KeyTable {
    var table = KeyTable(title: title, rows: rows, keyless: keyless)
    table.isOfKeymap = true
    return table
  }

  static let emacsTable = table(
    of: EmacsKeymap.rules, EmacsKeymap.rules.first, titled: "Emacs", EmacsKeymap.summary)

  /// What the help and the footer show in a mode.
  static func table(for keymap: EditorManner, _ face: KeyFace?) -> KeyTable {
    switch keymap {
    case .own: editingTable
    case .emacs: emacsTable
    case .vim:
      adding(
        face?.maps ?? [],
        to: vimTables[face?.mode.hasPrefix("VISUAL") == true ? 2 : isTyping(face) ? 3 : 0])
    }
  }

  /// Behind the keys of a mode, those that the person made.
  private static func adding(_ maps: [KeyFace.Map], to table: KeyTable) -> KeyTable {
    if maps.isEmpty { return table }
    let rows = maps.enumerated().map { index, map in
      KeyTable.Row(
        keys: [map.keys.joined(separator: " ")], summary: map.summary,
        section: index == 0 ? "Your own maps" : nil)
    }
    return table.with(table.rows + rows)
  }

  private static func isTyping(_ face: KeyFace?) -> Bool {
    face?.mode == "INSERT" || face?.mode == "REPLACE"
  }

  private static func table(
    of rules: KeyRules, _ mode: KeyRules.ModeID, titled title: String,
    _ summary: (CommandID) -> String?
  ) -> KeyTable {
    var rows: [KeyTable.Row] = []
    var next: KeyRules.ModeID? = mode
    while let id = next, let mode = rules.mode(id) {
      for row in mode.rows {
        guard let command = row.command, !row.keys.isEmpty,
          let words = summary(command) ?? Self.summary(of: command)
        else { continue }
        rows.append(
          KeyTable.Row(keys: row.keys, summary: words, hint: row.hint, words: command.words))
      }
      next = mode.base
    }
    return ofKeymap(title, rows, keyless: palette)
  }

  /// Commands on text that these keymaps have no keys for: the palette has them.
  private static let palette = [
    .reflow, .sortLines, .filterText, .insertDate, .insertTime, .smartQuotes, .plainQuotes,
    CommandID.toggleComment,
  ].compactMap { id in
    Self.summary(of: id).map {
      KeyTable.Command(name: id.name, summary: $0, words: id.words)
    }
  }
}
