import Entities
import Services

/// Brings a text and its file together: whatever others wrote meanwhile is merged, and nothing is
/// ever written over unseen.
struct NoteSaver: Sendable {
  let store: any NoteStore
  /// Where a note that was moved is looked for; nil: it is not.
  let files: (any VaultFiles)?

  struct Saved: Sendable {
    var note: NoteID
    /// What the file holds now.
    var content: NoteContent
    /// From the text that was to be saved to the one that was.
    var patch = TextPatch()
  }

  /// Throws `.changedOutside` where others changed the same lines, and `.notFound` where the file
  /// is gone and not to be made again. `base` is what was read or saved last.
  func save(
    _ text: [UInt8], to note: NoteID, over base: NoteContent, makingAgain: Bool
  ) async throws(NoteStoreError) -> Saved {
    var (note, base, merged) = (note, base, text)
    // Someone who writes without end is not outrun; the text is kept and saved later.
    for _ in 0..<10 {
      do throws(NoteStoreError) {
        let stamp = try await store.save(merged, to: note, replacing: base.stamp)
        return saved(text, as: merged, stamp, note)
      } catch .changedOutside {
        let theirs: NoteContent
        do throws(NoteStoreError) {
          theirs = try await store.read(note)
        } catch .notFound {
          continue
        }
        let merge = ThreeWayMerge.merge(base: base.bytes, mine: merged, theirs: theirs.bytes)
        guard merge.isClean else { throw .changedOutside(note.path) }
        (merged, base) = (merge.bytes, theirs)
        if merged == theirs.bytes { return saved(text, as: merged, theirs.stamp, note) }
      } catch .notFound {
        if let place = await moved(base, from: note) {
          (note, base) = place
          continue
        }
        guard makingAgain else { throw .notFound(note.path) }
        do throws(NoteStoreError) {
          let stamp = try await store.create(merged, at: note)
          return saved(text, as: merged, stamp, note)
        } catch .changedOutside {
          // Someone made it just now: it is compared in the next round.
          continue
        }
      }
    }
    throw .changedOutside(note.path)
  }

  private func saved(
    _ text: [UInt8], as merged: [UInt8], _ stamp: NoteStamp, _ note: NoteID
  ) -> Saved {
    Saved(
      note: note, content: NoteContent(bytes: merged, stamp: stamp),
      patch: text == merged ? TextPatch() : TextPatch(from: text, to: merged))
  }

  /// How a note's file stands to what was read of it.
  enum Look: Sendable {
    case same(NoteStamp)
    /// Others wrote; the patch brings their changes into the text. Nil where it is a conflict.
    case changed(NoteContent, TextPatch?)
    case moved(NoteID, NoteContent)
    case gone
  }

  func look(
    at note: NoteID, since base: NoteContent, text: [UInt8]
  ) async throws(NoteStoreError) -> Look {
    do throws(NoteStoreError) {
      let theirs = try await store.read(note)
      if theirs.bytes == base.bytes { return .same(theirs.stamp) }
      let merge = ThreeWayMerge.merge(base: base.bytes, mine: text, theirs: theirs.bytes)
      return .changed(theirs, merge.isClean ? TextPatch(from: text, to: merge.bytes) : nil)
    } catch .notFound {
      if let (place, content) = await moved(base, from: note) { return .moved(place, content) }
      return .gone
    }
  }

  /// The same file with the same text under another name.
  private func moved(
    _ base: NoteContent, from note: NoteID
  ) async -> (note: NoteID, content: NoteContent)? {
    guard let files else { return nil }
    let survey = files.survey(isCancelled: { Task.isCancelled })
    for entry in survey.entries
    where entry.fact.inode == base.stamp.inode && entry.fact.size == base.stamp.size {
      let place = NoteID(survey.path(of: entry))
      // Numbers of files are given out again: only the text tells.
      if place != note, let content = try? await store.read(place), content.bytes == base.bytes {
        return (place, content)
      }
    }
    return nil
  }
}
