import Comparing
import Services
import TestSupport
import Testing
import TextEngine

@testable import Saving

@Suite("Repeated merges of notes with conflict marks")
struct ConflictRoundsTests {
  /// The sign of each line that is a mark of seven signs, from the top; nil for longer marks.
  private func marks(_ text: [UInt8]) -> [Character?] {
    ConflictText.marks(in: text).map { mark in
      let signs = mark.prefix { $0 == mark[0] }
      return signs.count == 7 ? Character(Unicode.Scalar(mark[0])) : nil
    }
  }

  /// Each conflict is whole before the next one begins.
  private func isOrderly(_ text: [UInt8]) -> Bool {
    let (marks, order) = (marks(text), Array("<=>"))
    return marks.count.isMultiple(of: 3)
      && marks.enumerated().allSatisfy { $0.element == order[$0.offset % 3] }
  }

  /// Adds some lines anywhere and changes others; marks stay as they are.
  private func edited(_ text: [UInt8], _ random: inout SeededRandom, _ words: inout Int) -> [UInt8]
  {
    var lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      words += 1
      let place = Int.random(in: 0...lines.count, using: &random)
      let isText = place < lines.count && ConflictText.marks(in: Array(lines[place].utf8)).isEmpty
      if isText, Bool.random(using: &random) {
        lines[place] += " w\(words)"
      } else {
        lines.insert("w\(words)", at: place)
      }
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private func words(_ text: [UInt8]) -> Set<Substring> {
    Set(
      String(decoding: text, as: UTF8.self).split { $0.isWhitespace }
        .filter { $0.hasPrefix("w") })
  }

  @Test("Four rounds in the editor without a resolved conflict nest no marks and lose no line")
  func rounds() {
    var random = SeededRandom(seed: 51)
    for _ in 0..<300 {
      var (count, text) = (0, Array("one\ntwo\nthree\n".utf8))
      for _ in 0..<4 {
        let (mine, theirs) = (
          edited(text, &random, &count), edited(text, &random, &count)
        )
        let merged =
          RopeMerge.merge(base: Rope(text), mine: Rope(mine), theirs: Rope(theirs))?.bytes
          ?? MarkedLines.merge(text, mine, theirs, names: ConflictMarks.names).bytes
        #expect(isOrderly(merged), "\(String(decoding: merged, as: UTF8.self))")
        let new = words(mine).union(words(theirs)).subtracting(words(text))
        #expect(new.isSubset(of: words(merged)))
        text = merged
      }
    }
  }

  @Test("Conflict marks of both sides never interleave")
  func between() {
    let base = Array("a\nb\nc\n".utf8)
    let mine = Array("<<<<<<< m\na\nb\n=======\nx\n>>>>>>> m\nc\n".utf8)
    let theirs = Array("a\n<<<<<<< t\nb\nc\n=======\ny\n>>>>>>> t\n".utf8)
    #expect(RopeMerge.merge(base: Rope(base), mine: Rope(mine), theirs: Rope(theirs)) == nil)
    let merged = MarkedLines.merge(base, mine, theirs, names: ConflictMarks.names)
    #expect(isOrderly(merged.bytes), "\(String(decoding: merged.bytes, as: UTF8.self))")
    for word in ["a", "b", "c", "x", "y"] {
      #expect(merged.bytes.split(separator: 0x0a).contains { $0.elementsEqual(word.utf8) })
    }
  }

  @Test("Conflicts that each side marked in other lines are merged without a question")
  func apart() {
    let base = Array("a\nb\nc\nd\n".utf8)
    let (one, other) = (
      "<<<<<<< m\na\n=======\nx\n>>>>>>> m\n", "<<<<<<< t\nd\n=======\ny\n>>>>>>> t\n"
    )
    let merged = RopeMerge.merge(
      base: Rope(base), mine: Rope(Array((one + "b\nc\nd\n").utf8)),
      theirs: Rope(Array(("a\nb\nc\n" + other).utf8)))
    #expect(merged?.bytes == Array((one + "b\nc\n" + other).utf8))
  }

  @Test("Conflict marks of a note with CRLF also end in CRLF when it is merged again")
  func returns() {
    let base = Array("<<<<<<< m\r\na\r\n=======\r\nb\r\n>>>>>>> t\r\n".utf8)
    let mine = Array("<<<<<<< m\r\na1\r\n=======\r\nb\r\n>>>>>>> t\r\n".utf8)
    let theirs = Array("<<<<<<< m\r\na\r\n=======\r\nb2\r\n>>>>>>> t\r\n".utf8)
    let merged = MarkedLines.merge(
      base, mine, theirs, names: ConflictMarks.names, ending: LineEnding.crlf.bytes)
    #expect(merged.bytes == Array("<<<<<<< m\r\na1\r\n=======\r\nb2\r\n>>>>>>> t\r\n".utf8))
    #expect(merged.conflicts == 1)
  }
}
