import Comparing
import TestSupport
import Testing

@Suite("Differences between two texts as lines")
struct DifferenceListingTests {
  private func drawn(_ lines: [DifferenceLine]) -> String {
    lines.map { line in
      switch line.kind {
      case .same: " \(line.text)"
      case .added: "+\(line.text)"
      case .removed: "-\(line.text)"
      case .gap: "(\(line.text))"
      }
    }.joined(separator: "|")
  }

  private static let table: [(String, String, String)] = [
    ("", "", ""), ("a\n", "a\n", ""), ("", "a\n", "+a"), ("a\n", "", "-a"),
    ("a\nb\nc\n", "a\nx\nc\n", " a|-b|+x| c"),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\nx\n9\n",
      "(4 lines)| 5| 6| 7|-8|+x| 9"
    ),
    (
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n",
      "-1|+x| 2| 3| 4|(1 line)| 6| 7| 8|-9|+y"
    ),
    (
      "1\n2\n3\n4\n5\n6\n", "x\n2\n3\n4\n5\n6\n", "-1|+x| 2| 3| 4|(2 lines)"
    ),
    ("a", "a\n", "-a|(no line ending)|+a"), ("a\nb", "a\nc", " a|-b|+c"),
    ("a\r\nb\r\n", "a\nb\n", "-a\r|-b\r|+a|+b"), ("a\r\nb\r\n", "a\r\nc\r\n", " a|-b|+c"),
  ]

  @Test(
    "Differences are listed with three lines of context, and none is invisible", arguments: table
  )
  func lines(old: String, new: String, wanted: String) {
    #expect(
      drawn(
        LineDifference.listing(
          of: TextLines(Array(old.utf8)), TextLines(Array(new.utf8)), around: 3)) == wanted)
  }

  @Test("A long difference is cut, and the cut is reported")
  func muchText() {
    let new = Array(String(repeating: "a line of text\n", count: 20_000).utf8)
    let lines = LineDifference.listing(of: TextLines([]), TextLines(new))
    #expect(lines.count == 5_001)
    #expect(lines.last == DifferenceLine(.gap, "and more"))
    let long = LineDifference.listing(of: TextLines([UInt8](repeating: 0x61, count: 1 << 20)))
    #expect(long == [DifferenceLine(.gap, "and more")])
  }

  @Test(
    "For random texts the added lines are the new text's and the removed ones the old text's",
    arguments: 1...40)
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func text() -> [String] {
      (0..<Int.random(in: 0...30, using: &random)).map { _ in
        ["a", "b", "c", "d"].randomElement(using: &random) ?? ""
      }
    }
    let (old, new) = (text(), text())
    func bytes(_ lines: [String]) -> [UInt8] { lines.flatMap { Array("\($0)\n".utf8) } }
    let lines = LineDifference.listing(of: TextLines(bytes(old)), TextLines(bytes(new)))
    let counts = LineDifference.counts(from: bytes(old), to: bytes(new))
    #expect(lines.count { $0.kind == .added } == counts.added)
    #expect(lines.count { $0.kind == .removed } == counts.removed)
    #expect(old.count + counts.added - counts.removed == new.count)
    for kind in [DifferenceLine.Kind.added, .removed] {
      var rest = (kind == .added ? new : old)[...]
      for line in lines where line.kind == kind {
        let place = rest.firstIndex(of: line.text)
        #expect(place != nil)
        rest = rest[(place.map { $0 + 1 } ?? rest.endIndex)...]
      }
    }
  }
}
