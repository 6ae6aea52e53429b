import Bytes
import Comparing
import Entities
import Merging
import Services
import TestSupport
import Testing

/// Texts that chance edits on two sides.
@Suite struct FileModelTests {
  @Test(arguments: 0..<20)
  func noLineThatASideAddedIsLost(run: Int) throws {
    var random = SeededRandom(seed: Thorough.seed &* 1000 &+ UInt64(run))
    for _ in 0..<(Thorough.isAsked ? 2_000 : 150) {
      var words = 0
      let base = Self.text(&random, &words)
      let one = Self.edited(base, &random, &words)
      let other = Self.edited(base, &random, &words)
      let path = NotePath(Bool.random(using: &random) ? "a.md" : "b.txt")
      let isNew = Int.random(in: 0..<8, using: &random) == 0
      let found = FileMerge.merge(
        at: path, base: isNew ? nil : base, one: one, other: other,
        names: ConflictNames("laptop", "phone"))
      let turned = FileMerge.merge(
        at: path, base: isNew ? nil : base, one: other, other: one,
        names: ConflictNames("phone", "laptop"))
      #expect(found == turned)
      let merged = try #require(found)
      let there = Self.words(of: merged.bytes)
      let old = isNew ? [] : Self.words(of: base)
      for side in [one, other] {
        let lost = Self.words(of: side).subtracting(old).subtracting(there)
        #expect(
          lost.isEmpty, "\(lost) of \(Self.shown(base)), \(Self.shown(one)), \(Self.shown(other))")
      }
      // No word appears from nowhere: words removed by both sides are gone.
      let gone = old.subtracting(Self.words(of: one)).subtracting(Self.words(of: other))
      #expect(gone.isDisjoint(with: there))
      if merged.conflicts == 0 {
        for side in [one, other] {
          let again = FileMerge.merge(
            at: path, base: side, one: merged.bytes, other: side,
            names: ConflictNames("laptop", "phone"))
          #expect(again?.bytes == merged.bytes)
        }
      }
    }
  }

  @Test(
    "Four rounds of unresolved conflicts lose no line, and no marks nest or grow (chaos L6)",
    arguments: 0..<20)
  func conflictsThatAreNotSettledNeverNestAndLoseNoLine(run: Int) throws {
    var random = SeededRandom(seed: Thorough.seed &* 1000 &+ 500 &+ UInt64(run))
    for _ in 0..<(Thorough.isAsked ? 500 : 40) {
      var words = 0
      var text = Self.text(&random, &words)
      for round in 1...4 {
        let one = Self.edited(text, &random, &words)
        let other = Self.edited(text, &random, &words)
        let names = ConflictNames("laptop \(round)", "phone \(round)")
        let merged = try #require(
          FileMerge.merge(at: NotePath("a.md"), base: text, one: one, other: other, names: names))
        let (old, there) = (Self.words(of: text), Self.words(of: merged.bytes))
        for side in [one, other] {
          let lost = Self.words(of: side).subtracting(old).subtracting(there)
          #expect(lost.isEmpty, "\(lost) of \([text, one, other].map(Self.shown))")
        }
        #expect(
          Self.hasOrderlyMarks(merged.bytes),
          "\([text, one, other, merged.bytes].map(Self.shown))")
        text = merged.bytes
      }
    }
  }

  /// Each conflict is whole before the next one begins, and its marks have seven signs.
  private static func hasOrderlyMarks(_ bytes: [UInt8]) -> Bool {
    let text = TextLines(bytes)
    let order = [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">")]
    let marks = (0..<text.count).compactMap { ConflictMark.read(text.text(of: $0)) }
    return marks.count.isMultiple(of: 3) && marks.allSatisfy { $0.length == ConflictMark.shortest }
      && zip(marks.indices, marks).allSatisfy { $1.mark.sign == order[$0 % 3] }
  }

  private static func shown(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).debugDescription
  }

  /// Each is typed once; two that were glued are another one.
  private static func words(of text: [UInt8]) -> Set<String> {
    Set(
      String(decoding: text, as: UTF8.self).split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        .map(String.init)
    ).filter { $0.first == "w" }.reduce(into: []) { $0.insert($1) }
  }

  private static func line(_ random: inout SeededRandom, _ words: inout Int) -> String {
    words += 1
    return ["w\(words)", "- [ ] w\(words)", "- w\(words)", "# w\(words)"].randomElement(
      using: &random) ?? ""
  }

  private static func text(_ random: inout SeededRandom, _ words: inout Int) -> [UInt8] {
    var lines: [String] = []
    if Int.random(in: 0..<3, using: &random) == 0 {
      lines = ["---", "tags: [w0a, w0b]", "title: w0c", "---"]
    }
    for _ in 0..<Int.random(in: 0..<7, using: &random) {
      lines.append(
        Int.random(in: 0..<5, using: &random) == 0 ? "" : line(&random, &words))
    }
    return joined(lines, &random)
  }

  private static func joined(_ lines: [String], _ random: inout SeededRandom) -> [UInt8] {
    let ending = Int.random(in: 0..<5, using: &random) == 0 ? "\r\n" : "\n"
    let isEnded = Int.random(in: 0..<3, using: &random) > 0 && !lines.isEmpty
    return Array((lines.joined(separator: ending) + (isEnded ? ending : "")).utf8)
  }

  private static func edited(
    _ base: [UInt8], _ random: inout SeededRandom, _ words: inout Int
  ) -> [UInt8] {
    let text = TextLines(base)
    var lines = (0..<text.count).map { String(decoding: text.text(of: $0), as: UTF8.self) }
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let index = Int.random(in: 0...lines.count, using: &random)
      let isMark = index < lines.count && ConflictMark.read(lines[index].utf8) != nil
      switch isMark ? 5 : Int.random(in: 0..<6, using: &random) {
      case 0 where index < lines.count: lines.remove(at: index)
      case 1 where index < lines.count:
        words += 1
        lines[index] += " w\(words)"
      case 2 where index < lines.count && lines[index].hasPrefix("- [ ] "):
        words += 1
        lines[index] = "- [x] " + lines[index].dropFirst(6) + " ✅ 2026-03-0\(1 + words % 9)"
      case 3 where lines.first == "---" && lines.count > 1 && lines[1].hasPrefix("tags: ["):
        words += 1
        lines[1] = "tags: [w\(words), " + lines[1].dropFirst(7)
      case 4 where lines.first == "---":
        words += 1
        lines.insert("key\(words): w\(words)", at: 1)
      default: lines.insert(line(&random, &words), at: index)
      }
    }
    return joined(lines, &random)
  }
}
