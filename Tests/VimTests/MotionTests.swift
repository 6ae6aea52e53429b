import Testing

@testable import Vim

@Suite("Vim motions")
struct MotionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var before: String
    var motion: VimMotion
    var count: Int?
    var argument = ""
    /// Nil where it fails.
    var after: String?

    init(_ before: String, _ motion: VimMotion, _ after: String?, argument: String = "") {
      self.init(before, motion, nil, after, argument: argument)
    }

    init(
      _ before: String, _ motion: VimMotion, _ count: Int? = nil, _ after: String?,
      argument: String = ""
    ) {
      (self.before, self.motion, self.count, self.after) = (before, motion, count, after)
      self.argument = argument
    }

    var testDescription: String { "\(before.debugDescription) \(count ?? 1)\(motion.rawValue)" }
  }

  static let rows: [Row] = [
    // Left, right, and over the ends of lines.
    Row("a|bc", .left, "|abc"),
    Row("|abc", .left, nil),
    Row("ab|c", .right, nil),
    Row("|abc", .right, 9, "ab|c"),
    Row("abc\n|d", .leftWrapping, "ab|c\nd"),
    Row("ab|c\nd", .rightWrapping, "abc\n|d"),
    // Lines.
    Row("ab\n|cd", .down, nil),
    Row("a|b\nc\nde", .down, 2, "ab\nc\nd|e"),
    Row("a\nb\n|c", .up, 9, "|a\nb\nc"),
    Row("a|b\n  cd", .downFirst, "ab\n  |cd"),
    Row("  a|b", .hereFirst, "  |ab"),
    Row("|a\n  b\nc", .lastLine, 2, "a\n  |b\nc"),
    Row("|a\nb\n  c", .lastLine, "a\nb\n  |c"),
    Row("a\nb\n|c", .firstLine, "|a\nb\nc"),
    Row("|a\nb\nc\nd", .percent, 50, "a\n|b\nc\nd"),
    Row("|ab\ncd", .byte, 5, "ab\nc|d"),
    // Columns.
    Row("|abc\nde", .lineEnd, 2, "abc\nd|e"),
    Row("|abc  ", .lineLast, "ab|c  "),
    Row("|abc", .column, 3, "ab|c"),
    Row("\t|ab", .column, 3, "|\tab"),
    // Words.
    Row("|one two", .word, "one |two"),
    Row("|one.two", .word, "one|.two"),
    Row("|one.two x", .bigWord, "one.two |x"),
    Row("one |two\n\nx", .word, "one two\n|\nx"),
    Row("one tw|o", .word, nil),
    Row("|one two", .wordEnd, 2, "one tw|o"),
    Row("one |two", .wordBack, "|one two"),
    Row("|one", .wordBack, nil),
    Row("one |two", .wordEndBack, "on|e two"),
    Row("日本|語カナ", .word, "日本語|カナ"),
    Row("|word、次", .word, "word|、次"),
    Row("|e\u{301}gal x", .word, "e\u{301}gal |x"),
    // Characters.
    Row("|abcabc", .find, 2, "abcab|c", argument: "c"),
    Row("|abc", .find, nil, argument: "x"),
    Row("|abc", .till, "a|bc", argument: "c"),
    Row("abc|d", .findBack, "|abcd", argument: "a"),
    Row("abc|d", .tillBack, "a|bcd", argument: "a"),
    // Sentences and paragraphs.
    Row("|One. Two.", .sentence, "One. |Two."),
    Row("One (|two.) Three", .sentence, "One (two.) |Three"),
    Row("One. |Two.", .sentenceBack, "|One. Two."),
    Row("|a\nb\n\nc", .paragraph, "a\nb\n|\nc"),
    Row("|a\n  \nbc", .paragraph, "a\n  \nb|c"),
    Row("a\n\n|b", .paragraphBack, "a\n|\nb"),
    Row("|a\n\nb", .paragraph, 3, nil),
    // A form feed begins a page.
    Row("a\n|\n\u{c}b\nc\n\u{c}d", .paragraph, "a\n\n|\u{c}b\nc\n\u{c}d"),
    Row("a\n\n\u{c}b\n|c\n\u{c}d", .paragraphBack, 2, "a\n|\n\u{c}b\nc\n\u{c}d"),
    // Brackets.
    Row("|a (b) c", .percent, "a (b|) c"),
    Row("(a (b) c|)", .percent, "|(a (b) c)"),
    Row("|( \"(\" )", .percent, "( \"(\" |)"),
    Row("|none", .percent, nil),
    Row("(a (|b))", .openParenthesis, "(a |(b))"),
    Row("(a (|b))", .openParenthesis, 5, "|(a (b))"),
    Row("{a {|b}}", .closeBrace, 2, "{a {b}|}"),
    // Headings.
    Row("|a\n# b\n```\n# c\n```\n## d", .heading, 2, "a\n# b\n```\n# c\n```\n|## d"),
    Row("# a\nb\n|c", .headingBack, "|# a\nb\nc"),
  ]

  @Test("A motion goes where vim goes", arguments: rows)
  func goes(_ row: Row) {
    let given = MarkedText(row.before)
    var machine = given.machine
    let move = try? machine.move(row.motion, count: row.count, argument: row.argument)
    #expect(move.map { given.marked(at: $0.end) } == row.after)
  }

  @Test("A motion after an operator ends in its line, and includes its last character")
  func endsInLine() throws {
    var machine = MarkedText("one |two\nthree").machine
    machine.keys.pendingOperator = .delete
    let word = try machine.move(.word, count: nil, argument: "")
    #expect(word.end == VimPosition(line: 0, column: 6) && word.isInclusive)
    machine.cursor.column = 6
    let right = try machine.move(.right, count: nil, argument: "")
    #expect(right.end == machine.cursor && right.isInclusive)
  }

  @Test("Changing a word ends at the word's end, and on blanks includes them")
  func changesWord() throws {
    var machine = MarkedText("|one  two").machine
    machine.keys.pendingOperator = .change
    let word = try machine.move(.word, count: nil, argument: "")
    #expect(word.end.column == 2 && word.isInclusive)
    machine.cursor.column = 3
    let blanks = try machine.move(.word, count: nil, argument: "")
    #expect(blanks.end.column == 5 && !blanks.isInclusive)
  }

  @Test("A motion that fails halfway leaves the cursor where it got to")
  func failsHalfWay() {
    var machine = MarkedText("|one b").machine
    #expect(throws: VimFailure.self) { try machine.move(.word, count: 5, argument: "") }
    #expect(machine.cursor.column == 4)
  }

  @Test("Repeating a till motion skips the character next to the cursor")
  func passesNeighbor() throws {
    var machine = MarkedText("|a,b,c").machine
    machine.cursor = try machine.move(.till, count: nil, argument: ",").end
    #expect(machine.cursor.column == 0)
    #expect(try machine.move(.findAgain, count: nil, argument: "").end.column == 2)
  }

  @Test("Marks are reached by position or line, and a missing mark is reported")
  func reachesMarks() throws {
    var machine = MarkedText("  ab\n|cd").machine
    machine.marks.positions["a"] = VimPosition(line: 0, column: 3)
    #expect(
      try machine.move(.mark, count: nil, argument: "a").end == VimPosition(line: 0, column: 3))
    let line = try machine.move(.markLine, count: nil, argument: "a")
    #expect(line.end == VimPosition(line: 0, column: 2) && line.shape == .lines)
    #expect(
      try machine.move(.previousMark, count: nil, argument: "").end
        == VimPosition(line: 0, column: 3))
    #expect(throws: VimFailure.self) { try machine.move(.mark, count: nil, argument: "b") }
  }
}
