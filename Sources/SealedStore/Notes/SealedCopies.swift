import Bytes
import CopyNames
import Entities
import Files
import Glibc
import Services
import Synchronization

/// Copies that other programs made of files in an open encrypted vault.
final class SealedCopies: ClosedCopies {
  private let work: SealedWork
  private let files = Mutex<[NoteID: [UInt8]]>([:])

  init(_ work: SealedWork) { self.work = work }

  func copies(hosts: [String], isTaken: (NoteID) -> Bool) -> [ConflictCopy] {
    guard let root = try? work.folder.openRoot(), let names = try? Posix.names(in: root.raw) else {
      return []
    }
    let found = names.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { file in
      SealedCopyName(file, hosts: hosts).map { (file, $0) }
    }
    if found.isEmpty { return [] }
    work.bringUpToDate(root.raw)
    return found.compactMap { file, name in
      guard let note = work.paths.asking({ $0.path(of: name.id) }), note.isOfNote,
        let facts = try? Posix.facts(file, in: root.raw), facts.kind == .file
      else { return nil }
      let copy = NoteID(name.path(beside: note))
      let isTaken = isTaken(copy)
      files.withLock { $0[copy] = isTaken ? nil : file }
      if isTaken { return nil }
      return ConflictCopy(
        copy: copy, note: NoteID(note), program: name.program, modified: facts.modified)
    }
  }

  func has(_ copy: NoteID) -> Bool { files.withLock { $0[copy] != nil } }

  func read(_ copy: NoteID) throws(NoteStoreError) -> NoteContent {
    let name = try file(of: copy)
    let root = try work.folder.openRoot(for: copy.path, to: "read")
    let (text, facts) = try sealing(copy.path, to: "read") { () throws(SealedFault) in
      let file = try work.folder.open(name, in: root.raw)
      return (try file.text(limit: SealedWork.largestNote), file.facts)
    }
    guard let text else { throw .tooLarge(copy.path, bytes: facts.size) }
    var digest = RunningDigest()
    text.withUnsafeBytes { digest.add($0) }
    return NoteContent(
      bytes: text,
      stamp: NoteStamp(
        inode: facts.inode, size: text.count, modified: facts.modified, digest: digest.value))
  }

  func trash(_ copy: NoteID) throws(NoteStoreError) -> TrashedNote {
    let name = try file(of: copy)
    let root = try work.folder.openRoot(for: copy.path, to: "trash")
    return try onBehalf(of: copy.path, to: "trash") { () throws(SystemError) in
      try work.folder.hold(root.raw)
      defer { flock(root.raw, LOCK_UN) }
      let moved = try work.moveToTrash(.random(), named: name, in: root.raw)
      var trashed = TrashedNote(
        original: copy,
        resting: NotePath(bytes: SealedFolder.trashName).appending(NotePath(bytes: moved.name)),
        trashed: moved.trashed)
      trashed.closedName = NotePath(bytes: name)
      return trashed
    }
  }

  func putBack(_ trashed: TrashedNote) throws(NoteStoreError) {
    let path = trashed.original.path
    guard let name = trashed.closedName?.bytes, SealedCopyName.mayBe(name) else {
      throw .notFound(path)
    }
    files.withLock { $0[trashed.original] = name }
    let root = try work.folder.openRoot(for: path, to: "restore")
    try onBehalf(of: path, to: "restore") { () throws(SystemError) in
      let trash = try work.folder.openTrash(in: root.raw, making: false)
      try work.folder.hold(root.raw)
      defer { flock(root.raw, LOCK_UN) }
      let before = SealedPaths.time(of: root.raw)
      try Posix.renameToFreeName(trashed.resting.name.bytes, in: trash.raw, to: name, in: root.raw)
      try work.sync(root.raw, trash.raw)
      work.paths.folderChanged(from: before, root.raw)
    }
  }

  private func file(of copy: NoteID) throws(NoteStoreError) -> [UInt8] {
    guard let name = files.withLock({ $0[copy] }) else { throw .notFound(copy.path) }
    return name
  }
}

/// The name of another program's copy of a sealed file:
/// `<26 letters and digits>.sync-conflict-20260302-093612-ABCDEFG.age`.
package struct SealedCopyName {
  /// The file that it is a copy of.
  let id: SealedID
  let program: ConflictProgram
  /// The text that the program appended to the name.
  private let mark: [UInt8]

  private static let ending = Array(".age".utf8)
  private static let note = Array(".md".utf8)
  /// A copy of a copy counts as one of the note.
  private static let mostSteps = 8

  /// Nil for any other name.
  init?(_ name: [UInt8], hosts: [String] = []) {
    guard Self.mayBe(name) else { return nil }
    let stem = name.dropLast(Self.ending.count)
    var original = NotePath(bytes: Array(stem) + Self.note)
    var program: ConflictProgram?
    for _ in 0..<Self.mostSteps {
      guard let found = ConflictName.reading(original, hosts: hosts) else { return nil }
      original = found.original
      program = program ?? found.program
      let text = original.bytes.dropLast(Self.note.count)
      guard let id = SealedID(fileName: text + Self.ending), let program else { continue }
      self.id = id
      self.program = program
      mark = Array(stem.dropFirst(text.count))
      return
    }
    return nil
  }

  /// Whether the name begins and ends like a sealed note's but is not one.
  static func mayBe(_ name: [UInt8]) -> Bool {
    SealedID.looksAlike(name) && SealedID(fileName: name) == nil && !name.contains(Byte.slash)
  }

  /// Returns the name that the copy would have next to the plain note.
  func path(beside note: NotePath) -> NotePath {
    let (name, stem) = (note.name.bytes, note.stem.bytes)
    return note.folder.appending(NotePath(bytes: stem + mark + name.dropFirst(stem.count)))
  }

  /// Returns the number of copies in the folder of a vault, which may be locked.
  package static func count(in root: [UInt8]) -> Int {
    guard let folder = try? Posix.openFolder(root), let names = try? Posix.names(in: folder.raw)
    else { return 0 }
    return names.count { SealedCopyName($0) != nil }
  }
}
