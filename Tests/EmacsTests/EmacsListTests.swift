import TextEngine
import Testing

@testable import Emacs

@Suite("Lists with emacs's keys")
struct EmacsListTests {
  static let rows: [(before: String, keys: String, after: String)] = [
    ("- one|", "RET t w o", "- one\n- two|"),
    ("1. one|\n2. two\n", "RET x", "1. one\n2. x|\n3. two\n"),
    ("> one|", "RET", "> one\n> |"),
    ("- one\n- |", "RET x", "- one\nx|"),
    ("  plain|", "RET x", "  plain\n  x|"),
    ("- one|", "C-j x", "- one\nx|"),
    ("- one|", "C-u 2 RET x", "- one\n\nx|"),
    ("1. one|\n2. two\n", "RET C-/", "1. one|\n2. two\n"),
  ]

  @Test("Enter continues items and quotes if set so", arguments: rows)
  func goesOn(before: String, keys: String, after: String) {
    var options = EmacsOptions()
    options.continuesItems = true
    var play = EmacsPlay(before, options: options)
    play.press(keys)
    #expect(play.marked == after)
  }

  @Test("Enter only indents a new line if continuation is off")
  func plain() {
    var play = EmacsPlay("- one|")
    play.press("RET x")
    #expect(play.marked == "- one\nx|")
  }
}
