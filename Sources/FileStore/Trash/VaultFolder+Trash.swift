import Entities
import Files
import Glibc
import Services

extension VaultFolder {
  func trash(_ id: NoteID) throws(NoteStoreError) -> TrashedNote {
    let record = TrashRecord(original: id.path, trashed: clock.now)
    return try trash(id, record, named: id.path.name)
  }

  func putBack(
    _ id: NoteID, as trashed: TrashedNote
  ) throws(NoteStoreError) -> TrashedNote {
    let record = TrashRecord(original: trashed.original.path, trashed: trashed.trashed)
    return try trash(id, record, named: trashed.resting.name)
  }

  private func trash(
    _ id: NoteID, _ record: TrashRecord, named wanted: NotePath
  ) throws(NoteStoreError) -> TrashedNote {
    let location = try location(of: id, to: "trash")
    let (folder, name) = (location.folder.raw, location.name)
    let facts = try onBehalf(of: id.path, to: "trash", Posix.facts(name, in: folder))
    guard facts.kind != .folder else { throw .notAFile(id.path, kind: facts.kind.words) }
    let title = title(of: id.path, at: id.path)
    let top = try top(for: id.path, to: "trash")
    let trash = try trashFolder(in: top.raw, for: id.path)
    return try onBehalf(of: id.path, to: "trash") { () throws(SystemError) in
      let resting = try rest(location, in: trash, record, named: wanted)
      return TrashedNote(
        original: NoteID(record.original),
        resting: TrashFolder.path.appending(NotePath(bytes: resting)),
        title: title, trashed: record.trashed)
    }
  }

  /// Opens the trash. Another device may have sent something else with its name.
  func trashFolder(
    in top: Int32, for path: NotePath
  ) throws(NoteStoreError) -> TrashFolder {
    do throws(SystemError) {
      return try TrashFolder.make(in: top, disk)
    } catch  where [ENOTDIR, ELOOP].contains(error.code) {
      throw .failed(
        path, action: "trash",
        reason: "the vault's .trash is a link or a file, not a folder. Rename it, then try again")
    } catch {
      throw error.noteError(path, "trash")
    }
  }

  /// Gives the record its name, which claims it, and then the note. A kill in between leaves a
  /// record without a note, which the next walk removes.
  private func rest(
    _ location: borrowing Location, in trash: borrowing TrashFolder, _ record: TrashRecord,
    named wanted: NotePath
  ) throws(SystemError) -> [UInt8] {
    let (folder, name) = (location.folder.raw, location.name)
    let claimed = try trash.claim(wanted.bytes, record, disk)
    do {
      try move(name, in: folder, to: claimed, in: trash.folder.raw, disk)
      return claimed
    } catch {
      trash.removeRecord(of: claimed)
      throw error
    }
  }

  /// Moves a file to an unused name, durably; after an error it has its old name.
  private func move(
    _ name: [UInt8], in folder: Int32, to other: [UInt8], in otherFolder: Int32, _ disk: Disk
  ) throws(SystemError) {
    try Posix.renameToFreeName(name, in: folder, to: other, in: otherFolder)
    do {
      try Posix.syncFolder(otherFolder, disk)
      try Posix.syncFolder(folder, disk)
    } catch {
      try? Posix.renameToFreeName(other, in: otherFolder, to: name, in: folder)
      throw error
    }
  }

  func restore(_ trashed: TrashedNote) throws(NoteStoreError) -> NoteID {
    let id = try bringBack(trashed, disk)
    // The note is restored: if the rest in the trash cannot be removed, the next walk does that.
    if let top = try? top(for: id.path, to: "restore") { forget(trashed.resting, top) }
    return id
  }

  /// Moves a note back under an unused name; its record stays until `forget`.
  func bringBack(_ trashed: TrashedNote, _ disk: Disk) throws(NoteStoreError) -> NoteID {
    let path = trashed.original.path
    guard Self.isResting(trashed.resting), path.isPlain, !path.isHidden else {
      throw .failed(path, action: "restore", reason: "this is not in the vault's trash")
    }
    let top = try top(for: path, to: "restore")
    let lying = try onBehalf(of: trashed.resting, to: "restore") { () throws(SystemError) in
      let lying = try resting(trashed.resting, top)
      _ = try Posix.facts(lying.name, in: lying.folder.raw)
      return lying
    }
    guard isStill(trashed, in: top) else {
      throw .refused(path, reason: "the trash has another note under its name by now")
    }
    let folder = try openFolder(path.folder, for: path, to: "restore", making: true)
    return try onBehalf(of: path, to: "restore") { () throws(SystemError) -> NoteID in
      for candidate in NoteFileName.numbered(path.name.bytes) {
        do throws(SystemError) {
          try move(lying.name, in: lying.folder.raw, to: candidate, in: folder.raw, disk)
        } catch  where error.code == EEXIST {
          continue
        }
        return NoteID(path.folder.appending(NotePath(bytes: candidate)))
      }
      throw SystemError(EEXIST)
    }
  }

  /// Whether the file is the one that was trashed: another note may have got its name since.
  private func isStill(_ trashed: TrashedNote, in top: borrowing Enclosure) -> Bool {
    guard trashed.resting.folder == TrashFolder.path,
      let record = (try? TrashFolder.open(in: top.raw))?.record(of: trashed.resting.name.bytes)
    else { return true }
    return record.original == trashed.original.path
      && (record.trashed ?? trashed.trashed) == (trashed.trashed ?? record.trashed)
  }

