import TextEngine

/// The editor's own commands: keymap, help and palette are made from these tables.
extension EditorKeymap {
  struct Command {
    let id: CommandID
    let keys: [String]
    /// What it does, in a few words.
    let summary: String
    /// The word in the footer.
    let hint: String?
    /// What other editors and everyday speech call it: the palette finds it by these too.
    let words: [String]

    var row: KeyRules.Row { KeyRules.Row(keys, .command(id), hint: hint) }

    init(
      _ id: CommandID, _ keys: [String], _ summary: String, hint: String? = nil,
      words: [String] = []
    ) {
      (self.id, self.keys, self.summary, self.hint, self.words) = (id, keys, summary, hint, words)
    }
  }

  static let noteCommands: [Command] = [
    Command(.save, ["C-s"], "save", hint: "save", words: ["write"]),
    Command(.close, ["Esc"], "save and go back", hint: "back", words: ["exit", "quit", "leave"]),
    Command(.sayHowToLeave, ["C-q"], "say how to leave"),
    Command(.undo, ["C-z"], "undo", hint: "undo"),
    Command(.redo, ["C-y", "M-Z"], "redo", hint: "redo"),
    Command(.find, ["C-f"], "find", hint: "find", words: ["search in note"]),
    Command(.findNext, ["F3"], "next match"),
    Command(.findPrevious, ["S-F3"], "match before"),
    Command(.replace, ["C-r", "F4"], "find and replace", words: ["substitute"]),
    Command(.askLine, ["C-g"], "go to a line", words: ["jump"]),
    Command(
      .outline, ["M-G"], "go to a heading of this note",
      words: ["outline", "table of contents", "toc", "go to symbol"]),
    Command(
      .toggleWrap, ["M-w"], "wrap long lines or scroll sideways", words: ["word wrap", "soft wrap"]),
    Command(.toggleLineNumbers, ["F7"], "line numbers"),
    Command(
      .toggleZen, ["F11", "M-C"], "the text alone, in the middle of the screen",
      words: ["zen", "distraction free", "focus", "full screen"]),
    Command(
      .toggleFold, ["F8", "M-f"], "fold the heading or unfold it", words: ["collapse", "expand"]),
    Command(.foldAll, ["M-F"], "fold the headings below level 1, then all", words: ["collapse"]),
    Command(.unfoldAll, ["M-U"], "unfold all headings", words: ["expand"]),
    Command(.closeFold, [], "fold the heading"),
    Command(.openFold, [], "unfold the heading"),
    Command(
      .followLink, ["C-]", "F2"], "open what the link names", words: ["follow link", "go to note"]),
    Command(
      .openURL, ["M-W"], "open the address here, or the next in the line, in your browser",
      words: ["browser", "url", "web"]),
    Command(.goBack, ["C-o"], "back to where a link was followed"),
    Command(.goOn, [], "on again to the note that was left last"),
    Command(.followBeside, ["S-F2", "M-g"], "open what the link names beside this note"),
    Command(
      .noteBeside, ["F9", "M-m"], "another note beside, then over to it and back",
      words: ["split", "side by side"]),
    Command(
      .complete, ["C-Space"], "complete the link or tag", words: ["autocomplete", "suggest"]),
    Command(
      .suggestWords, ["M-$"], "what the word here may have been meant as; add it to your words"),
    Command(.nextMistake, ["M-N"], "next misspelled word", words: ["spell check"]),
    Command(.previousMistake, ["M-P"], "misspelled word before"),
    Command(.toggleSpelling, [], "underline words that no dictionary has"),
    Command(
      .extractNote, ["M-x"], "make a note of what is selected, and a link", words: ["refactor"]),
    Command(
      .openHistory, ["F6", "M-v"], "the note's versions",
      words: ["history", "revisions", "backups"]),
    Command(
      .openLinks, ["M-B"], "the note's links, and those to it", words: ["backlinks", "graph"]),
    Command(
      .openProperties, ["S-F6", "M-I"], "properties, as a form", words: ["front matter", "yaml"]),
    Command(.openBoard, [], "the note as a board, where it is one", words: ["kanban", "columns"]),
    Command(.searchAll, ["M-h"], "search all notes for what is selected, or the word here"),
    Command(.renamePart, ["M-H"], "rename the heading or block, with the links to it"),
    Command(.openElsewhere, ["M-e"], "open in your own editor", words: ["external editor"]),
    Command(
      .changeLock, ["M-L"], "lock this note with a passphrase, or take its lock off",
      words: ["encrypt", "decrypt", "password"]),
    Command(.toggleSplit, ["F5", "M-p"], "preview beside the text", words: ["render", "split"]),
    Command(
      .focusPreview, ["S-F5", "M-V"], "to the preview: scroll it, walk its links; Esc comes back"),
    Command(.insertTemplate, ["M-T"], "put a template in here", words: ["snippet"]),
    Command(
      .attachFile, [], "copy a file into the vault, with its link here",
      words: ["attachment", "picture", "image", "embed"]),
    Command(.insertDate, ["M-D"], "put today's date in here", words: ["today"]),
    Command(.insertTime, ["M-@"], "put the time in here", words: ["now", "clock"]),
    Command(
      .filterText, ["M-!"], "give what is selected, or the note, to a shell command",
      words: ["pipe", "shell", "filter"]),
    Command(.recordMacro, ["M-M"], "record a macro, or end that", words: ["keyboard macro"]),
    Command(.playMacro, ["M-E"], "play the macro", words: ["keyboard macro", "repeat"]),
    Command(
      .playMacroTimes, ["M-&"], "play the macro a number of times",
      words: ["keyboard macro", "repeat"]),
    Command(.earlierDay, ["M-PgUp"], "from a daily note to that of the day before"),
    Command(.laterDay, ["M-PgDn"], "from a daily note to that of the day after"),
  ]

