import TextEngine
import Testing

@testable import Vim

@Suite("Vim's keys in Markdown")
struct MarkdownKeysTests {
  typealias Row = (before: String, keys: String, after: String)

  static let items: [Row] = [
    ("- one|", "a<CR>two", "- one\n- two|"),
    ("- one| two", "i<CR>", "- one\n- |two"),
    ("- [x] one|", "a<CR>two", "- [x] one\n- [ ] two|"),
    ("1. one|\n2. two", "A<CR>new", "1. one\n2. new|\n3. two"),
    ("> one|", "A<CR>two", "> one\n> two|"),
    ("- one\n- |", "A<CR>x", "- one\nx|\n"),
    ("- one\n- |\n", "A<CR>x", "- one\nx|\n"),
    ("  plain|", "A<CR>x", "  plain\n  x|"),
    ("|- one\n", "i<CR>", "\n|- one\n"),
    ("- o|ne", "otwo<Esc>", "- one\n- tw|o"),
    ("- one\n- |", "ox", "- one\n- \n- x|"),
    ("1. o|ne\n2. two", "Ox", "1. x|\n2. one\n3. two"),
    ("1. o|ne\n2. two", "ox", "1. one\n2. x|\n3. two"),
    ("> o|ne", "ox", "> one\n> x|"),
    ("- o|ne", "3ox<Esc>", "- one\n- x\n- x\n- |x"),
    ("- o|ne", "ox<Esc>u", "- o|ne"),
    ("- o|ne", "ox<Esc>.", "- one\n- x\n- |x"),
    ("- o|ne", "ox<CR>y<Esc>u", "- o|ne"),
    ("- o|ne", "yyA<C-r>\"", "- one- one\n|\n"),
    ("```\n- o|ne\n```", "ox", "```\n- one\n- x|\n```"),
  ]

  @Test("a new line continues items and quotes if set so", arguments: items)
  func item(before: String, keys: String, after: String) {
    var options = VimOptions()
    options.continuesItems = true
    var play = VimPlay(before, options: options)
    play.press(keys)
    #expect(play.marked == after)
  }

  @Test("a new line is only indented if continuation is off")
  func plain() {
    var play = VimPlay("- one|")
    play.press("A<CR>two<Esc>ox")
    #expect(play.marked == "- one\ntwo\nx|\n")
  }

  @Test("marks below move along with a new item")
  func marks() {
    var options = VimOptions()
    options.continuesItems = true
    var play = VimPlay("- one|\n\nend", options: options)
    play.press("Gmaggox<Esc>`aiX")
    #expect(play.marked == "- one\n- x\n\nX|end")
  }

  static let others: [Row] = [
    // Comments.
    ("o|ne\n\ntwo", "gcG", "|%% one %%\n\n%% two %%"),
    ("%% o|ne %%", "gcc", "|one"),
    ("- o|ne", "gcc", "|- %% one %%"),
    ("o|ne\ntwo", "gcj.", "|one\ntwo"),
    ("o|ne\ntwo\nthree", "Vjgc", "|%% one %%\n%% two %%\nthree"),
    ("o|ne\ntwo", "gcju", "o|ne\ntwo"),
    // Headings.
    ("a|\n# b\nc\n## d", "zj", "a\n|# b\nc\n## d"),
    ("a|\n# b\nc\n## d", "2zj", "a\n# b\nc\n|## d"),
    ("a\n# b\nc|\n## d", "zk", "a\n|# b\nc\n## d"),
    ("a|\n# b", "zjzj", "a\n|# b"),
    ("a|\nx\n# b\nc", "dzj", "|c"),
  ]

  @Test("keys toggle comments and move to headings", arguments: others)
  func other(before: String, keys: String, after: String) {
    var play = VimPlay(before)
    play.press(keys)
    #expect(play.marked == after)
  }

  /// With `^` where the cursor is.
  static let cells: [Row] = [
    ("| one | t^wo |", "di|", "| one | ^ |"),
    ("| one | t^wo |", "da|", "| one ^|"),
    ("| o^ne | two |", "ci|x", "| x^ | two |"),
    ("| one ^|  |  |", "ci|x", "| one | x^ |  |"),
    ("a | b^", "di|", "a |^ "),
    ("a^ | b", "da|", "^ b"),
    ("| a\\|b^ | c |", "yi|$p", "| a\\|b | c |a\\|^b"),
    ("| a^ | b |", "vi|d", "| ^ | b |"),
    ("> | a^ | b |", "ci|x", "> | x^ | b |"),
  ]

  @Test("a table cell is a text object", arguments: cells)
  func cell(before: String, keys: String, after: String) {
    var play = VimPlay(before, mark: "^")
    play.press(keys)
    #expect(play.marked == after)
  }

  /// With `^` where the cursor is.
  static let filled: [Row] = [
    ("- o^ne two three four five six", "gqq", "- one two three four\n  ^five six"),
    ("- o^ne two three four five six", "gqqu", "- o^ne two three four five six"),
    (
      "> o^ne two three\n> four five six\n\n| a long cell | b |\n", "gqG",
      "> one two three four\n> five six\n\n^| a long cell | b |\n"
    ),
    ("- [ ] a task that is lo^nger than that", "gwip", "- [ ] a task that is lo^nger than that"),
    ("one two three f^our five six\nseven", "gwip", "one two three f^our\nfive six seven"),
  ]

  @Test("gq fills text like the editor's own command", arguments: filled)
  func fill(before: String, keys: String, after: String) {
    var play = VimPlay(before, mark: "^", isRead: true)
    play.press(":set tw=20<CR>" + keys)
    #expect(play.marked == after)
  }

  @Test("gq on a heading reports why nothing happens")
  func heading() {
    var play = VimPlay("# a l|ong heading that is longer than that", isRead: true)
    play.press(":set tw=20<CR>gqq")
    #expect(play.marked == "# a l|ong heading that is longer than that")
    #expect(
      play.warning == "There is no paragraph here. Headings, tables and code keep their lines.")
  }

  @Test("gx asks the program to open the address")
  func address() {
    var play = VimPlay("see https://example.or|g")
    play.press("gx")
    #expect(play.runs == [Invocation("open-url")])
  }

  @Test("a line without a table has no cell, and a message says so")
  func noCell() {
    var play = VimPlay("one |two")
    play.press("di|")
    #expect(play.warning == "There is no table in this line.")
  }
}