  /// Moves a note to the trash again, under its earlier name there.
  func putBack(_ id: NoteID, _ trashed: TrashedNote) {
    guard let location = try? location(of: id, to: "trash"),
      let top = try? top(for: trashed.resting, to: "trash"),
      let lying = try? resting(trashed.resting, top)
    else { return }
    try? Posix.renameToFreeName(
      location.name, in: location.folder.raw, to: lying.name, in: lying.folder.raw)
  }

  func read(_ trashed: TrashedNote) throws(NoteStoreError) -> [UInt8] {
    let path = trashed.resting
    guard Self.isResting(path) else { throw .notFound(path) }
    let top = try top(for: path, to: "read")
    let lying = try onBehalf(of: path, to: "read") { () throws(SystemError) in
      try resting(path, top)
    }
    return try stableText(in: lying, of: NoteID(path), to: "read").bytes
  }

  /// Returns the location of something in the trash: no part of its path is a link.
  private func resting(
    _ path: NotePath, _ top: borrowing Enclosure
  ) throws(SystemError) -> Location {
    Location(folder: try top.openFolder(path.folder.bytes), name: path.name.bytes)
  }

  /// Removes the record and empty folders in the trash. If that fails, the next walk tries again.
  func forget(_ path: NotePath, _ top: borrowing Enclosure) {
    if path.folder == TrashFolder.path {
      (try? TrashFolder.open(in: top.raw))?.removeRecord(of: path.name.bytes)
    }
    var empty = path.folder
    while empty != TrashFolder.path, !empty.bytes.isEmpty {
      guard let above = try? top.openFolder(empty.folder.bytes),
        (try? Posix.removeFolder(empty.name.bytes, in: above.raw)) != nil
      else { return }
      empty = empty.folder
    }
  }

  /// Whether a path is one that `trashed` may list.
  private static func isResting(_ path: NotePath) -> Bool {
    let parts = path.bytes.split(separator: slash)
    return path.isPlain && parts.count > 1 && parts[0].elementsEqual(TrashFolder.path.bytes)
      && !parts[1...].contains { $0.first == UInt8(ascii: ".") }
  }

  /// Returns the title for the file at `path`, which was or will be a note at `original`.
  func title(of original: NotePath, at path: NotePath) -> String {
    let isNote = original.isOfNote
    guard isNote else { return original.name.text }
    let files = FolderFiles(root: root, clock: clock)
    guard let fact = (try? VaultWalk(root))?.fact(of: path),
      let row = HeadReader(files).row(NoteID(path), fact), row.obstacle == nil
    else { return original.stem.text }
    // A note without a title is named after its file, whose name in the trash may have a number.
    return row.title == path.stem.text ? original.stem.text : row.title
  }

  /// Returns everything in the trash, latest first.
  func trashed() throws(NoteStoreError) -> [TrashedNote] {
    let top = try top(for: TrashFolder.path, to: "read")
    do {
      let trash = try TrashFolder.open(in: top.raw)
      var found: [TrashedNote] = []
      try list(TrashFolder.path, trash, top, &found)
      return found.sorted {
        ($1.trashed ?? .distantPast, $0.resting) < ($0.trashed ?? .distantPast, $1.resting)
      }
    } catch  where error.code == ENOENT {
      return []
    } catch {
      throw error.noteError(TrashFolder.path, "read")
    }
  }

  private func list(
    _ path: NotePath, _ trash: borrowing TrashFolder, _ top: borrowing Enclosure,
    _ found: inout [TrashedNote]
  ) throws(SystemError) {
    let reader = try FolderReader(top.openFolder(path.bytes))
    while let entry = try reader.next() {
      let name = Array(entry.bytes)
      guard !entry.isHidden, let facts = try? Posix.facts(name, in: reader.raw) else { continue }
      let resting = path.appending(NotePath(bytes: name))
      if facts.kind == .folder {
        // Moved there by another program, with all its files.
        try? list(resting, trash, top, &found)
        continue
      }
      let record = path == TrashFolder.path ? trash.record(of: name) : nil
      let original =
        record?.original
        ?? NotePath(bytes: Array(resting.bytes.dropFirst(TrashFolder.path.bytes.count + 1)))
      found.append(
        TrashedNote(
          original: NoteID(original), resting: resting, title: title(of: original, at: resting),
          // The modification time is the text's; the change time is that of the move.
          trashed: record?.trashed ?? facts.changed))
    }
  }

  func deleteForGood(_ notes: [TrashedNote]) throws(NoteStoreError) {
    try notes.withEach { (note) throws(NoteStoreError) in try deleteForGood(note) }
  }

  private func deleteForGood(_ note: TrashedNote) throws(NoteStoreError) {
    let path = note.resting
    guard Self.isResting(path) else {
      throw .failed(path, action: "delete", reason: "this is not in the vault's trash")
    }
    let top = try top(for: path, to: "delete")
    try onBehalf(of: path, to: "delete") { () throws(SystemError) in
      do throws(SystemError) {
        let lying = try resting(path, top)
        try Posix.remove(lying.name, in: lying.folder.raw)
        // It is gone, even if that may not be on disk yet.
        try? Posix.syncFolder(lying.folder.raw, disk)
      } catch  where error.code == ENOENT {
        // Gone already.
      }
      forget(path, top)
    }
  }
}

extension Timestamp {
  fileprivate static let distantPast = Timestamp(seconds: .min)
}
