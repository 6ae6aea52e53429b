import Entities
import OpenVault
import Services
import TextEngine

/// Brings a text of any size and its file together: whatever others wrote meanwhile is merged, and
/// nothing is ever written over unseen.
struct TextSaver: Sendable {
  let store: any NoteStore
  /// Where a note that was moved is looked for; nil: it is not.
  let files: (any VaultFiles)?
  private let ownMoves: RecentOwnRenames?
  /// Of these none was of the note that is open.
  private let movesBefore: Int

  init(store: any NoteStore, files: (any VaultFiles)?, ownMoves: RecentOwnRenames? = nil) {
    self.store = store
    self.files = files
    self.ownMoves = ownMoves
    movesBefore = ownMoves?.count ?? 0
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
    // Someone who writes without end is not outrun; the text is kept and saved later.
    for _ in 0..<10 {
      do throws(NoteStoreError) {
        let stamp = try await store.save(RopeSource(merged), to: note, replacing: base.stamp)
        return saved(text, as: merged, stamp, note)
      } catch .changedOutside {
        let theirs: NoteBase
        do throws(NoteStoreError) {
          theirs = try await loader.all(of: note)
        } catch .notFound {
          continue
        }
        guard let both = RopeMerge.merge(base: base.text, mine: merged, theirs: theirs.text) else {
          throw .changedOutside(note.path)
        }
        (merged, base) = (both, theirs)
        if merged == theirs.text { return saved(text, as: merged, theirs.stamp, note) }
      } catch .notFound {
        if let place = await moved(base.stamp, from: note) {
          (note, base.stamp) = place
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

  /// Makes a note under a title, beside what has that name; as safe as the note that it comes from.
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

  private var loader: NoteLoader { NoteLoader(store: store) }

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
    if let place = ownMoves?.name(of: note, since: movesBefore),
      (try? await store.open(place)) != nil
    {
      return (place, stamp)
    }
    guard let files else { return nil }
    let survey = files.survey(isCancelled: { Task.isCancelled })
    for entry in survey.entries
    // Of a locked note the file's size tells little of the text's.
    where entry.fact.inode == stamp.inode
      && (entry.fact.size == stamp.size || note.path.isLocked)
    {
      let place = NoteID(survey.path(of: entry))
      // Numbers of files are given out again: only the text tells.
      if place != note, let there = try? await self.stamp(of: place),
        there.digest == stamp.digest, there.size == stamp.size
      {
        return (place, there)
      }
    }
    return nil
  }
}
