package import Entities
package import Files
import Glibc
package import Services
package import Vault

/// The files of an encrypted vault: one of age's for each note and each attachment, under names that
/// tell nothing, all in the vault's own folder; and those in its trash.
package struct SealedFolder: Sendable {
  package let root: [UInt8]
  let identity: X25519Identity
  let clock: any WallClock
  let disk: Disk
  /// The vault's keys were in the folder when it was opened.
  private let isKeyed: Bool

  static let trashName = Array(".trash".utf8)

  /// `root` is the vault's folder as the file system names it.
  package init(
    root: [UInt8], identity: X25519Identity, clock: any WallClock, disk: Disk = .real
  ) {
    self.root = root
    self.identity = identity
    self.clock = clock
    self.disk = disk
    isKeyed = VaultLock.hasKeys(root)
  }

  /// The vault's folder.
  func openRoot() throws(SealedFault) -> Descriptor {
    try asking(Posix.openFolder(root))
  }

  /// The vault's folder on behalf of a note: without it nothing is said of the note.
  func openRoot(for path: NotePath, to action: String) throws(NoteStoreError) -> Descriptor {
    do {
      return try Posix.openFolder(root)
    } catch {
      throw error.vaultError(path, action)
    }
  }

  /// The trash in it; with `making`, made where there is none.
  func openTrash(in root: Int32, making: Bool) throws(SystemError) -> Descriptor {
    if making {
      try Posix.makeFolderIfMissing(Self.trashName, in: root, mode: 0o700, disk)
    }
    return try Posix.openFolder(Self.trashName, in: root, followingLink: false)
  }

  /// Opens a file of this name. Only a regular one is ever opened, and no link followed.
  func open(_ name: [UInt8], in folder: Int32) throws(SealedFault) -> OpenedFile {
    // Asked before opening: a pipe would wait for its writer, and a device might act.
    let before = try asking(Posix.facts(name, in: folder))
    guard before.kind == .file else { throw .notAFile(before.kind) }
    let file = try asking(
      Posix.open(name, in: folder, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY))
    let raw = file.raw
    let facts = try asking(Posix.facts(of: raw))
    guard facts.kind == .file else { throw .notAFile(facts.kind) }
    return OpenedFile(file, facts, with: identity)
  }
}

extension SealedFolder {
  /// Holds the vault's folder until it is released: choosing names in it, and putting files in
  /// place, happens one after the other. Where the disk knows no locks, what is seen before each
  /// step has to do.
  ///
  /// Throws where another program decrypted the vault: new sealed files there could not be opened.
  func hold(_ root: Int32) throws(SystemError) {
    let end = ContinuousClock.now + Posix.lockPatience
    while flock(root, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      // Not waited for without end: programs that have a plain vault open hold it all the time.
      guard errno == EWOULDBLOCK, hasItsKeys, ContinuousClock.now < end else { break }
      usleep(1_000)
    }
    do {
      try checkKeys()
    } catch {
      flock(root, LOCK_UN)
      throw error
    }
  }

  /// Throws where another program decrypted the vault.
  func checkKeys() throws(SystemError) {
    if !hasItsKeys { throw .vaultDecrypted }
  }

  private var hasItsKeys: Bool { !isKeyed || VaultLock.hasKeys(root) }
}

/// A sealed file as it was found.
package struct SealedItem: Sendable {
  package var id: SealedID
  package var facts: FileFacts
  package var isTrashed: Bool
  /// Where it belongs, and how long its text is; or why that is unknown.
  package var content: Result<(path: NotePath, textSize: Int), SealedFault>

  /// Where it lies, from the vault's root.
  package var path: NotePath {
    NotePath(bytes: (isTrashed ? SealedFolder.trashName + [slash] : []) + id.fileName)
  }
}

extension SealedFolder {
  /// Puts a text into the vault, at this path in its tree: on the disk, and read back from there,
  /// when this returns. The id is unique; whether another file has the path is not checked.
  package func add(
    _ text: any ByteSource, at path: NotePath, modified: Timestamp, inTrash: Bool = false
  ) throws(NoteStoreError) -> SealedID {
    try add(.source(text), path, modified, inTrash)
  }

  /// The same with what is read: text of any size.
  package func add(
    _ text: any NoteReading, at path: NotePath, modified: Timestamp, inTrash: Bool = false
  ) throws(NoteStoreError) -> SealedID {
    try add(.reading(text), path, modified, inTrash)
  }

  private func add(
    _ text: SealedText, _ location: NotePath, _ modified: Timestamp, _ inTrash: Bool
  ) throws(NoteStoreError) -> SealedID {
    let action = "encrypt"
    guard SealedHead.fits(location) else {
      throw .failed(location, action: action, reason: "this is not a path inside the vault")
    }
    let root = try openRoot(for: location, to: action)
    let id = SealedID.random()
    try sealing(location, to: action) { () throws(SealedFault) in
      try inside(root.raw, isTrashed: inTrash, making: true) { (folder) throws(SealedFault) in
        var staged = try stage(text, at: location, modified: modified, in: folder)
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
        return (path: head.path, textSize: head.textSize)
      }
      items.append(SealedItem(id: id, facts: facts, isTrashed: isTrashed, content: content))
    }
    return items
  }

  /// Begins to read the text of one of these, with `path` for errors.
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

extension SealedFolder {
  /// Closes a note with the key of `other`, at its path and with its time: read back before it gets
  /// the name. Another program's save in between stays, and is `.changedOutside`.
  package func reseal(
    _ id: SealedID, isTrashed: Bool, for other: SealedFolder, as path: NotePath
  ) throws(NoteStoreError) {
    let action = "close with the new key"
    let root = try openRoot(for: path, to: action)
    do throws(SealedFault) {
      try inside(root.raw, isTrashed: isTrashed) { (folder) throws(SealedFault) in
        let opened = try open(id.fileName, in: folder)
        let stream = opened.stream()
        var staged = try other.stage(
          .sealed(stream), at: stream.readHead().path, modified: opened.facts.modified,
          in: folder, after: (opened.facts, opened.raw))
        try staged.replace(id, seen: opened.facts)
      }
    } catch {
      if error == .system(SystemError(ESTALE)) { throw .changedOutside(path) }
      throw error.noteError(path, action)
    }
  }
}
