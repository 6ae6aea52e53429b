import Entities
import Files
import Services

/// Moves many notes to the trash and back. First all records are written to disk, then the notes
/// move, then that is flushed: two waits for the disk per batch. As with a single one, a kill
/// leaves each note at its old path or in the trash with its record.
extension VaultFolder {
  private struct Claimed {
    var name: [UInt8]
    var note: TrashedNote
  }

  func trashMany(_ ids: [NoteID]) -> [Result<TrashedNote, NoteStoreError>] {
    Self.inBatches(ids, together: together) { (id) throws(NoteStoreError) in try trash(id) }
  }

  /// First the notes are restored, then that is flushed, then their records are removed: a kill
  /// leaves each in the trash with its record, or restored.
  func restoreMany(_ notes: [TrashedNote]) -> [Result<NoteID, NoteStoreError>] {
    Self.inBatches(notes, together: restoreBatch) { (note) throws(NoteStoreError) in
      try restore(note)
    }
  }

  private static func inBatches<Item, Answer>(
    _ items: [Item], together: ([Item]) -> [Result<Answer, NoteStoreError>],
    each: (Item) throws(NoteStoreError) -> Answer
  ) -> [Result<Answer, NoteStoreError>] {
    var answers: [Result<Answer, NoteStoreError>] = []
    var rest = items[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(ManyTexts.most))
      rest = rest.dropFirst(batch.count)
      answers +=
        batch.count >= ManyTexts.fewest
        ? together(batch)
        : batch.map { item in Result { () throws(NoteStoreError) in try each(item) } }
    }
    return answers
  }

  /// A disk that writes without waiting; the caller flushes.
  private var later: Disk { Disk(writeSome: disk.writeSome, flush: { _ in 0 }) }

  private func restoreBatch(_ notes: [TrashedNote]) -> [Result<NoteID, NoteStoreError>] {
    do throws(NoteStoreError) {
      let top = try top(for: TrashFolder.path, to: "restore")
      let later = later
      let back = notes.map { note in
        Result { () throws(NoteStoreError) in try bringBack(note, later) }
      }
      do {
        try disk.syncAll(top.raw)
      } catch {
        for (note, answer) in zip(notes, back) {
          if case .success(let id) = answer { putBack(id, note) }
        }
        throw error.noteError(TrashFolder.path, "restore")
      }
      for (note, answer) in zip(notes, back) {
        if case .success = answer { forget(note.resting, top) }
      }
      return back
    } catch {
      return notes.map { _ in .failure(error) }
    }
  }

  private func together(_ ids: [NoteID]) -> [Result<TrashedNote, NoteStoreError>] {
    let path = TrashFolder.path
    do throws(NoteStoreError) {
      let top = try top(for: path, to: "trash")
      let trash = try trashFolder(in: top.raw, for: path)
      let later = later
      let claimed = ids.map { id in
        Result { () throws(NoteStoreError) in try claim(id, in: trash, later) }
      }
      do {
        try disk.syncAll(top.raw)
      } catch {
        for case .success(let claim) in claimed { trash.removeRecord(of: claim.name) }
        throw error.noteError(path, "write to")
      }
      let moved = claimed.map { claimed in
        claimed.flatMap { claim in
          Result { () throws(NoteStoreError) in try move(claim, in: trash) }
        }
      }
      do {
        try disk.syncAll(top.raw)
      } catch {
        for case .success(let note) in moved { _ = try? restore(note) }
        throw error.noteError(path, "write to")
      }
      return moved
    } catch {
      return ids.map { _ in .failure(error) }
    }
  }

  private func claim(
    _ id: NoteID, in trash: borrowing TrashFolder, _ later: Disk
  ) throws(NoteStoreError) -> Claimed {
    let location = try location(of: id, to: "trash")
    let (folder, name) = (location.folder.raw, location.name)
    let facts = try onBehalf(of: id.path, to: "trash", Posix.facts(name, in: folder))
    guard facts.kind != .folder else { throw .notAFile(id.path, kind: facts.kind.words) }
    let title = title(of: id.path, at: id.path)
    let record = TrashRecord(original: id.path, trashed: clock.now)
    let claimed = try onBehalf(of: id.path, to: "trash", trash.claim(name, record, later))
    return Claimed(
      name: claimed,
      note: TrashedNote(
        original: id, resting: TrashFolder.path.appending(NotePath(bytes: claimed)),
        title: title, trashed: record.trashed))
  }

  private func move(
    _ claimed: Claimed, in trash: borrowing TrashFolder
  ) throws(NoteStoreError) -> TrashedNote {
    let id = claimed.note.original
    do throws(NoteStoreError) {
      let location = try location(of: id, to: "trash")
      let (folder, name) = (location.folder.raw, location.name)
      try onBehalf(
        of: id.path, to: "trash",
        Posix.renameToFreeName(name, in: folder, to: claimed.name, in: trash.folder.raw))
      return claimed.note
    } catch {
      trash.removeRecord(of: claimed.name)
      throw error
    }
  }
}
