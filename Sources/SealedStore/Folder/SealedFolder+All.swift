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

  /// Where it lies, from the vault's root.
  package var path: NotePath {
    NotePath(bytes: (isTrashed ? SealedFolder.trashName + [slash] : []) + id.fileName)
  }
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

  /// Every sealed file of the vault and of its trash, in no order. Throws where a folder cannot be read to
  /// its end.
  package func items() throws(SealedFault) -> [SealedItem] {
    let root = try openRoot()
    let notes = try items(in: root.raw, isTrashed: false)
    guard Posix.exists(Self.trashName, in: root.raw) else { return notes }
    let trash = try asking(openTrash(in: root.raw, making: false))
    return notes + (try items(in: trash.raw, isTrashed: true))
  }

  private func items(in folder: Int32, isTrashed: Bool) throws(SealedFault) -> [SealedItem] {
    var items: [SealedItem] = []
    for name in try asking(Posix.names(in: folder)) {
      guard let id = SealedID(fileName: name),
        let facts = try asking(ifThere(Posix.facts(name, in: folder))), facts.kind == .file
      else { continue }
      let content = Result { () throws(SealedFault) in
        let head = try open(name, in: folder).head()
        return (place: head.place, textSize: head.textSize)
      }
      items.append(SealedItem(id: id, facts: facts, isTrashed: isTrashed, content: content))
    }
    return items
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
}
