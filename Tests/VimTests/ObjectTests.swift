import TextEngine
import Testing

@testable import Vim

@Suite("The range of text objects")
struct ObjectTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var before: String
    var object: VimObject
    var around: Bool
    var count: Int?
    /// Between `[` and `]`; nil where it fails.
    var after: String?

    init(_ before: String, _ object: VimObject, around: Bool = false, _ after: String?) {
      self.init(before, object, around: around, nil, after)
    }

    init(
      _ before: String, _ object: VimObject, around: Bool = false, _ count: Int?, _ after: String?
    ) {
      (self.before, self.object, self.around) = (before, object, around)
      (self.count, self.after) = (count, after)
    }

    var testDescription: String {
      "\(before.debugDescription) \(count ?? 1)\(around ? "a" : "i") \(object.rawValue)"
    }
  }

  /// Texts without brackets, so that brackets can show the object found.
  static let rows: [Row] = [
    Row("one t|wo three", .word, "one [two] three"),
    Row("one t|wo three", .word, around: true, "one [two ]three"),
    Row("one t|wo", .word, around: true, "one[ two]"),
    Row("one| two", .word, "one[ ]two"),
    Row("o|ne two three", .word, around: true, 2, "[one two ]three"),
    Row("a.b| c", .bigWord, "a.b[ ]c"),
    Row("One.  T|wo. Three.", .sentence, "One.  [Two.] Three."),
    Row("One. T|wo. Three.", .sentence, around: true, "One. [Two. ]Three."),
    Row("(a (|b) c)", .parentheses, "(a ([b]) c)"),
    Row("(a (|b) c)", .parentheses, around: true, "(a [(b)] c)"),
    Row("(a (|b) c)", .parentheses, 2, "([a (b) c])"),
    Row("a| (b)", .parentheses, "a ([b])"),
    Row("a|b", .parentheses, nil),
    Row("{\n  a|\n}", .braces, "{\n[  a\n]}"),
    Row("<|a>", .angles, around: true, "[<a>]"),
    Row("x \"a| b\" c", .doubleQuote, "x \"[a b]\" c"),
    Row("x \"a| b\" c", .doubleQuote, around: true, "x [\"a b\" ]c"),
    Row("x \"|b\"", .doubleQuote, around: true, "x[ \"b\"]"),
    Row("|x 'b'", .singleQuote, "x '[b]'"),
    Row("'a\\'|b'", .singleQuote, "'[a\\'b]'"),
    Row("<a><b>x|</b></a>", .tag, "<a><b>[x]</b></a>"),
    Row("<a><b>x|</b></a>", .tag, around: true, 2, "[<a><b>x</b></a>]"),
    Row("<p>a<br>|b</p>", .tag, "<p>[a<br>b]</p>"),
    // Of Markdown.
    Row("a **b| c** d", .star, "a **[b c]** d"),
    Row("a **b| c** d", .star, around: true, "a [**b c**] d"),
    Row("a *b **c|** d*", .star, "a *b **[c]** d*"),
    Row("a| _b_", .underscore, "a _[b]_"),
    Row("- (x) a| b", .item, "- [(x) a b]"),
    Row("1. a| b", .item, "1. [a b]"),
    Row("> - a| b", .item, "> - [a b]"),
  ]

  @Test("A text object has the same range as in vim", arguments: rows)
  func selects(_ row: Row) {
    let given = MarkedText(row.before)
    var machine = given.machine
    machine.keys.pendingOperator = .yank
    let move = try? machine.select(row.object, count: row.count, around: row.around)
    let found = move.map {
      given.marked(from: $0.start, to: $0.end, isInclusive: $0.isInclusive)
    }
    #expect(found == row.after)
  }

  struct Lines: Sendable {
    var before: String
    var object: VimObject
    var around: Bool
    var lines: ClosedRange<Int>?
  }

  static let lines: [Lines] = [
    Lines(before: "a\n|b\n\nc", object: .paragraph, around: false, lines: 0...1),
    Lines(before: "a\n|b\n\nc", object: .paragraph, around: true, lines: 0...2),
    Lines(before: "a\n\n|b", object: .paragraph, around: true, lines: 1...2),
    Lines(before: "a\n| \n\nb", object: .paragraph, around: false, lines: 1...2),
    Lines(before: "a\n\n\u{c}b\n|c\n\u{c}d", object: .paragraph, around: false, lines: 2...3),
    Lines(before: "a\n\n|\u{c}b\nc\n\u{c}d", object: .paragraph, around: true, lines: 1...3),
    Lines(before: "# a\n|b\n## c\nd\n# e", object: .heading, around: true, lines: 0...3),
    Lines(before: "# a\nb\n## c\n|d\n# e", object: .heading, around: false, lines: 3...3),
    Lines(before: "|a\n# b", object: .heading, around: true, lines: nil),
    Lines(before: "- a\n  |- b\n    c\n- d", object: .item, around: true, lines: 1...2),
    Lines(before: "- a\n  - b\n    c\n\n|- d", object: .item, around: true, lines: 4...4),
    Lines(before: "```\n|a\n```\nb", object: .code, around: false, lines: 1...1),
    Lines(before: "```\n|a\n```\nb", object: .code, around: true, lines: 0...2),
    Lines(before: "```\na\n```\n|b", object: .code, around: true, lines: nil),
  ]

  @Test("Paragraphs, sections, items and code are objects of whole lines", arguments: lines)
  func selectsLines(_ row: Lines) {
    var machine = MarkedText(row.before).machine
    machine.keys.pendingOperator = .yank
    let move = try? machine.select(row.object, count: nil, around: row.around)
    #expect(move.map { ($0.start?.line ?? 0)...$0.end.line } == row.lines)
    if let move { #expect(move.shape == .lines) }
  }

  @Test("A link object is the text between its brackets")
  func selectsLink() throws {
    var machine = MarkedText("a [[b| c]] d").machine
    let inner = try machine.select(.link, count: nil, around: false)
    #expect(inner.start?.column == 4 && inner.end.column == 6)
    let outer = try machine.select(.link, count: nil, around: true)
    #expect(outer.start?.column == 2 && outer.end.column == 8)
  }

  @Test("Each further object extends the selection")
  func grows() throws {
    var machine = MarkedText("(a (|be) c) d").machine
    machine.mode = .visual(.characters)
    machine.visual.start = machine.cursor
    for columns in [4...5, 1...8] {
      let move = try machine.select(.parentheses, count: nil, around: false)
      machine.visual.start = try #require(move.start)
      machine.cursor = move.end
      #expect(machine.visual.start.column...machine.cursor.column == columns)
    }
  }

  @Test("The object inside empty brackets is empty")
  func takesNothing() throws {
    var machine = MarkedText("a(|)").machine
    machine.keys.pendingOperator = .delete
    let move = try machine.select(.parentheses, count: nil, around: false)
    #expect(move.start == move.end && !move.isInclusive)
  }
}
