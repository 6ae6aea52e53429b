import TextEngine
import Testing

@testable import Emacs

@Suite("Emacs commands by their names")
struct ExtendedCommandTests {
  /// Types a text key by key.
  private static func keys(_ text: String) -> [String] {
    text.map { $0 == " " ? "Space" : String($0) }
  }

  private static func typed(_ text: String, in play: inout EmacsPlay) {
    play.press(["M-x"] + keys(text))
  }

  @Test("Every command with a key is reached by M-x and its name")
  func names() {
    let names = EmacsCommand.all.map(\.id.name).filter { $0 != "self-insert" }
    #expect(names.filter { EmacsNames.commands[$0] == nil } == [])
    #expect(EmacsNames.commands["self-insert-command"] != nil)
    for name in [
      "goto-line", "sort-lines", "upcase-region", "downcase-region", "capitalize-region",
      "flush-lines", "keep-lines", "delete-duplicate-lines", "reverse-region", "replace-string",
      "replace-regexp", "query-replace", "query-replace-regexp", "fill-paragraph", "fill-region",
      "untabify", "tabify", "delete-trailing-whitespace", "count-words", "count-words-region",
      "what-cursor-position", "what-line", "transpose-words", "transpose-sentences",
      "comment-dwim", "comment-line", "save-buffer", "kill-buffer", "find-file",
      "switch-to-buffer", "undo", "undo-redo", "describe-key", "describe-bindings",
      "completion-at-point", "beginning-of-defun", "join-line", "revert-buffer", "write-file",
    ] { #expect(EmacsNames.commands[name] != nil, "\(name)") }
  }

  @Test("A name that no command has is refused, and the prompt stays")
  func unknown() {
    var play = EmacsPlay("b\na\n")
    Self.typed("sortt-lines", in: &play)
    play.press(["Enter"])
    #expect(play.effects == [.bell, .say("No match")])
    #expect(play.machine.display.prompt?.text == "sortt-lines")
    play.press(["C-g"])
    #expect(play.machine.display.prompt == nil)
    #expect(play.string == "b\na\n")
    play.press(["M-x", "Enter"])
    #expect(play.effects == [.bell, .say("No match")])
  }

  struct Completed {
    var typed: String
    var key: String
    var text: String
    var message: String?

    init(_ typed: String, _ key: String, _ text: String, says message: String? = nil) {
      (self.typed, self.key, self.text, self.message) = (typed, key, text, message)
    }
  }

  private static let completed: [Completed] = [
    .init("sort-l", "Tab", "sort-lines"),
    .init("sort", "Tab", "sort-"),
    .init("sort-", "Tab", "sort-", says: "sort-lines  sort-paragraphs"),
    .init("untab", "Tab", "untabify"),
    .init("up-r", "Tab", "upcase-region"),
    .init("what-line", "Tab", "what-line", says: "Sole completion"),
    .init("xyz", "Tab", "xyz", says: "No match"),
    .init("sort", "Space", "sort-"),
    .init("sort lines", "Enter", ""),
    .init("what-", "?", "what-", says: "what-cursor-position  what-line"),
  ]

  @Test("Tab and Space complete names, and list those that fit", arguments: completed)
  func completes(row: Completed) {
    var play = EmacsPlay("b\na\n")
    Self.typed(row.typed, in: &play)
    play.press([row.key])
    #expect(play.machine.display.prompt?.text ?? "" == row.text)
    if let message = row.message {
      #expect(play.effects.last == .say(message))
    }
  }

  @Test("A beginning that only one command has is enough, and earlier commands come back")
  func history() {
    var play = EmacsPlay("|c\nb\n")
    Self.typed("what-l", in: &play)
    play.press(["Enter"])
    #expect(play.effects == [.say("Line 1")])
    Self.typed("forward-w", in: &play)
    play.press(["Enter"])
    #expect(play.effects == [.say("You can run the command “forward-word” with M-f.")])
    play.press(["M-x", "M-p"])
    #expect(play.machine.display.prompt?.text == "forward-word")
    play.press(["M-p"])
    #expect(play.machine.display.prompt?.text == "what-line")
    play.press(["M-p"])
    #expect(play.effects == [.bell])
    play.press(["M-n", "Enter"])
    #expect(play.marked == "c\nb|\n")
    play.press("C-u 3 M-x")
    #expect(play.machine.display.prompt?.sign == "3 M-x ")
  }

  @Test("A command of the program comes as an effect")
  func programs() {
    var play = EmacsPlay("|")
    Self.typed("save-buffer", in: &play)
    play.press(["Enter"])
    #expect(play.effects == [.run(Invocation("save"))])
    Self.typed("flyspell-mode", in: &play)
    play.press(["Enter"])
    #expect(play.effects == [.run(Invocation("toggle-spelling"))])
    play.press(["C-x", "C-w"] + Self.keys("other") + ["Enter"])
    #expect(play.effects == [.run(Invocation("vim-write", argument: "other"))])
  }

  private static let reports: [(keys: String, message: String)] = [
    ("C-x =", "Char: b (98, #o142, #x62) point=6 of 11 (45%) column=1"),
    ("M-> C-x =", "point=12 of 11 (EOB) column=0"),
    ("C-x l", "Page has 3 lines (2 + 2)"),
    ("C-x h M-=", "Region has 3 lines, 3 words, and 11 characters."),
    ("M-=", "The mark is not set."),
    ("M-x w h a t - l i n e RET", "Line 2"),
    ("M-x c o u n t - w o r d s RET", "Buffer has 3 lines, 3 words, and 11 characters."),
    ("M-< M-x h o w - m a n y RET [ a b ] RET", "5 occurrences"),
    ("M-< M-x f l u s h - l i n e s RET b RET", "Deleted 1 matching line"),
    ("M-< M-x f l u s h - l i n e s RET \\ ( RET", "The pattern is not complete."),
    (
      "M-x d e s c r i b e - k e y RET C-x C-t",
      "C-x C-t runs the command transpose-lines: swap two lines"
    ),
    ("M-x d e s c r i b e - k e y RET C-c z", "C-c z is undefined"),
    (
      "M-x d e s c r i b e - k e y RET q",
      "q runs the command self-insert-command: type a character"
    ),
    ("M-< M-x r e p l a c e - s t r i n g RET a RET x RET", "Replaced 3 occurrences"),
    ("M-< C-M-% b RET \\ , x RET", "\\, is not known here in a replacement."),
    ("C-M-_", "No undone changes to redo"),
    ("C-x z", "There is nothing to repeat"),
    ("C-c C-x", "“C-c C-x” is not available."),
  ]

  @Test("What is counted, refused or described is said", arguments: reports)
  func says(keys: String, message: String) {
    var play = EmacsPlay("aaa\nb|b\nccc\n")
    play.press(keys)
    #expect(play.effects.last == .say(message), "\(keys)")
  }

  @Test("M-X is the palette, which M-x is not")
  func palette() {
    var play = EmacsPlay("|")
    play.press("M-X")
    #expect(play.effects == [.run(Invocation("palette"))])
  }
}
