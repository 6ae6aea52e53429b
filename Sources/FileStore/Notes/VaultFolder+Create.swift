package import Entities
import Files
import Folding
import Glibc
import Services

extension VaultFolder {
  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let name = Array("\(NoteFileName.stem(for: title)).md".utf8)
    let wanted = folder.appending(NotePath(bytes: name))
    try checkPlain(wanted)
    let descriptor = try openFolder(folder, for: wanted, to: "create", making: true)
    let now = clock.now
    defer { clearAway(in: descriptor.raw) }
    return try onBehalf(of: wanted, to: "create") { () throws(SystemError) in
      var taken = try TakenNames(in: descriptor.raw, of: folder, like: name, asking: alikeNames)
      var file = try NewFile(in: descriptor.raw, mode: 0o666, disk: disk)
      let digest = try file.write(text)
      try file.setModified(now)
      let stamp = stamp(try file.finish(), digest: digest)
      for candidate in NoteFileName.numbered(name) {
        if try taken.contain(candidate, in: descriptor.raw) { continue }
        let id = NoteID(folder.appending(NotePath(bytes: candidate)))
        do throws(SystemError) {
          try file.take(candidate)
          return (id, stamp)
        } catch  where error.code == EEXIST {
          // Used by another program since the folder was read: try the next number.
        }
      }
      throw SystemError(EEXIST)
    }
  }

  /// Makes a file with exactly this name, never over another one.
  func create(
    _ text: any ByteSource, at id: NoteID, modified: Timestamp? = nil
  ) throws(NoteStoreError) -> NoteStamp {
    let name = id.path.name.bytes
    guard id.path.isOfNote || id.path.isPlain && !id.path.isHidden else {
      throw .refused(id.path, reason: "no file of a vault has such a name")
    }
    try checkPlain(id.path)
    let folder = try openFolder(id.path.folder, for: id.path, to: "create", making: true)
    let written = modified ?? clock.now
    defer { clearAway(in: folder.raw) }
    do throws(SystemError) {
      var file = try NewFile(in: folder.raw, mode: 0o666, disk: disk)
      let digest = try file.write(text)
      try file.setModified(written)
      let facts = try file.finish()
      try file.take(name)
      return stamp(facts, digest: digest)
    } catch  where error.code == EEXIST {
      throw .changedOutside(id.path)
    } catch {
      throw error.noteError(id.path, "create")
    }
  }
}

/// Returns the notes of a folder whose names look like this one. Nil if they are not known for
/// `moment`, when the folder last changed: then it has to be read.
package typealias AlikeNames =
  @Sendable (_ name: [UInt8], _ folder: NotePath, _ moment: Timestamp) -> [NotePath]?

/// The names in a folder that a new one must not resemble: a case-insensitive disk, another
/// system's accents, or a person could confuse the two.
struct TakenNames {
  private let folder: NotePath
  private let stem: [UInt8]
  private let alike: AlikeNames
  /// The folder's time, taken before its names are known: a later name is noticed when the file
  /// gets its name.
  private let moment: Timestamp
  private var questions = 0
  /// Nil unless the folder had to be read.
  private var keys: Set<[UInt8]>?
  /// This number of questions takes less time than reading a large folder.
  private static let mostQuestions = 40

  init(
    in raw: Int32, of folder: NotePath, like name: [UInt8], asking alike: @escaping AlikeNames
  ) throws(SystemError) {
    self.folder = folder
    // After the stem one name may have a number and the other its extension.
    stem = NotePath(bytes: name).stem.bytes
    self.alike = alike
    moment = try Posix.facts(of: raw).changed
  }

  mutating func contain(_ name: [UInt8], in raw: Int32) throws(SystemError) -> Bool {
    let key = Folding.name(name)
    if keys == nil, questions < Self.mostQuestions, let found = alike(name, folder, moment) {
      questions += 1
      return found.contains { Folding.name($0.name.bytes) == key }
    }
    if let keys { return keys.contains(key) }
    let names = try read(raw)
    keys = names
    return names.contains(key)
  }

  /// Compares only names that may begin like this one, because a folder may have a hundred
  /// thousand.
  private func read(_ raw: Int32) throws(SystemError) -> Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    let reader = try FolderReader([UInt8(ascii: ".")], in: raw)
    while let entry = try reader.next() {
      if Self.mayBeginAlike(entry.bytes, stem) { keys.insert(Folding.name(entry.bytes)) }
    }
    return keys
  }

  private static func mayBeginAlike(_ one: UnsafeRawBufferPointer, _ other: [UInt8]) -> Bool {
    for index in 0..<min(one.count, other.count, 4) {
      let (left, right) = (one[index], other[index])
      // Other alphabets need the folding tables, and so does an accent after a plain letter.
      if left >= 0x80 || right >= 0x80 { return true }
      if NoteFileName.lowercased(left) != NoteFileName.lowercased(right) { return false }
    }
    return true
  }
}
