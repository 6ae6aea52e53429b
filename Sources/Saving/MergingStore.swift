package import Entities
package import OpenVault
package import Services
package import TextEngine

/// Saves texts of any size. What others wrote to the file meanwhile is merged; nothing is overwritten
/// unread.
package struct MergingStore: Sendable {
  package let store: any NoteStore
  /// Finds moved notes; nil: they are not searched.
  package let files: (any VaultFiles)?
  private let ownRenames: RecentOwnRenames?
  /// The number of own renames before this note was opened.
  private let renamesBefore: Int

  package init(
    store: any NoteStore, files: (any VaultFiles)?, ownRenames: RecentOwnRenames? = nil
  ) {
    self.store = store
    self.files = files
    self.ownRenames = ownRenames
    renamesBefore = ownRenames?.count ?? 0
  }

  package struct Saved: Sendable {
    package var note: NoteID
    /// The new text of the file.
    package var base: NoteBase
    /// The edit from the given text to the saved one; nil if they are the same.
    package var edit: Edit?
    /// The former name of a note that was renamed after its first line.
    package var formerName: NoteID?
  }

  /// Saves a text over `base`, the text that was read or saved last. Throws `.changedOutside` if others
  /// changed the same lines, or too much of a large text to be merged, and `.notFound` if the file is
  /// gone and `makingAgain` is false.
  package func save(
    _ text: Rope, to note: NoteID, over base: NoteBase, makingAgain: Bool
  ) async throws(NoteStoreError) -> Saved {
    var (note, base, merged) = (note, base, text)
    // Another program may write without end. The text is in the journal and can be saved later.
    for _ in 0..<10 {
      do throws(NoteStoreError) {
        let stamp = try await store.save(merged, to: note, replacing: base.stamp)
        return saved(text, as: merged, stamp, note)
      } catch .changedOutside {
        let theirs: NoteBase
        do throws(NoteStoreError) {
          theirs = try await reader.readAll(note)
        } catch .notFound {
          continue
        }
        guard let both = RopeMerge.merge(base: base.text, mine: merged, theirs: theirs.text) else {
          throw .changedOutside(note.path)
        }
        (merged, base) = (both, theirs)
        if merged == theirs.text { return saved(text, as: merged, theirs.stamp, note) }
      } catch .notFound {
        if let moved = await moved(base.stamp, from: note) {
          (note, base.stamp) = moved
          continue
        }
        guard makingAgain else { throw .notFound(note.path) }
        do throws(NoteStoreError) {
          return saved(text, as: merged, try await store.create(merged, at: note), note)
        } catch .changedOutside {
          // Another program made it just now: the next round compares it.
          continue
        }
      }
    }
    throw .changedOutside(note.path)
  }

  /// Makes a note named after a title, with a number if the name is taken. It is stored as safely as
  /// `other`.
  package func create(
    _ text: Rope, titled title: String, in folder: NotePath, keptAs other: NoteID?
  ) async throws(NoteStoreError) -> Saved {
    let made =
      if let other {
        try await store.create(text, titled: title, in: folder, keptAs: other)
      } else {
        try await store.create(text, titled: title, in: folder)
      }
    return Saved(note: made.id, base: NoteBase(text: text, stamp: made.stamp))
  }

  /// Makes a note under this exact name. Throws `.changedOutside` if the name is taken.
  package func create(_ text: Rope, at note: NoteID) async throws(NoteStoreError) -> Saved {
    let stamp = try await store.create(text, at: note)
    return Saved(note: note, base: NoteBase(text: text, stamp: stamp))
  }

  /// Makes a note of this name, as safely stored as another one. With a writer, one of that name is
  /// replaced, after its text became a version.
  package func create(
    _ text: Rope, as note: NoteID, like other: NoteID?, by writer: HeadlessNoteWriter?
  ) async throws(NoteStoreError) -> Saved {
    if let other, other.path.isLocked {
      return try await create(
        text, titled: note.path.stem.text, in: note.path.folder, keptAs: other)
    }
    guard let writer else { return try await create(text, at: note) }
    switch try await writer.write(text.bytes, to: note) {
    case .written(let note), .beside(let note):
      return Saved(note: note, base: try await reader.readAll(note))
    }
  }

  package var reader: NoteTextReader { NoteTextReader(store: store) }

  private func saved(_ text: Rope, as merged: Rope, _ stamp: NoteStamp, _ note: NoteID) -> Saved {
    let edit = RopePatch.edit(in: text, becoming: merged)
    return Saved(
      note: note, base: NoteBase(text: merged, stamp: stamp), edit: edit.isEmpty ? nil : edit)
  }

  /// Finds the note under the name that this program gave it, or the same file with the same text under
  /// another name. In the first case the stamp is the old one, because the text may have changed.
  private func moved(
    _ stamp: NoteStamp, from note: NoteID
  ) async -> (note: NoteID, stamp: NoteStamp)? {
    if let renamed = ownRenames?.name(of: note, since: renamesBefore),
      (try? await store.open(renamed)) != nil
    {
      return (renamed, stamp)
    }
    guard let files else { return nil }
    let survey = files.survey(isCancelled: { Task.isCancelled })
    for entry in survey.entries
    // A locked note's file has another size than its text.
    where entry.fact.inode == stamp.inode
      && (entry.fact.size == stamp.size || note.path.isLocked)
    {
      let candidate = NoteID(survey.path(of: entry))
      // Inode numbers are reused, so the text is compared.
      if candidate != note, let found = try? await reader.stamp(of: candidate),
        found.digest == stamp.digest, found.size == stamp.size
      {
        return (candidate, found)
      }
    }
    return nil
  }

  // MARK: - What others did to the file

  package enum FileChange: Sendable {
    /// The text is the same; the time may differ.
    case unchanged(NoteStamp)
    /// Others wrote this text. The edit merges it; nil for a conflict.
    case changed(NoteBase, Edit?)
    case moved(NoteID, NoteStamp)
    case removed
  }

  /// Compares a note's file with `base`. A large file is read only if its size, time or inode differs, and
  /// its text is held in memory only if that differs too.
  package func change(
    of note: NoteID, since base: NoteBase, text: Rope
  ) async throws(NoteStoreError) -> FileChange {
    do throws(NoteStoreError) {
      if base.stamp.size > TextSize.whole, try await store.open(note).seen.isFile(of: base.stamp) {
        return .unchanged(base.stamp)
      }
      let there = try await reader.stamp(of: note)
      if there.size == base.stamp.size, there.digest == base.stamp.digest {
        return .unchanged(there)
      }
      let theirs = try await reader.readAll(note)
      if theirs.text == base.text { return .unchanged(theirs.stamp) }
      let merged = RopeMerge.merge(base: base.text, mine: text, theirs: theirs.text)
      return .changed(theirs, merged.map { RopePatch.edit(in: text, becoming: $0) })
    } catch .notFound {
      if let (note, stamp) = await moved(base.stamp, from: note) { return .moved(note, stamp) }
      return .removed
    }
  }
}
