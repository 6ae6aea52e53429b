import Testing

@testable import TextEngine

@Suite("Highlighting while the text changes")
struct HighlighterTests {
  private static func lines(_ count: Int, _ line: String = "some *words* here\n") -> [UInt8] {
    (0..<count).flatMap { _ in Array(line.utf8) }
  }

  @Test("A fence typed at the top turns the visible text into code at once")
  func fenceAbove() {
    let note = HighlightedText(Self.lines(2000))
    #expect(note.kinds(30).count == 3)
    note.insert("```\n", at: .zero)
    #expect(note.kinds(31) == [[.codeBlock]])
    #expect(note.isFinal(31))
  }

  @Test("Text far below a new fence is corrected in the background and reported as changed")
  func fenceFarAbove() {
    let note = HighlightedText(Self.lines(40_000))
    #expect(note.isFinal(30_000))
    note.insert("```\n", at: .zero)
    #expect(!note.isFinal(30_001))
    #expect(note.readAll() == 1)
    #expect(note.kinds(30_001) == [[.codeBlock]])
    #expect(note.isFinal(30_001))
  }

  @Test("A fence just above the visible text counts before any background reading")
  func fenceNearAbove() {
    let note = HighlightedText(Self.lines(20_000))
    #expect(note.kinds(10_000).count == 3)
    note.insert("```\n", at: note.text.start(of: LineNumber(9500)))
    #expect(note.kinds(10_001) == [[.codeBlock]])
    #expect(note.isFinal(10_001))
  }

  @Test("The state at the end of an unread text is guessed from the fences near it")
  func guesses() {
    let end = Array("word\n\nlet *a* = 1\n```\n\n```swift\nb\n```\n".utf8)
    let note = HighlightedText(Self.lines(20_000) + end, isRead: false)
    #expect(note.kinds(20_002) == [[.codeBlock]])
    #expect(!note.isFinal(20_002))
    #expect(note.readAll() == 1)
    #expect(note.kinds(20_002).count == 3)
  }

  @Test("Text appended at the end is highlighted too")
  func grows() {
    let note = HighlightedText("<!-- a")
    #expect(note.kinds(0) == [[.comment, .marker], [.comment]])
    note.append("b\n--> *c*\n")
    #expect(note.kinds(0).count == 2)
    #expect(note.kinds(1).count == 4)
  }

  @Test(
    "A piece of a very long line costs only the text near it", arguments: ["word *it* ", "a", "日"])
  func longLine(_ piece: String) {
    let note = HighlightedText(Self.lines(2_000_000 / piece.utf8.count, piece), isRead: false)
    let middle = (1_000_000..<1_004_000).offsets
    _ = note.spans(middle)
    let near = note.highlighter.window.units.reduce(0) { $0 + $1.end - $1.start }
    #expect(near < 40_000)
    _ = note.readAll()
    #expect(note.spans(middle).isEmpty == (piece.utf8.count < 5))
    #expect(note.isFinal(middle))
    let units = note.highlighter.window.units
    #expect(units.allSatisfy { $0.end - $0.start <= ScanBuffer.longestLine })
  }

  @Test(
    "Hostile lines take steps in proportion to their length",
    arguments: [
      "[", "*", "`", "a `", "**a* ", "[a](", "[[", "$$ ", "<!-- ", "%%", "> ", "- ", "a <!-- ",
      "~~a ",
      "#", "_a_", "<a ", "![", "[](a \"", "\\", "|", "a://", "& ", "$a", "[a][", "*_", "``` ",
    ])
  func hostile(_ piece: String) {
    for ending in ["", "\n"] {
      let length = ending.isEmpty ? 100_000 : 10_000
      let text = Rope(Self.lines(length / piece.utf8.count, piece + ending))
      var scanner = BlockScanner(ScanBuffer(text), isPainting: true)
      var offset = 0
      var state = BlockState()
      while offset < text.byteCount {
        let unit = scanner.unit(at: offset, state)
        (offset, state) = (unit.end, unit.after)
      }
      #expect(scanner.steps < 40 * text.byteCount)
      #expect(scanner.buffer.readCount < 8 * text.byteCount)
    }
  }

  @Test("A key changes the inks of its own paragraph alone")
  func keyIsCheap() {
    let note = HighlightedText(Self.lines(60_000, "some *words* here\n\n"))
    for line in 30_000..<30_050 { _ = note.kinds(line) }
    let before = note.highlighter.window.units.count
    note.insert("x", at: note.text.start(of: LineNumber(30_048)))
    #expect(note.highlighter.window.units.count >= before - 4)
    #expect(note.kinds(30_048).count == 3)
    #expect(note.isFinal(30_048))
  }

  @Test("The highlighter follows several edits without queries between them")
  func editsBetweenLooks() {
    let note = HighlightedText(Self.lines(1_000, "*a*\n\n"))
    #expect(note.kinds(1_200).count == 3)
    let start = note.highlighter.window.start
    #expect(start > 10)
    note.replace((start - 10..<start + 10).offsets, with: "")
    note.replace(note.text.content(of: LineNumber(1_180)), with: "abc")
    #expect(note.kinds(1_178).count == 3)
    #expect(note.kinds(1_180).isEmpty)
  }
}
