import Bytes

/// The id by which other notes link a note, where its file's name begins with one.
package enum NameID {
  /// `20220621T062327`, as Denote writes it; `202206210623` and `20220621062327`; `1a2b-` with a digit
  /// among the four, as zk does. Nil where the name, without its extension, begins otherwise.
  package static func of(_ stem: [UInt8]) -> [UInt8]? {
    let digits = stem.prefix(while: Byte.isDigit).count
    if digits == 12 || digits == 14 { return Array(stem.prefix(digits)) }
    if digits == 8, stem.count >= 15, stem[8] == UInt8(ascii: "T"),
      stem[9..<15].allSatisfy(Byte.isDigit)
    {
      return Array(stem.prefix(15))
    }
    let start = stem.prefix(4)
    guard stem.count > 4, stem[4] == UInt8(ascii: "-"), start.contains(where: Byte.isDigit),
      start.allSatisfy({ Byte.isDigit($0) || (0x61...0x7a).contains($0) })
    else { return nil }
    // A year is none: `2026-03-02`.
    return digits == 4 && stem.count == 10 ? nil : Array(start)
  }
}
