import Entities
import FileStore
import Files
import Glibc

/// The remains of a plain vault without its files: the trash's records, leftovers of killed runs,
/// empty folders.
struct PlainRemains {
  let root: [UInt8]

  /// Removes everything durably, so that removed files do not return after a power cut.
  func remove(_ survey: PlainSurvey) throws(ConversionError) {
    try removeLeftovers(survey)
    try remove(folders: survey.folders)
  }

  /// Removes files that our killed runs left while they wrote.
  func removeLeftovers(_ survey: PlainSurvey) throws(ConversionError) {
    for folder in Set(survey.leftovers.map(\.folder)).union([.own, .origins]) {
      try removeLeftovers(in: folder)
    }
  }

  func removeLeftovers(in folder: NotePath) throws(ConversionError) {
    try working(on: folder.named, to: "clear") { () throws(SystemError) in
      guard let open = try ifThere(try Enclosure(root).openFolder(folder.bytes)) else { return }
      for name in try Posix.names(in: open.raw) where TemporaryName.matches(name) {
        _ = NewFile.removeIfAbandoned(name, in: open.raw)
      }
    }
  }

  /// Removes the trash's records, and these folders if they are empty. `folders` has parents first.
  func remove(folders: [NotePath]) throws(ConversionError) {
    try removeRecords()
    var remaining: [NotePath] = []
    for folder in folders.reversed() where folder != .trash {
      let isGone = try removeFolder(folder)
      if !isGone { remaining.append(folder) }
    }
    for folder in remaining { try sync(folder) }
    if try !removeFolder(.trash) { try sync(.trash) }
    try sync(.top)
  }

  private func sync(_ folder: NotePath) throws(ConversionError) {
    try working(on: folder.named, to: "write") { () throws(SystemError) in
      let open = try Enclosure(root).openFolder(folder.bytes)
      try Posix.syncFolder(open.raw, .real)
    }
  }

  private func removeRecords() throws(ConversionError) {
    try working(on: .origins, to: "remove") { () throws(SystemError) in
      let records = try ifThere(try Enclosure(root).openFolder(NotePath.origins.bytes))
      guard let records else { return }
      for name in try Posix.names(in: records.raw) {
        if try isOurs(name, in: records.raw) { try Posix.remove(name, in: records.raw) }
      }
    }
    _ = try removeFolder(.origins)
  }

  private func isOurs(_ name: [UInt8], in records: Int32) throws(SystemError) -> Bool {
    if TemporaryName.matches(name) { return true }
    guard try Posix.facts(name, in: records).kind == .file else { return false }
    return TrashRecord(file: try Posix.contents(name, in: records)) != nil
  }

  /// Returns false if the folder is not empty.
  private func removeFolder(_ path: NotePath) throws(ConversionError) -> Bool {
    try working(on: path, to: "remove") { () throws(SystemError) in
      do throws(SystemError) {
        let above = try Enclosure(root).openFolder(path.folder.bytes)
        try Posix.removeFolder(path.name.bytes, in: above.raw)
        return true
      } catch  where error.code == ENOENT {
        return true
      } catch  where error.code == ENOTEMPTY || error.code == EEXIST {
        return false
      }
    }
  }
}
