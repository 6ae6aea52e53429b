import TextEngine

/// Commands that move and that change the text.
extension EmacsCommand {
  static let arguments: [EmacsCommand] = [
    .prefix("universal-argument", ["C-u"], "four times, or as often as digits say") {
      $0.universalArgument()
    },
    .prefix(
      "digit-argument", (0...9).flatMap { ["M-\($0)", "C-M-\($0)"] }, "as often as the number says"
    ) { $0.digitArgument() },
    .prefix("negative-argument", ["M--", "C-M--"], "the other way round") { $0.negativeArgument() },
    .command("keyboard-quit", ["C-g", "M-Esc"], "forget what was begun") { try $0.keyboardQuit() },
  ]

  static let motions: [EmacsCommand] = [
    .motion("forward-char", ["C-f", "Right"], "a character on") { try $0.forward(.character) },
    .motion("backward-char", ["C-b", "Left"], "a character back") { try $0.back(.character) },
    .motion("next-line", ["C-n", "Down"], "a line down") { try $0.moveDown($0.count) },
    .motion("previous-line", ["C-p", "Up"], "a line up") { try $0.moveDown(-$0.count) },
    .motion("move-beginning-of-line", ["C-a", "Home"], "start of the line") {
      try $0.moveToLineStart()
    },
    .motion("move-end-of-line", ["C-e", "End"], "end of the line") { try $0.moveToLineEnd() },
    .motion("back-to-indentation", ["M-m"], "first text of the line") { $0.backToIndentation() },
    .motion("forward-word", ["M-f", "M-Right", "C-Right"], "a word on") { try $0.forward(.word) },
    .motion("backward-word", ["M-b", "M-Left", "C-Left"], "a word back") { try $0.back(.word) },
    .motion("forward-sentence", ["M-e"], "end of the sentence") { try $0.forward(.sentence) },
    .motion("backward-sentence", ["M-a"], "start of the sentence") { try $0.back(.sentence) },
    .motion("forward-paragraph", ["M-}", "C-Down"], "end of the paragraph") {
      try $0.forward(.paragraph)
    },
    .motion("backward-paragraph", ["M-{", "C-Up"], "start of the paragraph") {
      try $0.back(.paragraph)
    },
    .motion("beginning-of-buffer", ["M-<", "C-Home"], "start of the text") { $0.startOfText() },
    .motion("end-of-buffer", ["M->", "C-End"], "end of the text") { $0.endOfText() },
    .motion("forward-sexp", ["C-M-f", "C-M-Right"], "over a word or what brackets hold") {
      try $0.forward(.expression)
    },
    .motion("backward-sexp", ["C-M-b", "C-M-Left"], "back over a word or what brackets hold") {
      try $0.back(.expression)
    },
    .motion("forward-list", ["C-M-n"], "over the next brackets") { try $0.moveLists(1) },
    .motion("backward-list", ["C-M-p"], "back over the last brackets") { try $0.moveLists(-1) },
    .motion("backward-up-list", ["C-M-u", "C-M-Up"], "out of the brackets, to their start") {
      try $0.moveLists(-1, depth: 1)
    },
    .motion("down-list", ["C-M-d", "C-M-Down"], "into the next brackets") {
      try $0.moveLists(1, depth: -1)
    },
    .motion("scroll-up-command", ["C-v", "PgDn"], "a page down") { try $0.scroll(1) },
    .motion("scroll-down-command", ["M-v", "PgUp"], "a page up") { try $0.scroll(-1) },
    .command("recenter-top-bottom", ["C-l"], "the cursor's row to the middle, top or bottom") {
      $0.recenter()
    },
    .command("move-to-window-line", ["M-r"], "cursor to the middle of the screen") {
      $0.moveToWindowLine()
    },
    .command("goto-line", ["M-g g", "M-g M-g"], "go to a line") { try $0.goToLine() },
    .command("goto-char", ["M-g c"], "go to a character by its number") { try $0.goToCharacter() },
    .command("move-to-column", ["M-g Tab"], "go to a column") { try $0.goToColumn() },
  ]

  static let inserting: [EmacsCommand] = [
    .command("self-insert", [], "type a character") { try $0.selfInsert() },
    .command("newline", ["Enter"], "new line, indented as this one") { try $0.newLine() },
    .command("electric-newline-and-maybe-indent", ["C-j"], "new line") { try $0.plainNewLine() },
    .command("open-line", ["C-o"], "new line behind the cursor") { try $0.openLine() },
    .command("split-line", ["C-M-o"], "cut the line, the second half keeps its column") {
      try $0.splitLine()
    },
    .command("quoted-insert", ["C-q"], "type the next key as it is") { $0.quotedInsert() },
    .command("indent-for-tab-command", ["Tab"], "indent below the line before") {
      try $0.indentForTab()
    },
    .command("tab-to-tab-stop", ["M-i"], "blanks to the next tab stop") { $0.tabToTabStop() },
    .command("indent-region", ["C-M-\\"], "indent the region's lines") { try $0.indentRegion() },
    .command("indent-rigidly", ["C-x Tab"], "move the region's lines sideways") {
      try $0.indentRigidly()
    },
  ]

