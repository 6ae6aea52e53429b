package import Entities
import Markdown
package import Services
import VaultLayers

/// A part of a note as a store of its own, for editing it where it is embedded. Only the part is
/// read, and a save changes nothing else. Changes by others elsewhere in the note are preserved;
/// those within the part throw `.changedOutside`.
package actor EmbedStore: ForwardingStore {
  package nonisolated let store: any NoteStore
  private let note: NoteID
  /// The part's name, as after the `#` of a link.
  package nonisolated let name: String
  /// The text as last read or saved.
  private var known: Known?
  /// The part's text before the first save and after the last one.
  private var written: (before: [UInt8], after: [UInt8])?

  private struct Known {
    /// The note's text, and the range of the part in it.
    var text: [UInt8]
    var range: Range<Int>
    /// The stamp that identifies the part.
    var stamp: NoteStamp

    var part: ArraySlice<UInt8> { text[range] }
  }

  /// Makes a store of a part. It is named as after the `#` of a link: a heading's words, or `^id`.
  init(_ store: any NoteStore, note: NoteID, part: String) {
    self.store = store
    self.note = note
    name = part
  }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    let content = try await whole(id)
    let found = try located(in: content)
    known = found
    return NoteContent(bytes: Array(found.part), stamp: found.stamp)
  }

  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    WholeReading(try await read(id))
  }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    let new = text.gathered
    // Retry, because others may be writing elsewhere in the note.
    for _ in 0..<10 {
      let content = try await whole(id)
      let found = try located(in: content)
      guard found.stamp.size == stamp.size, found.stamp.digest == stamp.digest else {
        throw .changedOutside(id.path)
      }
      let bytes = Array(content.bytes[..<found.range.lowerBound] + new)
      let range = found.range.lowerBound..<bytes.count
      let whole = bytes + content.bytes[found.range.upperBound...]
      do throws(NoteStoreError) {
        let saved = try await store.save(whole, to: id, replacing: content.stamp)
        let known = Known(text: whole, range: range, stamp: Self.stamp(new[...], in: saved))
        self.known = known
        written = (written?.before ?? Array(found.part), new)
        return known.stamp
      } catch .changedOutside {
        continue
      }
    }
    throw .changedOutside(id.path)
  }

  /// Restores the part's text from before the first save. Throws `.changedOutside` if others
  /// changed the part since.
  func takeBack() async throws(NoteStoreError) {
    guard let written else { return }
    let now = try await read(note)
    guard now.bytes == written.after else { throw .changedOutside(note.path) }
    _ = try await save(written.before, to: note, replacing: now.stamp)
    self.written = nil
  }

  private func whole(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    guard id == note else { throw .notFound(id.path) }
    return try await store.read(id)
  }

  // MARK: - Finding the part

  /// Finds the part. While it is being edited it may lack its ID or heading, or have several
  /// blocks, so the known text around it is tried first.
  private func located(in content: NoteContent) throws(NoteStoreError) -> Known {
    let text = content.bytes
    let range = known.flatMap { Self.moved($0, to: text) } ?? EmbeddedPart.editable(name, in: text)
    guard let range else { throw .notFound(note.path) }
    return Known(text: text, range: range, stamp: Self.stamp(text[range], in: content.stamp))
  }

  /// Finds the part in a text that others changed: between its old neighbors, or by its own text
  /// and one neighbor.
  private static func moved(_ known: Known, to text: [UInt8]) -> Range<Int>? {
    let (before, after) = (
      known.text[..<known.range.lowerBound], known.text[known.range.upperBound...]
    )
    let hasStart = text.starts(with: before)
    let hasEnd = text.count >= after.count && text.suffix(after.count) == after
    if hasStart, hasEnd, text.count >= before.count + after.count {
      return before.count..<(text.count - after.count)
    }
    let part = known.part
    if hasStart, text[before.count...].starts(with: part) {
      return before.count..<(before.count + part.count)
    }
    let start = text.count - after.count - part.count
    if hasEnd, start >= 0, text[start...].starts(with: part) {
      return start..<(start + part.count)
    }
    return nil
  }

  /// Returns the stamp of a part. It has no file, so its size and bytes identify it.
  private static func stamp(_ part: ArraySlice<UInt8>, in note: NoteStamp) -> NoteStamp {
    var stamp = note
    stamp.size = part.count
    stamp.digest = part.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return stamp
  }

  // MARK: - Unsupported operations

  /// Refuses to make a part again that is gone with its note.
  package func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    throw .refused(id.path, reason: PreviewWords.isGone(part: name))
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    throw .refused(id.path, reason: PreviewWords.onlyPart)
  }
}
