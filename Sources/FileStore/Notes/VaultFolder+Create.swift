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
          // Taken since the folder was read: the next number.
        }
      }
      throw SystemError(EEXIST)
    }
  }

  /// Under this very name, and never over another file.
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

/// Who knows which notes of a folder have a name that looks like this one. Nil where that is not known
/// of the folder as it was at `moment`, when its names last changed: then it has to be read.
package typealias AlikeNames =
  @Sendable (_ name: [UInt8], _ folder: NotePath, _ moment: Timestamp) -> [NotePath]?

/// The names in a folder that a new one must not look like: a disk that ignores case, another
/// system's way of writing accents, or a person would take the two for one.
struct TakenNames {
  private let folder: NotePath
  private let stem: [UInt8]
  private let alike: AlikeNames
  /// Its time before anyone is asked, as before it is read: who comes later is met when the name is
  /// taken.
  private let moment: Timestamp
  private var questions = 0
  /// Nil as long as the folder need not be read.
  private var keys: Set<[UInt8]>?
  /// This number of questions takes less time than reading a large folder.
  private static let mostQuestions = 40

  init(
    in raw: Int32, of folder: NotePath, like name: [UInt8], asking alike: @escaping AlikeNames
  ) throws(SystemError) {
    self.folder = folder
    // What follows the stem may be a number in one and the extension in the other.
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

  /// Only names that begin like this one, or may, are looked at closely: a folder may hold a hundred
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
      // Letters of other alphabets are left to the tables, and so is an accent after a plain one.
      if left >= 0x80 || right >= 0x80 { return true }
      if NoteFileName.lowercased(left) != NoteFileName.lowercased(right) { return false }
    }
    return true
  }
}
