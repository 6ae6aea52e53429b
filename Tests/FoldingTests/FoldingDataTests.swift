import Bytes
import Glibc
import TestSupport
import Testing

@testable import Folding

private let folder = "/usr/share/unicode/"

@Suite(
  "Folding and Unicode's data",
  .enabled(
    if: access(folder + "UnicodeData.txt", R_OK) == 0, "needs Debian's package unicode-data"))
struct FoldingDataTests {
  @Test("Every scalar's key is its decomposition, folded and decomposed again")
  func names() throws {
    let data = try UnicodeFiles()
    var wrong: [String] = []
    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let key = Folding.name(Array(String(Character(scalar)).utf8))
      var expected: [UInt8] = []
      for each in data.name(of: value) {
        UTF8Scalars.append(try #require(Unicode.Scalar(each)), to: &expected)
      }
      if key != expected { wrong.append("U+\(String(value, radix: 16))") }
    }
    #expect(wrong == [])
  }

  @Test("Every scalar is searched as its letters without case and without optional marks")
  func words() throws {
    let data = try UnicodeFiles()
    var wrong: [String] = []
    var changed = 0
    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      var folded: [UInt32] = []
      Folding.word(scalar) { folded.append($0.value) }
      if folded != [value] { changed += 1 }
      if folded != data.word(of: value) { wrong.append("U+\(String(value, radix: 16))") }
    }
    #expect(wrong == [])
    #expect(changed > 8_000)
  }
}

/// What the files of Unicode say, read as plainly as can be.
private struct UnicodeFiles {
  private var canonical: [UInt32: [UInt32]] = [:]
  private var compatible: [UInt32: [UInt32]] = [:]
  private var category: [UInt32: Substring] = [:]
  private var combining: [UInt32: Int] = [:]
  private var folding: [UInt32: [UInt32]] = [:]
  private var barred: Set<UInt32> = []
  private var readBare: Set<UInt32> = []

  /// Not Unicode's, but what people take for a mark.
  private static let strokes: [UInt32: String] = [
    0xe6: "ae", 0xf8: "o", 0x111: "d", 0x127: "h", 0x131: "i", 0x142: "l", 0x153: "oe", 0x167: "t",
  ]

  init() throws {
    for line in try Self.lines("UnicodeData.txt") {
      let fields = line.split(separator: ";", omittingEmptySubsequences: false)
      let scalar = try Self.number(fields[0])
      category[scalar] = fields[2]
      combining[scalar] = Int(fields[3])
      let parts = fields[5].split(separator: " ")
      if parts.first?.hasPrefix("<") == true {
        compatible[scalar] = try parts.dropFirst().map(Self.number)
      } else if !parts.isEmpty {
        canonical[scalar] = try parts.map(Self.number)
      }
    }
    for fields in try Self.table("CaseFolding.txt") where ["C", "F"].contains(fields[1]) {
      folding[try Self.number(fields[0])] = try fields[2].split(separator: " ").map(Self.number)
    }
    let bare = ["Inherited", "Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Syriac"]
    for fields in try Self.table("Scripts.txt") where bare.contains(String(fields[1])) {
      readBare.formUnion(try Self.range(fields[0]))
    }
    for fields in try Self.table("DerivedCoreProperties.txt")
    where fields[1] == "Default_Ignorable_Code_Point" {
      barred.formUnion(try Self.range(fields[0]))
    }
    barred.subtract([0x200b, 0x115f, 0x1160, 0x3164, 0xffa0])
  }

  func name(of scalar: UInt32) -> [UInt32] {
    let folded = decomposed(scalar).flatMap { folding[$0] ?? [$0] }
    return ordered(folded.flatMap(decomposed))
  }

  func word(of scalar: UInt32) -> [UInt32] {
    if (0xac00...0xd7a3).contains(scalar) { return [scalar] }
    var word = [scalar]
    while true {
      let next = word.flatMap(plain).flatMap { folding[$0] ?? [$0] }
        .flatMap { letter in Self.strokes[letter]?.unicodeScalars.map(\.value) ?? [letter] }
        .filter { !isDropped($0) }
      if next == word { return word }
      word = next
    }
  }

  private func isDropped(_ scalar: UInt32) -> Bool {
    if barred.contains(scalar) { return true }
    return (category[scalar] == "Mn" || category[scalar] == "Me") && readBare.contains(scalar)
      && !(0xfff9...0xfffb).contains(scalar)
  }

  private func plain(_ scalar: UInt32) -> [UInt32] {
    if let parts = canonical[scalar] {
      if parts.last == 0x3099 || parts.last == 0x309a { return [scalar] }
      return parts.flatMap(plain)
    }
    guard let parts = compatible[scalar], !parts.contains(0x20) else { return [scalar] }
    return parts.flatMap(plain)
  }

  private func decomposed(_ scalar: UInt32) -> [UInt32] {
    if (0xac00...0xd7a3).contains(scalar) {
      let index = scalar - 0xac00
      let final = index % 28
      return [0x1100 + index / 588, 0x1161 + index % 588 / 28]
        + (final == 0 ? [] : [0x11a7 + final])
    }
    return canonical[scalar]?.flatMap(decomposed) ?? [scalar]
  }

  private func ordered(_ scalars: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in scalars {
      let own = combining[scalar] ?? 0
      var place = result.count
      while own > 0, place > 0, (combining[result[place - 1]] ?? 0) > own { place -= 1 }
      result.insert(scalar, at: place)
    }
    return result
  }

  private static func number(_ text: Substring) throws -> UInt32 {
    try #require(UInt32(text, radix: 16))
  }

  private static func range(_ text: Substring) throws -> ClosedRange<UInt32> {
    let ends = text.split(separator: ".")
    return try number(ends[0])...number(ends[ends.count - 1])
  }

  private static func table(_ name: String) throws -> [[Substring]] {
    try lines(name).compactMap { line in
      let fields = line.prefix { $0 != "#" }.split(separator: ";").map {
        $0.split(separator: " ").joined(separator: " ")[...]
      }
      return fields.count > 1 ? fields : nil
    }
  }

  private static func lines(_ name: String) throws -> [Substring] {
    try #require(textLines(of: folder + name))
  }
}
