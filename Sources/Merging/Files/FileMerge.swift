package import Comparing
package import Entities
import Services

/// Two versions of a file that came of one, brought together.
///
/// ```swift
/// let merged = FileMerge.merge(
///   at: path, base: old, one: mine, other: theirs, names: ConflictNames("laptop", "phone"))
/// ```
///
/// Which side is called which changes no byte of the result.
package enum FileMerge {
  /// Nil for what is no text, or cannot be one text without harm: both versions are to be kept then.
  /// Without a base both sides made the file.
  package static func merge(
    at path: NotePath, base: [UInt8]?, one: [UInt8], other: [UInt8], names: ConflictNames
  ) -> MergedText? {
    if one == other || other == base { return MergedText(bytes: one) }
    if one == base { return MergedText(bytes: other) }
    let kind = FileKind(path)
    guard kind != .closed,
      ([base].compactMap { $0 } + [one, other]).allSatisfy({ isText($0, kind) })
    else { return nil }
    let isSwapped = isLess(names.second, other, names.first, one)
    let shown = isSwapped ? names.swapped : names
    let (mine, theirs) = isSwapped ? (other, one) : (one, other)
    return TextMerge(path: path, base: base, mine: mine, theirs: theirs, names: shown).run()
  }

  /// What git has in place of a file that git-lfs keeps: of two there is no third.
  private static let pointer = Array("version https://git-lfs.github.com/spec/".utf8)

  /// A note is one in any encoding that has no zero bytes, as UTF-16 has.
  private static func isText(_ bytes: [UInt8], _ kind: FileKind) -> Bool {
    !bytes.contains(0) && !bytes.starts(with: pointer)
      && (kind == .note || String(validating: bytes, as: UTF8.self) != nil)
  }

  private static func isLess(
    _ name: String, _ text: [UInt8], _ otherName: String, _ otherText: [UInt8]
  ) -> Bool {
    if name.utf8.elementsEqual(otherName.utf8) { return text.lexicographicallyPrecedes(otherText) }
    return name.utf8.lexicographicallyPrecedes(otherName.utf8)
  }
}
