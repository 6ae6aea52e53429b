import Files
import Entities
import Glibc
import NoteSyntax
import Services

extension VaultFolder {
  func create(
    _ bytes: [UInt8], titled title: String, in folder: NotePath
  ) throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let name = Array("\(NoteFileName.stem(for: title)).md".utf8)
    let wanted = folder.appending(NotePath(bytes: name))
    let descriptor = try openFolder(folder, for: wanted, to: "create", making: true)
    let now = clock.now
    return try onBehalf(of: wanted, to: "create") { () throws(SystemError) in
      let taken = Set(try Posix.names(in: descriptor.raw).map { Folding.name($0) })
      var file = try NewFile(in: descriptor.raw, mode: 0o666, disk: disk)
      try file.write(bytes)
      try file.setModified(now)
      let facts = try file.finish()
      for candidate in NoteFileName.numbered(name)
      where !taken.contains(Folding.name(candidate)) {
        do throws(SystemError) {
          try file.take(candidate)
          let id = NoteID(folder.appending(NotePath(bytes: candidate)))
          return (id, stamp(facts, bytes))
        } catch  where error.code == EEXIST {
          // Taken since the folder was read: the next number.
          continue
        }
      }
      throw SystemError(EEXIST)
    }
  }
}
