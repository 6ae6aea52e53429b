package import Entities
import Synchronization

/// A note that is being read from its beginning, block by block: what fills a screen is there before
/// the rest is.
///
/// ```swift
/// let reading = try await store.open(id)
/// while try reading.read(into: memory) > 0 { … }
/// let stamp = try reading.finish()
/// ```
///
/// Calls wait for the disk: they belong on a background thread, one at a time.
package protocol NoteReading: AnyObject, Sendable {
  /// The file as it was when it was opened; its digest is not known yet.
  var seen: TextBase { get }

  /// Fills the memory with the bytes that come next; 0 at the end, and less than fit only before it.
  /// Throws `.changedOutside` once the file is no longer the one that was opened.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int

  /// Names what was read. Throws `.changedOutside` where that is no state the file ever had, because
  /// somebody wrote to it meanwhile. Called after the end.
  func finish() throws(NoteStoreError) -> NoteStamp
}

extension NoteStore {
  /// The beginning of a note, for callers that show no more than that, of a text of any size.
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

/// Hands over a text that is in memory as a whole.
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

/// How often a note is read again while another program writes to it. An ordinary write is over by the
/// second try, and many small ones, one after the other, within a second: the tries come at longer and
/// longer distances.
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

  /// Waits before the next try, at first not at all; false where it was tried often enough.
  package mutating func next() async -> Bool {
    guard let pause = nextPause() else { return false }
    if pause > .zero { try? await Task.sleep(for: pause) }
    return !Task.isCancelled || count == 1
  }

  /// The same for a thread that waits by itself; nil where it was tried often enough.
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
  /// Throws where text that is added would be of another encoding than the note. ASCII is the same in all
  /// that have one byte for a letter.
  package static func check(
    _ text: [UInt8], adding new: [UInt8], to note: NotePath
  ) throws(NoteStoreError) {
    guard let encoding = ForeignEncoding(of: text),
      encoding != .bytes || new.contains(where: { $0 >= 0x80 })
    else { return }
    throw .refused(note, reason: "it is \(encoding.name). \(encoding.advice(on: note))")
  }
}