  static let conflictCommands: [Command] = [
    Command(.takeMine, ["M-,"], "in a conflict, take your lines"),
    Command(.takeTheirs, ["M-."], "in a conflict, take the others' lines"),
    Command(.takeBoth, ["M-;"], "in a conflict, take both"),
  ]

  private static let byID = Dictionary(
    uniqueKeysWithValues: (noteCommands + conflictCommands).map { ($0.id, $0) })

  static func summary(of id: CommandID) -> String? {
    EditCommands.summary(of: id) ?? byID[id]?.summary
  }

  static func words(of id: CommandID) -> [String] { byID[id]?.words ?? wordsOfText[id] ?? [] }

  /// The same words for commands of the text.
  private static let wordsOfText: [CommandID: [String]] = [
    .reflow: ["fill", "justify", "wrap", "reflow", "hard wrap"],
    .smartQuotes: ["typographic quotes", "curly quotes", "smart quotes"],
    .plainQuotes: ["straight quotes"],
    .transposeWords: ["transpose"],
    .toggleStrong: ["bold"],
    .toggleEmphasis: ["italic"],
    .toggleCode: ["monospace"],
    .toggleStrike: ["strikethrough", "cross out"],
    .toggleMark: ["highlight"],
    .toggleLink: ["hyperlink", "url"],
    .toggleTask: ["checkbox", "todo", "check", "done"],
    .toggleBullet: ["bullet", "unordered list"],
    .toggleQuote: ["blockquote"],
    .headingMore: ["demote"],
    .headingLess: ["promote"],
    .upperCase: ["uppercase"],
    .lowerCase: ["lowercase"],
    .titleCase: ["title case", "capitalize"],
    .cycleCase: ["uppercase", "lowercase", "title case", "capitalize"],
    .transpose: ["transpose"],
    .alignTable: ["format table", "tidy table"],
    .addNextOccurrence: ["multiple cursors"],
    .addAllOccurrences: ["multiple cursors"],
    .addCursorUp: ["multiple cursors"],
    .addCursorDown: ["multiple cursors"],
    .duplicate: ["copy line", "clone"],
    .sortLines: ["alphabetical"],
  ]
}
