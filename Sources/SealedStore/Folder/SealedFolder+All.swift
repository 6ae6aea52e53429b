package import Entities
package import Files
import Glibc
package import Services

/// A sealed file as it was found.
package struct SealedItem: Sendable {
  package var id: SealedID
  package var facts: FileFacts
  package var isTrashed: Bool
  /// Where it belongs, and how long its text is; or why that cannot be told.
  package var content: Result<(place: NotePath, textSize: Int), SealedFault>
}

extension SealedFolder {
  /// Puts a text into the vault, at this place in its tree: on the disk, and read back from there, when
  /// this returns. Nobody else has the id; whether another file has the place is not asked.
  package func add(
    _ text: any ByteSource, at place: NotePath, modified: Timestamp, inTrash: Bool = false
  ) throws(NoteStoreError) -> SealedID {
    try add(.source(text), place, modified, inTrash)
  }

  /// The same with what is read: text of any size.
  package func add(
    _ text: any NoteReading, at place: NotePath, modified: Timestamp, inTrash: Bool = false
  ) throws(NoteStoreError) -> SealedID {
    try add(.reading(text), place, modified, inTrash)
  }

  private func add(
    _ text: SealedText, _ place: NotePath, _ modified: Timestamp, _ inTrash: Bool
  ) throws(NoteStoreError) -> SealedID {
    let action = "encrypt"
    guard SealedHead.fits(place) else {
      throw .failed(place, action: action, reason: "this is not a path inside the vault")
    }
    let root = try openRoot(for: place, to: action)
    let id = SealedID.random()
    try sealing(place, to: action) { () throws(SealedFault) in
      try inside(root.raw, isTrashed: inTrash, making: true) { (folder) throws(SealedFault) in
        var staged = try stage(text, at: place, modified: modified, in: folder)
        try staged.take(id)
      }
    }
    return id
  }

  /// Works in the vault's folder, or in the trash that is in it.
  func inside<Value>(
    _ root: Int32, isTrashed: Bool, making: Bool = false,
    _ body: (_ folder: Int32) throws(SealedFault) -> Value
  ) throws(SealedFault) -> Value {
    if !isTrashed { return try body(root) }
    let trash = try asking(openTrash(in: root, making: making))
    return try body(trash.raw)
  }

  /// Shows every sealed file of the vault and of its trash, in no order, until `body` answers false.
  /// Throws where a folder cannot be read to its end.
  package func forEach(_ body: (SealedItem) throws -> Bool) throws {
    let root = try openRoot()
    guard try forEach(in: root.raw, isTrash: false, body) else { return }
    guard Posix.exists(Self.trashName, in: root.raw) else { return }
    let trash = try asking(openTrash(in: root.raw, making: false))
    _ = try forEach(in: trash.raw, isTrash: true, body)
  }

  private func forEach(
    in folder: Int32, isTrash: Bool, _ body: (SealedItem) throws -> Bool
  ) throws -> Bool {
    for name in try Posix.names(in: folder) {
      guard let id = SealedID(fileName: name) else { continue }
      guard let item = try item(name, id, in: folder, isTrash: isTrash) else { continue }
      guard try body(item) else { return false }
    }
    return true
  }

  /// Begins to read the text of one of these, as `path` in what is told of it.
  package func open(
    _ id: SealedID, isTrashed: Bool, as path: NotePath
  ) throws(NoteStoreError) -> any NoteReading {
    let root = try openRoot(for: path, to: "read")
    return try sealing(path, to: "read") { () throws(SealedFault) in
      try inside(root.raw, isTrashed: isTrashed) { (folder) throws(SealedFault) in
        try SealedReading(open(id.fileName, in: folder), as: path)
      }
    }
  }

  private func item(
    _ name: [UInt8], _ id: SealedID, in folder: Int32, isTrash: Bool
  ) throws(SystemError) -> SealedItem? {
    guard let facts = try ifThere(Posix.facts(name, in: folder)), facts.kind == .file else {
      return nil
    }
    do throws(SealedFault) {
      let head = try open(name, in: folder).head()
      return SealedItem(
        id: id, facts: facts, isTrashed: isTrash,
        content: .success((place: head.place, textSize: head.textSize)))
    } catch {
      return SealedItem(id: id, facts: facts, isTrashed: isTrash, content: .failure(error))
    }
  }
}