  static let deleting: [EmacsCommand] = [
    .command("delete-char", ["C-d"], "delete the character here") { try $0.deleteCharacter() },
    .command("delete-forward-char", ["Del"], "delete the region or the character here") {
      try $0.deleteForward()
    },
    .command("delete-backward-char", ["Backspace", "C-h"], "delete the character before") {
      try $0.deleteBackward()
    },
    .command("delete-horizontal-space", ["M-\\"], "delete the blanks around") {
      $0.deleteHorizontalSpace()
    },
    .command("just-one-space", ["M-Space"], "leave one blank") { $0.justOneSpace() },
    .command("delete-blank-lines", ["C-x C-o"], "leave one of the blank lines, or none") {
      $0.deleteBlankLines()
    },
    .command("delete-indentation", ["M-^"], "join the line to the one before") {
      $0.deleteIndentation()
    },
    .command("delete-trailing-whitespace", [], "delete blanks at the ends of lines") {
      $0.deleteTrailingWhitespace()
    },
  ]

  static let killing: [EmacsCommand] = [
    .command("kill-line", ["C-k"], "cut to the end of the line") { try $0.killLine() },
    .command("kill-whole-line", ["C-S-Backspace"], "cut the line") { try $0.killWholeLine() },
    .command("kill-word", ["M-d", "C-Del"], "cut to the end of the word") { try $0.kill(.word) },
    .command(
      "backward-kill-word", ["M-Backspace", "C-Backspace"], "cut to the start of the word"
    ) { try $0.kill(.word, -1) },
    .command("kill-sentence", ["M-k"], "cut to the end of the sentence") { try $0.kill(.sentence) },
    .command("backward-kill-sentence", ["C-x Backspace"], "cut to the start of the sentence") {
      try $0.kill(.sentence, -1)
    },
    .command("kill-paragraph", [], "cut to the end of the paragraph") { try $0.kill(.paragraph) },
    .command("kill-sexp", ["C-M-k"], "cut a word or what brackets hold") {
      try $0.kill(.expression)
    },
    .command("backward-kill-sexp", ["C-M-Backspace", "C-M-Del"], "cut the word or brackets before")
    {
      try $0.kill(.expression, -1)
    },
    .command("kill-region", ["C-w", "S-Del"], "cut the region") { try $0.killRegion() },
    .command("kill-ring-save", ["M-w", "C-Ins"], "copy the region") { try $0.copyRegion() },
    .command("append-next-kill", ["C-M-w"], "add the next cut to the last one") {
      $0.appendNextKill()
    },
    .command("zap-to-char", ["M-z"], "cut up to a character") { $0.zapToCharacter() },
    .command("yank", ["C-y", "S-Ins"], "paste what was cut or copied") { try $0.yank() },
    .command("yank-pop", ["M-y"], "instead of what was pasted, what was cut before") {
      try $0.yankPop()
    },
  ]

  static let marking: [EmacsCommand] = [
    .command(
      "set-mark-command", ["C-Space", "C-@"], "set the mark; after C-u back to the last one"
    ) { try $0.setMark() },
    .command("exchange-point-and-mark", ["C-x C-x"], "to the other end of the region") {
      try $0.exchangePointAndMark()
    },
    .command("mark-word", ["M-@"], "mark to the end of the word") { try $0.mark(.word) },
    .command("mark-sexp", ["C-M-Space", "C-M-@"], "mark a word or what brackets hold") {
      try $0.mark(.expression)
    },
    .command("mark-paragraph", ["M-h"], "mark the paragraph") { try $0.markParagraph() },
    .command("mark-whole-buffer", ["C-x h"], "mark all") { $0.markWholeText() },
  ]

  static let changing: [EmacsCommand] = [
    .command("undo", ["C-/", "C-_", "C-x u"], "undo; after another key, redo") {
      try $0.undoCommand()
    },
    .command("transpose-chars", ["C-t"], "swap two characters") { try $0.transpose(.character) },
    .command("transpose-words", ["M-t"], "swap two words") { try $0.transpose(.word) },
    .command("transpose-lines", ["C-x C-t"], "swap two lines") { try $0.transpose(.line) },
    .command("transpose-sexps", ["C-M-t"], "swap two expressions") {
      try $0.transpose(.expression)
    },
    .command("transpose-sentences", [], "swap two sentences") { try $0.transpose(.sentence) },
    .command("transpose-paragraphs", [], "swap two paragraphs") { try $0.transpose(.paragraph) },
    .command("upcase-word", ["M-u"], "word to upper case") { $0.changeWords(.upper) },
    .command("downcase-word", ["M-l"], "word to lower case") { $0.changeWords(.lower) },
    .command("capitalize-word", ["M-c"], "word with a capital") { $0.changeWords(.capitals) },
    .command("upcase-region", ["C-x C-u"], "region to upper case") { try $0.changeRegion(.upper) },
    .command("downcase-region", ["C-x C-l"], "region to lower case") {
      try $0.changeRegion(.lower)
    },
    .command("capitalize-region", [], "region with capitals") { try $0.changeRegion(.capitals) },
    .command("fill-paragraph", ["M-q"], "break the paragraph's lines") { try $0.fillParagraph() },
    .command("set-fill-column", ["C-x f"], "where M-q breaks lines") { try $0.setFillColumn() },
  ]
}
