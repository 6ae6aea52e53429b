import Saving
import TextEngine
import Viper

/// A command of the editor beyond changing text: its keys, how it is described, and what it does. Keymap,
/// help and palette are made from these tables.
struct EditorAction: Sendable {
  typealias Run = @MainActor (EditorPresenter, Invocation) -> Void

  let id: CommandID
  var keys: [String] = []
  /// Nil where another table describes it.
  var summary: String?
  /// The word in the footer.
  var hint: String?
  /// Other words that the palette finds it by.
  var words: [String] = []
  let run: Run

  var row: KeyRules.Row { KeyRules.Row(keys, .command(id), hint: hint) }

  static func named(_ id: CommandID) -> EditorAction? { byID[id] }

  private static let byID = Dictionary(
    uniqueKeysWithValues: (noteCommands + noteChanges + conflictCommands + paneCommands
      + otherCommands + fileCommands + spellingCommands).map { ($0.id, $0) })
}

extension EditorAction {
  init(
    _ id: CommandID, _ keys: [String] = [], _ summary: String? = nil, hint: String? = nil,
    words: [String] = [], _ run: @escaping @MainActor (EditorPresenter) -> Void
  ) {
    self.init(id: id, keys: keys, summary: summary, hint: hint, words: words) { editor, _ in
      run(editor)
    }
  }

  /// A command that reads how it was invoked.
  static func taking(
    _ id: CommandID, _ keys: [String] = [], _ summary: String? = nil, words: [String] = [],
    _ run: @escaping Run
  ) -> Self {
    Self(id: id, keys: keys, summary: summary, words: words, run: run)
  }

