import Emacs
import Terminal
import TextEngine
import Vim

/// The tables of vim's and emacs's keymaps.
extension EditorKeymap {
  /// The tables of vim's modes, with the program's keys that keep their meaning. They are made once, because
  /// each key asks for one.
  private static let shownVimTables = vimTables.map { $0.with($0.rows + keptRows(.vim)) }
  private static let shownEmacsTable = emacsTable.with(emacsTable.rows + keptRows(.emacs))

  /// Vim's normal, operator-pending, visual and insert mode.
  static let vimTables: [KeyTable] = [
    table(of: .vim, "normal", titled: "Vim"),
    table(of: .vim, "pending", titled: "Vim behind an operator"),
    table(of: .vim, "visual", titled: "Vim with a selection"),
    ofKeymap(
      "Vim while typing",
      VimKeymap.typing.map { KeyTable.Row(keys: $0.keys, summary: $0.summary, hint: $0.hint) }),
  ]

  private static func ofKeymap(
    _ title: String, _ rows: [KeyTable.Row], keyless: [KeyTable.Command] = []
  ) -> KeyTable {
    var table = KeyTable(title: title, rows: rows, keyless: keyless)
    table.isOfKeymap = true
    return table
  }

  static let emacsTable = table(of: .emacs, EmacsKeymap.rules.first, titled: "Emacs")

  /// The table for the help and the footer in a mode.
  static func table(for keymap: KeymapStyle, _ face: KeyDisplay?) -> KeyTable {
    switch keymap {
    case .own: editingTable
    case .emacs: shownEmacsTable
    case .vim: vimTable(face)
    }
  }

  private static func vimTable(_ face: KeyDisplay?) -> KeyTable {
    adding(face?.maps ?? [], to: shownVimTables[vimMode(face)])
  }

  /// The index of a mode's table.
  static func vimMode(_ face: KeyDisplay?) -> Int {
    let name = face?.mode ?? ""
    if name == "INSERT" || name == "REPLACE" { return 3 }
    return name.hasPrefix("VISUAL") || name.hasPrefix("SELECT") ? 2 : 0
  }

  /// Whether a key keeps the program's own meaning.
  static func keeps(_ key: String, in keymap: KeymapStyle) -> Bool {
    if key.utf8.count == 1 { return false }
    let isFunction = (key.hasPrefix("F") || key.hasPrefix("S-F")) && key.last?.isNumber == true
    return isFunction || keymap == .vim && key.hasPrefix("M-")
  }

  /// The rows of keys that keep their meaning.
  private static func keptRows(_ keymap: KeymapStyle) -> [KeyTable.Row] {
    var rows: [KeyTable.Row] = Self.rows.compactMap { row in
      guard let id = row.command, !doneOtherwise.contains(id), var shown = shown(row) else {
        return nil
      }
      shown.keys = row.keys.filter { keeps($0, in: keymap) }
      shown.hint = nil
      return shown.keys.isEmpty ? nil : shown
    }
    if !rows.isEmpty { rows[0].section = "Keys that keep their meaning" }
    return rows
  }

  /// Commands that both keymaps have keys of their own for.
  private static let doneOtherwise: Set<CommandID> = [
    .save, .close, .sayHowToLeave, .undo, .redo, .find, .replace, .askLine, .goBack, .goOn,
    .complete, .followLink, .recordMacro, .playMacro, .playMacroTimes, .newline, .openBelow,
    .indent, .insertTab, .outdent, .copy, .cut, .paste, .cutLine, .deleteLeft, .deleteRight,
    .deleteWordLeft, .deleteWordRight, .deleteToLineEnd, .deleteToLineStart, .deleteLine,
    .joinLines, .selectAll, .selectLine, .selectWord, .selectLines, .singleCursor,
  ]

  /// Adds the person's own maps.
  private static func adding(_ maps: [KeyDisplay.Map], to table: KeyTable) -> KeyTable {
    if maps.isEmpty { return table }
    var rows = maps.map {
      KeyTable.Row(keys: [$0.keys.joined(separator: " ")], summary: $0.summary)
    }
    rows[0].section = "Your own maps"
    return table.with(table.rows + rows)
  }

  private static func table(
    of keymap: KeymapStyle, _ mode: KeyRules.ModeID, titled title: String
  ) -> KeyTable {
    let rows = keymap.rules.rows(of: mode).compactMap { row -> KeyTable.Row? in
      guard let id = row.command, !row.keys.isEmpty, let summary = keymap.summary(of: id) else {
        return nil
      }
      return KeyTable.Row(keys: row.keys, summary: summary, hint: row.hint, words: words(of: id))
    }
    return ofKeymap(title, rows, keyless: palette(keymap))
  }

  /// Commands without keys in a keymap, for the palette.
  private static func palette(_ keymap: KeymapStyle) -> [KeyTable.Command] {
    let named = Set(keymap.rules.modes.flatMap(\.rows).compactMap(\.command))
    return rows.compactMap { row in
      guard case .command(let id) = row.meaning, !doneOtherwise.contains(id), !named.contains(id),
        !row.keys.contains(where: { keeps($0, in: keymap) }),
        keymap != .emacs || !doneByEmacs.contains(id), let words = summary(of: id)
      else { return nil }
      return KeyTable.Command(name: id.name, summary: words, words: Self.words(of: id))
    }
  }

  /// Commands that emacs has under other names.
  private static let doneByEmacs: Set<CommandID> = [
    .addNextOccurrence, .addAllOccurrences, .addCursorUp, .addCursorDown, .transpose,
    .transposeWords, .cycleCase, .upperCase, .lowerCase, .titleCase,
  ]
}

extension KeymapStyle {
  var rules: KeyRules {
    switch self {
    case .own: EditorKeymap.rules
    case .vim: VimKeymap.rules
    case .emacs: EmacsKeymap.rules
    }
  }

  /// What the keymap calls a command.
  func summary(of id: CommandID) -> String? {
    let own: String? =
      switch self {
      case .own: nil
      case .vim: VimKeymap.summary(id)
      case .emacs: EmacsKeymap.summary(id)
      }
    return own ?? EditorKeymap.summary(of: id)
  }
}
