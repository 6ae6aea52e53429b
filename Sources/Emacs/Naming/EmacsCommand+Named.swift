import TextEngine

/// Commands that `M-x` names, with the keys that emacs gives some of them.
extension EmacsCommand {
  static let counting: [EmacsCommand] = [
    .command("count-words-region", ["M-="], "count lines, words and characters of the region") {
      try $0.countWords(inRegion: true)
    },
    .command("what-cursor-position", ["C-x ="], "say the character here and its offset") {
      $0.sayCursorPosition()
    },
    .command("count-lines-page", ["C-x l"], "count the lines before and behind the cursor") {
      $0.countLines()
    },
    .command("dabbrev-expand", ["M-/"], "complete the word by one that begins so; again, another") {
      try $0.expandWord()
    },
    .command("dabbrev-completion", ["C-M-/"], "complete the word, or list those that begin so") {
      try $0.listExpansions()
    },
    .command("query-replace-regexp", ["C-M-%"], "replace a pattern, asking at each match") {
      $0.askToReplace(EmacsReplacing(isPattern: true))
    },
    .command("undo-redo", ["C-M-_"], "undo the last undo") { try $0.redoCommand() },
    .command("insert-parentheses", ["M-("], "a pair of brackets, around the region if it is active")
    {
      try $0.insertParentheses()
    },
    .command("default-indent-new-line", ["M-j", "C-M-j"], "new line, indented as this one") {
      try $0.newLine()
    },
    .command("forward-page", ["C-x ]"], "end of the page, or of the text") {
      $0.movePages($0.count)
    },
    .command("backward-page", ["C-x ["], "start of the page, or of the text") {
      $0.movePages(-$0.count)
    },
    .command("mark-section", ["C-M-h"], "mark the heading's section") { try $0.markSection() },
    .command("repeat", ["C-x z"], "the last command again; z goes on") { try $0.repeatCommand() },
    .program(
      "comment-dwim", ["M-;", "C-x C-;"], "make a comment, or text again", as: .toggleComment),
    .program(
      "ispell-word", ["M-$"], "what the word here may have been meant as", as: "suggest-words"),
    .program(
      "next-buffer", ["C-x Right", "C-x C-Right"], "to the note opened after this",
      as: "vim-next-note"),
    .program(
      "previous-buffer", ["C-x Left", "C-x C-Left"], "to the note opened before",
      as: "vim-previous-note"),
    .program("dired", ["C-x d", "C-x C-j"], "save and go to the list of notes", as: "close"),
    .program(
      "pop-global-mark", ["C-x C-Space", "C-x C-@"], "back to where you came from", as: "go-back"),
    .program("buffer-menu", ["C-x C-b"], "choose a note", as: "vim-notes"),
    .program("save-some-buffers", ["C-x s"], "save", as: "save"),
    .program(
      "shell-command-on-region", ["M-|"], "give the text to a shell command", as: "filter-text"),
    .program("imenu", ["M-g i"], "go to a heading", as: "outline"),
    .program(
      "execute-extended-command-for-buffer", ["M-X"], "the palette: all that can be done",
      as: "palette"),
    .command("write-file", ["C-x C-w"], "save under another name") {
      $0.startPrompt(.text(.writeFile), "Write file: ")
    },
  ]

  /// Commands without keys, which only `M-x` reaches.
  static let keyless: [EmacsCommand] = [
    named("sort-lines") { try $0.sortLines() },
    named("sort-paragraphs") { try $0.sortParagraphs() },
    named("reverse-region") { try $0.reverseLines() },
    named("delete-duplicate-lines") { try $0.deleteDuplicateLines() },
    named("flush-lines") { $0.askForLines(.flush) },
    named("keep-lines") { $0.askForLines(.keep) },
    named("how-many") { $0.askForLines(.count) },
    named("replace-string") { $0.askToReplace(EmacsReplacing(asks: false)) },
    named("replace-regexp") { $0.askToReplace(EmacsReplacing(isPattern: true, asks: false)) },
    named("untabify") { try $0.untabify() },
    named("tabify") { try $0.tabify() },
    named("fill-region") { try $0.fillRegion() },
    named("upcase-initials-region") { try $0.changeRegion(.initials) },
    named("upcase-char") { $0.upcaseCharacters() },
    named("delete-region") { try $0.deleteRegion() },
    named("backward-kill-paragraph") { try $0.kill(.paragraph, -1) },
    named("mark-end-of-sentence") { try $0.mark(.sentence) },
    named("count-words") { try $0.countWords(inRegion: false) },
    named("what-line") { $0.sayLine() },
    named("center-line") { $0.centerLine() },
    named("describe-key") {
      $0.say("Describe key: press it.")
      $0.keys.reading = .describedKey
    },
    named("describe-key-briefly") {
      $0.say("Describe key: press it.")
      $0.keys.reading = .describedKey
    },
    named("describe-bindings") {
      $0.say("F1 shows all keys. M-x and Tab list the commands without one.")
    },
    program("next-misspelled-word", as: "next-mistake"),
    program("flyspell-mode", as: "toggle-spelling"),
    program("display-line-numbers-mode", as: "toggle-line-numbers"),
    program("visual-line-mode", as: "toggle-wrap"),
    program("toggle-fold", as: "toggle-fold"),
    program("outline-hide-body", as: "fold-all"),
    program("outline-show-all", as: "unfold-all"),
    program("revert-buffer", as: "vim-edit-anyway"),
    program("insert-date", as: "insert-date"),
    program("insert-time", as: "insert-time"),
    program("insert-template", as: "insert-template"),
    program("browse-url-at-point", as: "open-url"),
    program("writeroom-mode", as: "toggle-zen"),
    program("markdown-live-preview-mode", as: "toggle-split"),
    program("rgrep", as: "search-all"),
    program("vc-print-log", as: "open-history"),
  ]

  private static func named(_ name: String, _ run: @escaping Body) -> EmacsCommand {
    command(name, [], "", run)
  }

  private static func program(_ name: String, as id: CommandID) -> EmacsCommand {
    program(name, [], "", as: id)
  }
}
