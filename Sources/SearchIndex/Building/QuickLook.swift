import Entities
import Services

/// A look at a vault that keeps nothing of its notes: enough to see that nothing changed, or in
/// which folders something did.
struct QuickLook {
  /// Nothing is different.
  let isInLine: Bool
  /// These folders differ, and no folder came or went; nil where more happened than that.
  let differing: [NotePath]?
  let problems: [String]

  /// More of them are gone through together with all others.
  private static let few = 64

  /// Nil where the vault could not be looked at, or there is no index.
  init?(_ index: VaultIndex, isCancelled: () -> Bool) {
    guard let sums = index.files.folderSums(isCancelled: isCancelled, number: FolderSums.number),
      let known = (try? index.reading(Self.known)) ?? nil
    else { return nil }
    var differing: [NotePath] = []
    var isInLine = sums.folders.count == known.count
    var isSameFolders = isInLine
    for folder in sums.folders {
      guard let old = known[folder.folder.path.bytes] else {
        (isInLine, isSameFolders) = (false, false)
        break
      }
      if old.sum == Int64(bitPattern: folder.sum),
        old.changed == folder.folder.changed.wholeNanoseconds
      {
        continue
      }
      isInLine = false
      differing.append(folder.folder.path)
    }
    self.isInLine = isInLine && sums.problems.isEmpty
    self.differing = isSameFolders && differing.count <= Self.few ? differing : nil
    problems = sums.problems
  }

  private static func known(
    _ database: Database
  ) throws(DatabaseError) -> [[UInt8]: (changed: Int64, sum: Int64?)] {
    var known: [[UInt8]: (changed: Int64, sum: Int64?)] = [:]
    let rows = try database.query("SELECT path, changed, sum FROM folder")
    while try rows.next() {
      known[rows.bytes(0)] = (rows.int(1), rows.isNull(2) ? nil : rows.int(2))
    }
    return known
  }
}
