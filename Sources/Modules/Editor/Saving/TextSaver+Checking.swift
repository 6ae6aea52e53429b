import Entities
import Services
import TextEngine

/// What others did to a note's file since it was read.
extension TextSaver {
  /// How a note's file stands to what was read of it.
  enum Look: Sendable {
    /// Only touched, if at all.
    case same(NoteStamp)
    /// Others wrote; the edit brings their changes into the text. Nil where it is a conflict.
    case changed(NoteBase, Edit?)
    case moved(NoteID, NoteStamp)
    case gone
  }

  /// The text of a large file is read only where its size, its time or its inode is another one, as
  /// before a save; then it is read twice, and held only where it is another text.
  func look(
    at note: NoteID, since base: NoteBase, text: Rope
  ) async throws(NoteStoreError) -> Look {
    do throws(NoteStoreError) {
      if base.stamp.size > TextSize.whole, try await store.open(note).seen.isFile(of: base.stamp) {
        return .same(base.stamp)
      }
      let there = try await stamp(of: note)
      if there.size == base.stamp.size, there.digest == base.stamp.digest { return .same(there) }
      let theirs = try await NoteLoader(store: store).all(of: note)
      let merged = RopeMerge.merge(base: base.text, mine: text, theirs: theirs.text)
      return .changed(theirs, merged.map { RopePatch.edit(in: text, becoming: $0) })
    } catch .notFound {
      if let (place, stamp) = await moved(base.stamp, from: note) { return .moved(place, stamp) }
      return .gone
    }
  }

  /// What a note's file is, without holding its text.
  func stamp(of note: NoteID) async throws(NoteStoreError) -> NoteStamp {
    var tries = ReadingAttempts()
    while await tries.next() {
      let reading = try await store.open(note)
      do throws(NoteStoreError) {
        return try passedOver(reading)
      } catch .changedOutside {
        continue
      }
    }
    throw ReadingAttempts.problem(of: note)
  }

  private func passedOver(_ reading: any NoteReading) throws(NoteStoreError) -> NoteStamp {
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