  /// In the order of the help.
  static let noteCommands: [EditorAction] = [
    .init(.save, ["C-s"], "save", hint: "save", words: ["write"]) { $0.saving.save() },
    .init(
      .close, ["Esc"], "save and go back", hint: "back",
      words: ["exit", "quit", "leave", "close"]
    ) {
      // Esc first drops the selection, and leaves zen mode.
      if $0.scene.dropSelections() || $0.scene.leaveZen() { return }
      $0.saving.close()
    },
    .init(.sayHowToLeave, ["C-q"], "say how to leave") {
      $0.scene.showMessage(EditorWords.howToLeave)
    },
    .init(.undo, ["C-z"], "undo", hint: "undo") {
      if let takeBack = $0.saving.takeBack.take() { return takeBack() }
      if !$0.scene.perform(.undo).isDone { $0.scene.showMessage(EditorWords.nothingToUndo) }
    },
    .init(.redo, ["C-y", "M-Z"], "redo", hint: "redo") {
      if !$0.scene.perform(.redo).isDone { $0.scene.showMessage(EditorWords.nothingToRedo) }
    },
    .init(.find, ["C-f"], "find", hint: "find", words: ["search in note"]) {
      $0.search.open(replacing: false)
    },
    .init(.findNext, ["F3"], "next match") { $0.search.go(.next) },
    .init(.findPrevious, ["S-F3"], "match before") { $0.search.go(.previous) },
    .init(.replace, ["C-r", "F4"], "find and replace", words: ["substitute"]) {
      $0.search.open(replacing: true)
    },
    .init(.askLine, ["C-g"], "go to a line", words: ["jump", "goto line"]) {
      $0.navigation.askForLine()
    },
    .init(
      "outline", ["M-G"], "go to a heading of this note",
      words: ["outline", "table of contents", "toc", "go to symbol"]
    ) {
      if $0.scene.snapshot.isLoaded { $0.scene.wireframe.openPalette(typing: "@") }
    },
    .init(
      .toggleWrap, ["M-w"], "wrap long lines or scroll sideways", words: ["word wrap", "soft wrap"]
    ) { $0.scene.toggleWrap() },
    .init("toggle-line-numbers", ["F7"], "line numbers") { $0.scene.toggleNumbers() },
    .init(
      "toggle-zen", ["F11", "M-C"], "the text alone, in the middle of the screen",
      words: ["zen", "distraction free", "focus", "full screen"]
    ) { $0.scene.toggleZen() },
    .init(
      .toggleFold, ["F8", "M-f"], "fold the heading or unfold it", words: ["collapse", "expand"]
    ) { $0.scene.toggleFold() },
    .init(.foldAll, ["M-F"], "fold the headings below level 1, then all", words: ["collapse"]) {
      $0.scene.foldAll()
    },
    .init(.unfoldAll, ["M-U"], "unfold all headings", words: ["expand"]) { $0.scene.unfoldAll() },
    .init(.closeFold, [], "fold the heading") { $0.scene.closeFold() },
    .init(.openFold, [], "unfold the heading") { $0.scene.openFold() },
    .init(
      .followLink, ["C-]", "F2"], "open what the link names", words: ["follow link", "go to note"]
    ) { $0.navigation.followLink() },
    .init(
      "open-url", ["M-W"], "open the address here, or the next in the line, in your browser",
      words: ["browser", "url", "web"]
    ) { $0.navigation.openAddress() },
    .init(.goBack, ["C-o"], "back to where a link was followed") { $0.navigation.goBack() },
    .init(.goOn, [], "on again to the note that was left last") {
      $0.scene.wireframe.openNoteLeftLast()
    },
    .init("follow-beside", ["S-F2", "M-g"], "open what the link names beside this note") {
      $0.split.followLinkBeside()
    },
    .init(
      .noteBeside, ["F9", "M-m"], "another note beside, then over to it and back",
      words: ["split", "side by side"]
    ) { $0.split.goBeside() },
    .init(.complete, ["C-Space"], "complete the link or tag", words: ["autocomplete", "suggest"]) {
      $0.completion.complete()
    },
    .init(
      "suggest-words", ["M-$"], "what the word here may have been meant as; add it to your words"
    ) { $0.spelling.suggest() },
    .taking("next-mistake", ["M-N"], "next misspelled word", words: ["spell check"]) {
      $0.spelling.goToMistake(forward: true, count: $1.count ?? 1)
    },
    .taking("previous-mistake", ["M-P"], "misspelled word before") {
      $0.spelling.goToMistake(forward: false, count: $1.count ?? 1)
    },
    .init(.toggleSpelling, [], "underline words that no dictionary has") { $0.spelling.toggle() },
    .init(
      "extract-note", ["M-x"], "make a note of what is selected, and a link", words: ["refactor"]
    ) { $0.navigation.extractNote() },
    .init(
      .openHistory, ["F6", "M-v"], "the note's versions",
      words: ["history", "revisions", "backups"]
    ) { $0.saving.leave(for: .versions) },
    .init(.openLinks, ["M-B"], "the note's links, and those to it", words: ["backlinks", "graph"]) {
      $0.saving.leave(for: .links)
    },
    .init(
      .openProperties, ["S-F6", "M-I"], "properties, as a form", words: ["front matter", "yaml"]
    ) { $0.saving.leave(for: .properties) },
    .init("open-board", [], "the note as a board, where it is one", words: ["kanban", "columns"]) {
      $0.saving.leave(for: .board)
    },
    .init(
      "export-note", [], "export the note: HTML, PDF, EPUB and others",
      words: ["print", "pdf", "html", "share", "save as"]
    ) { $0.saving.leave(for: .export) },
    .init("search-all", ["M-h"], "search all notes for what is selected, or the word here") {
      $0.navigation.searchAll()
    },
    .init("open-elsewhere", ["M-e"], "open in your own editor", words: ["external editor"]) {
      editor in
      editor.saving.leave(orSay: EditorWords.needsFile) {
        if let problem = $0.wireframe.editOutside($1) { $0.warn(problem) }
      }
    },
    .init(
      "change-lock", ["M-L"], "lock this note with a passphrase, or take its lock off",
      words: ["encrypt", "decrypt", "password"]
    ) { editor in
      editor.saving.leave(orSay: EditorWords.lockNeedsNote) {
        if $0.snapshot.isLoaded { $0.wireframe.changeLock(of: $1) } else { $0.showState() }
      }
    },
    .init(
      .toggleSplit, ["F5", "M-p"], "preview beside the text", words: ["render", "split", "read"]
    ) {
      $0.split.togglePreview()
    },
    .init(
      "focus-preview", ["S-F5", "M-V"], "to the preview: scroll it, walk its links; Esc comes back"
    ) { $0.split.focusPreview() },
    .init(.insertTemplate, ["M-T"], "put a template in here", words: ["snippet"]) {
      $0.transfer.insertTemplate()
    },
    .taking(
      .attachFile, [], "copy a file into the vault, with its link here",
      words: ["attachment", "picture", "image", "embed"]
    ) { $0.transfer.attach($1) },
    .init(.insertDate, ["M-D"], "put today's date in here", words: ["today", "timestamp"]) {
      $0.transfer.insert(.day)
    },
    .init(.insertTime, ["M-@"], "put the time in here", words: ["now", "clock", "timestamp"]) {
      $0.transfer.insert(.time)
    },
    .init(
      "filter-text", ["M-!"], "give what is selected, or the note, to a shell command",
      words: ["pipe", "shell", "filter"]
    ) { $0.shell.askForCommand() },
    .init(.recordMacro, ["M-M"], "record a macro, or end that", words: ["keyboard macro"]) {
      $0.macro.toggleRecording()
    },
    .init(.playMacro, ["M-E"], "play the macro", words: ["keyboard macro", "repeat"]) {
      $0.macro.play(1)
    },
    .init(
      .playMacroTimes, ["M-&"], "play the macro a number of times",
      words: ["keyboard macro", "repeat"]
    ) { $0.macro.askHowOften() },
    .init(
      "earlier-day", ["M-PgUp"], "from a daily note to that of the day before",
      words: ["previous day", "yesterday"]
    ) {
      $0.saving.leaveForDay(-1)
    },
    .init(
      "later-day", ["M-PgDn"], "from a daily note to that of the day after",
      words: ["next day", "tomorrow"]
    ) {
      $0.saving.leaveForDay(1)
    },
    .init("insert-callout", [], "put a callout in here", words: ["admonition", "note box"]) {
      $0.transfer.insert(.marks("> [!note] "))
    },
  ]

