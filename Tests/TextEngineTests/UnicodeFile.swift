import Glibc
import TestSupport

@testable import TextEngine

/// The data that Unicode publishes, as Debian's package `unicode-data` has it.
enum UnicodeFile {
  static let widths = "EastAsianWidth.txt"
  static let ages = "DerivedAge.txt"
  static let breaks = "auxiliary/GraphemeBreakProperty.txt"
  static let breakTest = "auxiliary/GraphemeBreakTest.txt"
  static let emoji = "emoji/emoji-test.txt"

  private static let folder = "/usr/share/unicode/"

  static let isThere = [widths, ages, breaks, breakTest, emoji].allSatisfy {
    access(folder + $0, R_OK) == 0
  }
  static let why = "needs Debian's package unicode-data"

  /// Each line with its fields and, at last, its comment.
  static func lines(of name: String) -> [(fields: [Substring], comment: Substring)] {
    (textLines(of: folder + name) ?? []).compactMap { line in
      let parts = line.split(
        separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let fields = parts[0].split(separator: ";").map { $0.trimmed }
      if fields.isEmpty || fields[0].isEmpty { return nil }
      return (fields, parts.count > 1 ? parts[1].trimmed : "")
    }
  }

  /// `0041` or `0041..005A`.
  static func scalars(_ field: Substring) -> [Unicode.Scalar] {
    let ends = field.split(separator: ".").compactMap { UInt32($0, radix: 16) }
    guard let low = ends.first, let high = ends.last else { return [] }
    return (low...high).compactMap(Unicode.Scalar.init)
  }

  /// `0061 0301`.
  static func text(_ field: Substring) -> String {
    var text = ""
    for scalar in field.split(separator: " ").flatMap({ scalars($0) }) {
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = self.drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
