import Regex
import TextEngine
import Testing

@testable import Vim

@Suite("A substitution")
struct VimSubstituteTests {
  /// Lines that are easy for a pattern, and one that it could try practically forever.
  static let hardText =
    "ab aa\nab aa\n" + String(repeating: "a", count: 60) + "!\nab aa"

  @Test(
    "a slow pattern uses up the budget of its key, and the next key has its own",
    arguments: [
      #":%s/\v(a|aa)+$/x/<CR>"#, #":g/a/s/\v(a|aa)+$/x/<CR>"#, #":g/ab\|!/s/\v(a|aa)+$/x/<CR>"#,
      #":g/a/s/a/y/|s/\v(a|aa)+$/x/<CR>"#,
      #":g/a/normal x:s/\v(a|aa)+$/x/<C-v><CR><CR>"#, #":g/a/sil! s/\v(a|aa)+$/x/<CR>"#,
      #":g/\v(a|aa)+$/d<CR>"#, #":v/\v(a|aa)+$/d<CR>"#, #":sort /\v(a|aa)+$/<CR>"#,
      #"/\v(aa|aaa)+!!|(a|aa)+$<CR>2n"#, #":%s/\v((a|aa)+[bc])@<=!/x/<CR>"#,
    ])
  func takesTooLong(keys: String) {
    var play = VimPlay("|" + Self.hardText)
    play.press(keys)
    #expect(play.document.budget.isSpent, "\(keys)")
    // The next key has a budget of its own.
    play.press(":%s/b/c/<CR>")
    #expect(!play.text.contains("b"), "\(keys)")
  }

  @Test("a group may be repeated over a long line")
  func longLine() {
    let line = String(repeating: "ab ", count: 4_000)
    var play = VimPlay("|" + line + "c")
    play.press(#":s/\v^(\w|\s)*c/x/<CR>"#)
    #expect(play.text == "x")
  }

  struct Row: Sendable {
    let text: String
    let lines: [String]
    let after: String
    let cursor: [Int]

    init(_ text: String, _ lines: String..., after: String, at cursor: [Int]) {
      self.text = text
      self.lines = lines
      self.after = after
      self.cursor = cursor
    }
  }

  /// Results as in vim, with the cursor at the start.
  static let rows: [Row] = [
    .init("a b\nc", "s/a/x|y/", after: "x|y b\nc", at: [1, 0]),
    .init("a b a", "s/a/x/g", after: "x b x", at: [1, 0]),
    .init("a\nb\na", "%s/a/x/", after: "x\nb\nx", at: [3, 0]),
    .init("one two", #"s/\(\w\+\) \(\w\+\)/\u\2 \U\1\E!/"#, after: "Two ONE!", at: [1, 0]),
    .init("ONE TWO", #"s/\w\+/\L\u&/g"#, after: "One Two", at: [1, 0]),
    .init("aa ba", #"s/a/\r/g"#, after: "\n\n b\n", at: [4, 0]),
    .init("x y", #"s/ /\t/"#, after: "x\ty", at: [1, 0]),
    .init("x y", #"s/ /\\/"#, after: "x\\y", at: [1, 0]),
    .init("x y", #"s/y/[&\&]/"#, after: "x [y&]", at: [1, 0]),
    .init("a/b/c", #"s+/+\/+g"#, after: "a/b/c", at: [1, 0]),
    .init("aa\nbb", "s/a/X~b/", "s/X/[~]/", "&&", after: "[[[Xb]]b]ba\nbb", at: [1, 0]),
    .init("a\nb\nc\nd", #"%s/\n/,/"#, after: "a,b,c,d,", at: [1, 0]),
    .init("a\nb\nc\nd", #"%s/\n//"#, after: "abcd", at: [1, 3]),
    .init("a\nb\nc\nd", #"1,2s/\n//"#, after: "abc\nd", at: [1, 2]),
    .init("foobar barfoo", #"%s/\vfoo\zs|\zefoo/X/g"#, after: "fooXbar barfooX", at: [1, 0]),
    .init("aaa bbb", #"s/a\{-1,2}/X/g"#, after: "XXX bbb", at: [1, 0]),
    .init("abc", "s/x*/-/g", after: "-a-b-c", at: [1, 0]),
    .init("a b\na b\na b\na b", "s/ /_/g 3", after: "a_b\na_b\na_b\na b", at: [3, 0]),
    .init("a b a", "s/a/x/", "s", after: "x b x", at: [1, 0]),
    .init("a b a", "s/a/x/", "&&", after: "x b x", at: [1, 0]),
    .init("aa\naa", "s/a/x/g", "2&", after: "xx\nxa", at: [2, 0]),
    .init("aa\naa", "s/a/x/g", "2&&", after: "xx\nxx", at: [2, 0]),
    .init("a b", "s/a/x/", "s//y/e", after: "x b", at: [1, 0]),
    .init("A b", "s/a/x/i", after: "x b", at: [1, 0]),
    .init("a A", "s/a/x/n", after: "a A", at: [1, 0]),
    .init("aXb", "s/x/y/gi|s/a/c/", after: "cyb", at: [1, 0]),
    .init("  ab\n  cd", "%s/[ac]/x/", after: "  xb\n  xd", at: [2, 2]),
    .init("a 1\nb 2", #"%s/\d/\=submatch(0)+1/"#, after: "a 2\nb 3", at: [2, 0]),
    .init("a b", #"s/\w/\=toupper(submatch(0)).line('.')/g"#, after: "A1 B1", at: [1, 0]),
    .init("naïve", #"s/.*/\U&/"#, after: "NAÏVE", at: [1, 0]),
  ]

  @Test("a substitution gives the same result as in vim", arguments: rows)
  func replaces(_ row: Row) throws {
    var typing = VimTyping(row.text)
    #expect(typing.type(all: row.lines) == nil, "\(row)")
    #expect(typing.text == row.after, "\(row)")
    #expect(typing.cursor == row.cursor, "\(row)")
  }

  @Test(
    "an error in a substitution is reported",
    arguments: [
      ("s/x/y/", "E486: Pattern not found: x"), ("s", "E35"), ("s/a/b/ z", "E488"), ("&&", "E35"),
      (#"s/\(a/b/"#, "E54"), ("s/a/b/ 0", "E939"), (#"s\a/b/"#, "E10"), ("9s/a/b/", "E16"),
    ])
  func fails(line: String, message: String) {
    var typing = VimTyping("abc")
    #expect(typing.type(all: [line])?.hasPrefix(message) == true)
    #expect(typing.text == "abc")
  }

  @Test(
    "a substitution asks at each match",
    arguments: [
      ("y n y", "x b a\nx", [2, 0]), ("n y a", "a b x\nx", [2, 0]), ("y l", "x b x\na", [1, 0]),
      ("a", "x b x\nx", [2, 0]), ("n q", "a b a\na", [1, 4]), ("z y Esc", "x b a\na", [1, 4]),
    ])
  func asks(keys: String, after: String, cursor: [Int]) throws {
    var typing = VimTyping("a b a\na")
    try typing.type("%s/a/x/gc")
    #expect(typing.machine.mode == .confirm)
    #expect(typing.machine.confirmed == "x")
    for key in keys.split(separator: " ") { try typing.machine.confirm(String(key)) }
    #expect(typing.machine.mode == .normal)
    #expect(typing.text == after)
    #expect(typing.cursor == cursor)
  }
}
