package import Entities
package import Files
import Glibc
package import Services
package import Vault

/// The files of an encrypted vault and of its trash. Each note and each attachment is one age file
/// with a random name, directly in the vault's folder.
package struct SealedFolder: Sendable {
  package let root: [UInt8]
  let identity: X25519Identity
  let clock: any WallClock
  let disk: Disk
  /// Whether the vault's keys were in the folder when it was opened.
  private let hadKeys: Bool

  static let trashName = Array(".trash".utf8)

  /// `root` is the vault's folder, by its file system path.
  package init(
    root: [UInt8], identity: X25519Identity, clock: any WallClock, disk: Disk = .real
  ) {
    self.root = root
    self.identity = identity
    self.clock = clock
    self.disk = disk
    hadKeys = VaultLock.hasKeys(root)
  }

  func openRoot() throws(SealedFault) -> Descriptor {
    try asking(Posix.openFolder(root))
  }

  /// Opens the vault's folder on behalf of a note; a failure is an error of the vault, not of the note.
  func openRoot(for path: NotePath, to action: String) throws(NoteStoreError) -> Descriptor {
    do {
      return try Posix.openFolder(root)
    } catch {
      throw error.vaultError(path, action)
    }
  }

  /// Opens the trash in it; with `making`, makes it if it is missing.
  func openTrash(in root: Int32, making: Bool) throws(SystemError) -> Descriptor {
    if making {
      try Posix.makeFolderIfMissing(Self.trashName, in: root, mode: 0o700, disk)
    }
    return try Posix.openFolder(Self.trashName, in: root, followingLink: false)
  }

  /// Opens a file of this name, if it is a regular file and not a link.
  func open(_ name: [UInt8], in folder: Int32) throws(SealedFault) -> OpenedFile {
    // Check before opening: opening a pipe would wait for its writer, and a device might act.
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
  /// Locks the vault's folder, so that programs choose names and move files one after the other. On
  /// a disk without locks, the checks before each step have to do.
  ///
  /// Throws if another program decrypted the vault: new sealed files there could not be opened.
  func hold(_ root: Int32) throws(SystemError) {
    let end = ContinuousClock.now + Posix.lockPatience
    while flock(root, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      // The wait is limited: programs with the plain vault open hold the lock all the time.
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

  /// Throws if another program decrypted the vault.
  func checkKeys() throws(SystemError) {
    if !hasItsKeys { throw .vaultDecrypted }
  }

  private var hasItsKeys: Bool { !hadKeys || VaultLock.hasKeys(root) }
}

/// A sealed file, as found in the folder.
package struct SealedItem: Sendable {
  package var id: SealedID
  package var facts: FileFacts
  package var isTrashed: Bool
  /// The note's path and text size, or the reason why they are unknown.
  package var content: Result<(path: NotePath, textSize: Int), SealedFault>

  /// The file's path, relative to the vault's root.
  package var path: NotePath {
    NotePath(bytes: (isTrashed ? SealedFolder.trashName + [slash] : []) + id.fileName)
  }
}

extension SealedFolder {
  /// Adds a text to the vault, at this path in its tree. It is on the disk and read back on return.
  /// The id is unique; whether another file has the path is not checked.
  package func add(
    _ text: any ByteSource, at path: NotePath, modified: Timestamp, inTrash: Bool = false
  ) throws(NoteStoreError) -> SealedID {
    try add(.source(text), path, modified, inTrash)
  }

  /// The same for a text of any size from a reader.
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

  /// Runs `body` in the vault's folder, or in its trash.
  func inside<Value>(
    _ root: Int32, isTrashed: Bool, making: Bool = false,
    _ body: (_ folder: Int32) throws(SealedFault) -> Value
  ) throws(SealedFault) -> Value {
    if !isTrashed { return try body(root) }
    let trash = try asking(openTrash(in: root, making: making))
    return try body(trash.raw)
  }

  /// Returns every sealed file of the vault and its trash, unordered. Throws if a folder cannot be
  /// read completely.
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

  /// Opens one of these files for reading; `path` is for errors.
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
  /// Seals a note again for the key of `other`, with the same path and time. It is read back before
  /// it replaces the file. If another program saved in between, its version stays and
  /// `.changedOutside` is thrown.
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
