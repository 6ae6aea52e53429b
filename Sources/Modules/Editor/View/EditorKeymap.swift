import Terminal
import TextEngine

/// The keys, for the screen, the help and the footer. While text is edited, `rules` name the commands.
enum EditorKeymap {
  static let rules = KeyRules.modeless(
    (EditorAction.noteCommands + EditorAction.noteChanges).map(\.row),
    after: (EditorAction.conflictCommands + EditorAction.paneCommands).map(\.row))
  static let editingTable = makeEditingTable()
  static let replaceTable = replacing(bar.table)

  static let peek = Keymap<EditorCommand>([
    .init(["Enter"], .commit, "open the note", hint: "open"),
    .init(["Esc", "Space", "q"], .close, "close the peek", hint: "close"),
    .init(["Down", "j"], .scroll(1), "scroll down"),
    .init(["Up", "k"], .scroll(-1), "scroll up"),
  ]).titled("Peek")

  /// Other keys type into the field.
  static let bar = Keymap<EditorCommand>([
    .init(
      ["Enter"], .bar(.stay), "done, at the match; replace it, where replacing", hint: "done"),
    .init(["Esc"], .bar(.goBack), "back to where it was", hint: "back"),
    .init(["Down", "F3", "C-n"], .bar(.next), "next match", hint: "next"),
    .init(["Up", "S-F3", "C-p"], .bar(.previous), "match before", hint: "before"),
    .init(["M-a"], .bar(.replaceAll), "replace all"),
    .init(["Tab", "S-Tab"], .bar(.switchField), "to the other field"),
    .init(["M-c"], .bar(.toggleCase), "tell small and capital letters apart", hint: "case"),
    .init(["M-w"], .bar(.toggleWords), "whole words only", hint: "words"),
    .init(["M-r"], .bar(.togglePattern), "regular expression", hint: "regex"),
    .init(["C-r"], .run(Invocation(.replace)), "replace what is found", hint: "replace"),
  ]).titled("Find")

  /// The same keys with other hints.
  private static func replacing(_ table: KeyTable) -> KeyTable {
    let hints = [
      "Enter": "replace", "Esc": "back", "Down": "next", "Tab": "other field", "M-r": "regex",
      "M-a": "replace all",
    ]
    return KeyTable(
      title: "Replace",
      rows: table.rows.map { row in
        KeyTable.Row(
          keys: row.keys, summary: row.summary, hint: row.keys.first.flatMap { hints[$0] })
      })
  }

  /// While names are offered. Other keys go on typing.
  static func offer(in keymap: KeymapStyle) -> Keymap<EditorCommand> {
    keymap == .vim ? vimOffer : keymap == .emacs ? emacsOffer : ownOffer
  }

  private static let ownOffer = offer(accept: [], dismiss: [])
  /// With the keys of vim's own menu.
  private static let vimOffer = offer(accept: ["C-y"], dismiss: ["C-e"])
  private static let emacsOffer = offer(accept: [], dismiss: ["C-g"])

  private static func offer(accept: [Key], dismiss: [Key]) -> Keymap<EditorCommand> {
    Keymap([
      .init(["Tab", "Enter"] + accept, .offer(.accept), "write the chosen name", hint: "accept"),
      .init(["Down", "C-n"], .offer(.move(1)), "next name", hint: "next"),
      .init(["Up", "C-p"], .offer(.move(-1)), "name before", hint: "before"),
      .init(["Esc"] + dismiss, .offer(.dismiss), "close the names", hint: "cancel"),
    ]).titled("Names to choose from")
  }

  /// The section titles in the help, by their first command.
  private static let sections: [CommandID: String] = [
    .save: "The note", .newline: "Typing", .deleteLeft: "Deleting", .charLeft: "Moving",
    .duplicate: "Lines", .toggleStrong: "Markdown",
  ]
  /// More hints in a wide footer.
  private static let wideHints: [CommandID: String] = [
    .replace: "replace", .askLine: "line", .toggleWrap: "wrap", .toggleFold: "fold",
    .followLink: "open link", .openHistory: "versions", .openLinks: "links",
    .toggleSplit: "preview", .insertTemplate: "template", .toggleStrong: "bold",
    .toggleEmphasis: "italic",
  ]

  /// The rows of its only mode.
  static let rows = rules.rows(of: rules.first)

  private static func makeEditingTable() -> KeyTable {
    var (shownRows, keyless): ([KeyTable.Row], [KeyTable.Command]) = ([], [])
    for row in rows {
      guard let id = row.command, var shown = shown(row) else { continue }
      if row.keys.isEmpty {
        keyless.append(KeyTable.Command(name: id.name, summary: shown.summary, words: shown.words))
        continue
      }
      if !row.selects {
        shown.wideHint = wideHints[id]
        shown.section = sections[id]
      } else if id == .charLeft {
        shown.section = "Selecting"
      }
      shownRows.append(shown)
    }
    return KeyTable(title: "Editor", rows: shownRows, keyless: keyless)
  }

  /// The row of the help; nil without a description.
  static func shown(_ row: KeyRules.Row) -> KeyTable.Row? {
    guard let id = row.command, let summary = summary(of: id) else { return nil }
    return KeyTable.Row(
      keys: row.keys, summary: row.selects ? "select: \(summary)" : summary, hint: row.hint,
      words: words(of: id))
  }

  // MARK: - What commands are called

  static func summary(of id: CommandID) -> String? {
    EditCommands.summary(of: id) ?? EditorAction.named(id)?.summary
  }

  static func words(of id: CommandID) -> [String] {
    EditCommands.command(id)?.words ?? EditorAction.named(id)?.words ?? []
  }
}

extension KeyRules.Row {
  fileprivate var selects: Bool { if case .selecting = meaning { true } else { false } }
}
