import Entities
import FileStore
import Files
import Glibc

/// The remains of a plain vault once its files are gone: records of the trash, files that killed
/// runs left behind, empty folders.
struct PlainRemains {
  let root: [UInt8]

  /// Durable when it returns: removed files do not come back after a power cut.
  func remove(_ survey: PlainSurvey) throws(ConversionError) {
    try removeLeftovers(survey)
    try remove(folders: survey.folders)
  }

  /// What runs of ours that were killed left behind while they wrote.
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

  /// Records of the trash, and these folders where nothing is in them; those above come first.
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

  /// False where something is in it still.
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