  static let conflictCommands: [EditorAction] = [
    .init("take-mine", ["M-,"], "in a conflict, take your lines") {
      $0.saving.resolve(taking: .mine)
    },
    .init("take-theirs", ["M-."], "in a conflict, take the others' lines") {
      $0.saving.resolve(taking: .theirs)
    },
    .init("take-both", ["M-;"], "in a conflict, take both") { $0.saving.resolve(taking: .both) },
  ]

  /// What vim's lines and emacs's keys ask of the program, and what the engine does only after a question.
  static let otherCommands: [EditorAction] = [
    .init(.sortLines) { $0.scene.askForOrder() },
    .taking(.paste) { $0.transfer.paste($1) },
    .taking("vim-search") { $0.navigation.search(for: $1.argument) },
    .taking("vim-help") { editor, asked in
      if !editor.scene.wireframe.openGuide(about: asked.argument) {
        editor.scene.warn(EditorWords.noHelp(for: asked.argument))
      }
    },
    .init("vim-next-note") { if $0.files.mayGoOn() { $0.navigation.goThroughRecent(by: 1) } },
    .init("vim-previous-note") {
      if $0.files.mayGoOn() { $0.navigation.goThroughRecent(by: -1) }
    },
    .taking("vim-other-note") {
      if $0.files.mayGoOn() { $0.navigation.go(toRecentNamed: $1.argument) }
    },
    .init("vim-notes") { $0.scene.wireframe.openPalette(typing: "") },
    // Notes are opened by their names in the palette too.
    .init("palette") { $0.scene.wireframe.openPalette(typing: ">") },
    .init("open-note") { $0.scene.wireframe.openPalette(typing: "") },
    .init("switch-note") { $0.scene.wireframe.openPalette(typing: "") },
    .init("leave") { $0.saving.close() },
    .init("middle-row") { $0.scene.goToMiddleRow() },
    // What `:set` changes.
    .taking("vim-number-distances") { editor, invocation in
      editor.scene.change { $0.showsDistances = invocation.argument == "yes" }
    },
    .taking("vim-show-blanks") { editor, invocation in
      editor.scene.change { $0.blanks = invocation.argument == "yes" ? .all : .off }
    },
    .taking("vim-column-guide") { editor, invocation in
      editor.scene.change {
        $0.columnGuide = Int(invocation.argument).flatMap { $0 > 0 ? $0 : nil }
      }
    },
    .taking("vim-rows-around") { editor, invocation in
      editor.scene.change { $0.rowsAround = Int(invocation.argument) ?? 0 }
    },
  ]
}
