package import Entities
import Folding

/// Renames a tag in the keywords of Denote's file names.
package struct KeywordRenaming: Sendable {
  /// The old keyword, folded.
  private let old: [UInt8]
  /// The new keyword; nil if file names cannot contain it.
  private let new: String?
  private let staysSame: Bool

  /// `old`: with or without `#`.
  package init(old: String, new: String) {
    let old = old.utf8.first == UInt8(ascii: "#") ? String(old.dropFirst()) : old
    self.old = Folding.name(old.utf8)
    self.new = DenoteName.keyword(new)
    staysSame = self.old == Folding.name(new.utf8)
  }

  package var isPossible: Bool { new != nil || staysSame }

  package func isInName(_ note: NotePath) -> Bool {
    DenoteName(stem: note.stem.text)?.keywords.contains(where: isOld) ?? false
  }

  private func isOld(_ keyword: String) -> Bool { Folding.name(keyword.utf8) == old }

  /// Returns the note's new path; nil if it does not change.
  package func path(of note: NotePath) -> NotePath? {
    let stem = note.stem
    guard !staysSame, let new, let name = DenoteName(stem: stem.text),
      name.keywords.contains(where: isOld),
      // A name that is not valid UTF-8 could not be written again.
      stem.text.utf8.elementsEqual(stem.bytes)
    else { return nil }
    var seen: Set<[UInt8]> = []
    var keywords = name.keywords.map { isOld($0) ? new : $0 }
      .filter { seen.insert(Folding.name($0.utf8)).inserted }
    // Denote sorts keywords by default.
    let arePlain = name.keywords.allSatisfy { DenoteName.keyword($0) == $0 }
    if arePlain, name.keywords == name.keywords.sorted() { keywords.sort() }
    let ending = note.name.bytes.dropFirst(stem.bytes.count)
    return note.folder.appending(
      NotePath(bytes: Array(name.stem(keywords: keywords).utf8) + ending))
  }
}
