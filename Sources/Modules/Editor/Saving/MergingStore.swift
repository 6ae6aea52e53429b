import Entities
import OpenVault
import Services
import TextEngine

/// Saves texts of any size over a store: whatever others wrote to the file meanwhile is merged, and
/// nothing is ever overwritten unread.
struct MergingStore: Sendable {
  let store: any NoteStore
  /// Finds a note that was moved; nil: it is not looked for.
  let files: (any VaultFiles)?
  private let ownRenames: RecentOwnRenames?
  /// None of the first ones was of the note that is open.
  private let renamesBefore: Int

  init(store: any NoteStore, files: (any VaultFiles)?, ownRenames: RecentOwnRenames? = nil) {
    self.store = store
    self.files = files
    self.ownRenames = ownRenames
    renamesBefore = ownRenames?.count ?? 0
  }

  struct Saved: Sendable {
    var note: NoteID
    /// What the file holds now.
    var base: NoteBase
    /// From the text that was to be saved to the one that was; nil where it is the very text.
    var edit: Edit?
    /// The name that the note had, where it was given another one made of its first line.
    var formerName: NoteID?
  }

  /// Throws `.changedOutside` where others changed the same lines, or too much of a large text to be
  /// merged, and `.notFound` where the file is gone and not to be made again. `base` is what was read
  /// or saved last.
  func save(
    _ text: Rope, to note: NoteID, over base: NoteBase, makingAgain: Bool
  ) async throws(NoteStoreError) -> Saved {
    var (note, base, merged) = (note, base, text)
    // Someone who writes without end is not outrun; the text is stored, and saved later.
    for _ in 0..<10 {
      do throws(NoteStoreError) {
        let stamp = try await store.save(RopeSource(merged), to: note, replacing: base.stamp)
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
          return saved(text, as: merged, try await store.create(RopeSource(merged), at: note), note)
        } catch .changedOutside {
          // Someone made it just now: it is compared in the next round.
          continue
        }
      }
    }
    throw .changedOutside(note.path)
  }

  /// Makes a note under a title, numbered where the name is taken; as safe as the note that it comes from.
  func create(
    _ text: Rope, titled title: String, in folder: NotePath, keptAs other: NoteID?
  ) async throws(NoteStoreError) -> Saved {
    let source = RopeSource(text)
    let made =
      if let other {
        try await store.create(source, titled: title, in: folder, keptAs: other)
      } else {
        try await store.create(source, titled: title, in: folder)
      }
    return Saved(note: made.id, base: NoteBase(text: text, stamp: made.stamp))
  }

  /// Makes a note under this very name. Throws `.changedOutside` where something has it already.
  func create(_ text: Rope, at note: NoteID) async throws(NoteStoreError) -> Saved {
    let stamp = try await store.create(RopeSource(text), at: note)
    return Saved(note: note, base: NoteBase(text: text, stamp: stamp))
  }

  var reader: NoteTextReader { NoteTextReader(store: store) }

  private func saved(_ text: Rope, as merged: Rope, _ stamp: NoteStamp, _ note: NoteID) -> Saved {
    let edit = RopePatch.edit(in: text, becoming: merged)
    return Saved(
      note: note, base: NoteBase(text: merged, stamp: stamp), edit: edit.isEmpty ? nil : edit)
  }

  /// The name that this program gave the note, or the same file with the same text under another name.
  /// In the first case the text may be another one by now: the stamp stays, and does not fit it.
  func moved(
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
    // The size of a locked note's file says little about the text's.
    where entry.fact.inode == stamp.inode
      && (entry.fact.size == stamp.size || note.path.isLocked)
    {
      let candidate = NoteID(survey.path(of: entry))
      // Inode numbers are used again: only the text tells.
      if candidate != note, let found = try? await self.stamp(of: candidate),
        found.digest == stamp.digest, found.size == stamp.size
      {
        return (candidate, found)
      }
    }
    return nil
  }

  // MARK: - What others did to the file

  /// What became of a note's file since it was read.
  enum FileChange: Sendable {
    /// Only touched, if at all.
    case unchanged(NoteStamp)
    /// Others wrote; the edit brings their changes into the text. Nil where it is a conflict.
    case changed(NoteBase, Edit?)
    case moved(NoteID, NoteStamp)
    case removed
  }

  /// The text of a large file is read only where its size, its time or its inode is another one, as
  /// before a save; then it is read twice, and stays in memory only where it is another text.
  func change(
    of note: NoteID, since base: NoteBase, text: Rope
  ) async throws(NoteStoreError) -> FileChange {
    do throws(NoteStoreError) {
      if base.stamp.size > TextSize.whole, try await store.open(note).seen.isFile(of: base.stamp) {
        return .unchanged(base.stamp)
      }
      let there = try await stamp(of: note)
      if there.size == base.stamp.size, there.digest == base.stamp.digest {
        return .unchanged(there)
      }
      let theirs = try await reader.readAll(note)
      let merged = RopeMerge.merge(base: base.text, mine: text, theirs: theirs.text)
      return .changed(theirs, merged.map { RopePatch.edit(in: text, becoming: $0) })
    } catch .notFound {
      if let (note, stamp) = await moved(base.stamp, from: note) { return .moved(note, stamp) }
      return .removed
    }
  }

  /// What a note's file is, without holding its text.
  func stamp(of note: NoteID) async throws(NoteStoreError) -> NoteStamp {
    var tries = ReadingAttempts()
    return try await reader.read(note, &tries, skim)
  }

  private func skim(_ reading: any NoteReading) throws(NoteStoreError) -> NoteStamp {
    var failure: NoteStoreError?
    withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) { memory in
      do throws(NoteStoreError) {
        while try reading.read(into: memory) > 0 {}
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return try reading.finish()
  }
}
