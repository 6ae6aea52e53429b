package import Entities
import Synchronization

/// A note that is read block by block from its beginning, so that a screen can be filled before the
/// rest is read.
///
/// ```swift
/// let reading = try await store.open(id)
/// while try reading.read(into: memory) > 0 { … }
/// let stamp = try reading.finish()
/// ```
///
/// Calls wait for the disk: make them on a background thread, one at a time.
package protocol NoteReading: AnyObject, Sendable {
  /// The file as it was when it was opened; its digest is not known yet.
  var seen: TextBase { get }

  /// Fills the memory with the next bytes and returns their number: 0 at the end, and less than
  /// fits only just before it. Throws `.changedOutside` once the file is no longer the one that was
  /// opened.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int

  /// Returns the stamp of what was read. Throws `.changedOutside` if the file was written
  /// meanwhile, so that the text is no state that it ever had. Called after the end.
  func finish() throws(NoteStoreError) -> NoteStamp
}

extension NoteStore {
  /// Returns the first bytes of a note of any size.
  @concurrent
  package nonisolated func beginning(
    of id: NoteID, atMost limit: Int
  ) async throws(NoteStoreError) -> [UInt8] {
    var tries = ReadingAttempts()
    while await tries.next() {
      let reading = try await open(id)
      var failure: NoteStoreError?
      let bytes = [UInt8](
        unsafeUninitializedCapacity: min(limit, reading.seen.size)
      ) { buffer, filled in
        do throws(NoteStoreError) {
          filled = try reading.read(into: UnsafeMutableRawBufferPointer(buffer))
        } catch {
          failure = error
        }
      }
      guard let failure else { return bytes }
      if failure != .changedOutside(id.path) { throw failure }
    }
    throw ReadingAttempts.problem(of: id)
  }
}

/// Reads a text that is in memory.
package final class WholeReading: NoteReading {
  private let content: NoteContent
  private let offset = Mutex(0)

  package init(_ content: NoteContent) { self.content = content }

  package var seen: TextBase {
    var seen = TextBase(content.stamp)
    seen.digest = nil
    return seen
  }

  package func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int {
    offset.withLock { offset in
      let count = min(memory.count, content.bytes.count - offset)
      memory.copyBytes(from: content.bytes[offset..<offset + count])
      offset += count
      return count
    }
  }

  package func finish() throws(NoteStoreError) -> NoteStamp { content.stamp }
}

/// How often a note is read again while another program writes to it. An ordinary write is over by
/// the second try, many small ones in a row within a second: the pauses between tries grow.
///
/// ```swift
/// var tries = ReadingAttempts()
/// while await tries.next() { … }
/// throw ReadingAttempts.problem(of: note)
/// ```
package struct ReadingAttempts: Sendable {
  package static let most = 50
  private static let atOnce = 10
  private static let longest = Duration.milliseconds(25)
  private var count = 0

  package init() {}

  /// Waits before the next try, at first not at all; returns false after too many tries.
  package mutating func next() async -> Bool {
    guard let pause = nextPause() else { return false }
    if pause > .zero { try? await Task.sleep(for: pause) }
    return !Task.isCancelled || count == 1
  }

  /// Returns the pause before the next try, for a caller that waits itself; nil after the last.
  package mutating func nextPause() -> Duration? {
    guard count < Self.most else { return nil }
    count += 1
    return min(Self.longest, .milliseconds(max(0, count - Self.atOnce)))
  }

  package static func problem(of note: NoteID, to action: String = "read") -> NoteStoreError {
    .failed(note.path, action: action, reason: "another program keeps writing to it")
  }
}

extension ForeignEncoding {
  /// Throws if the added text would be in another encoding than the note. ASCII is the same in all
  /// encodings with one byte per letter.
  package static func check(
    _ text: [UInt8], adding new: [UInt8], to note: NotePath
  ) throws(NoteStoreError) {
    guard let encoding = ForeignEncoding(of: text),
      encoding != .bytes || new.contains(where: { $0 >= 0x80 })
    else { return }
    throw .refused(note, reason: "it is \(encoding.name). \(encoding.advice(on: note))")
  }
}
