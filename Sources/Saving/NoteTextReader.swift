package import Entities
package import Services
import Synchronization
package import TextEngine

/// Reads notes of any size: first enough to fill a screen, then the rest.
///
/// ```swift
/// let start = try await reader.start(note)          // show start.text
/// while let part = try await start.rest?.next() { … } // text.append, history.textGrew
/// ```
package struct NoteTextReader: Sendable {
  let store: any NoteStore

  /// The beginning of a note, or all of a small one.
  package struct Start: Sendable {
    package var text: Rope
    /// The state of the file, which may have more than `text`.
    package var seen: TextBase
    /// The whole text of a small note.
    package var base: NoteBase?
    /// Nil for a small note.
    package var rest: RemainingBlocks?
  }

  /// Opens a note and reads its first block; a small note is read whole.
  package func start(_ note: NoteID) async throws(NoteStoreError) -> Start {
    var tries = ReadingAttempts()
    return try await start(note, &tries)
  }

  /// Starts again if another program writes to the note meanwhile.
  private func start(
    _ note: NoteID, _ tries: inout ReadingAttempts
  ) async throws(NoteStoreError) -> Start {
    while await tries.next() {
      do throws(NoteStoreError) {
        return try beginning(of: try await store.open(note))
      } catch .changedOutside {
        continue
      }
    }
    throw ReadingAttempts.problem(of: note)
  }

  /// Reads a whole note of any size.
  package func readAll(_ note: NoteID) async throws(NoteStoreError) -> NoteBase {
    try await read(note, holdingText: true)
  }

  /// Reads a whole note for its stamp, without holding the text of a large one.
  package func stamp(of note: NoteID) async throws(NoteStoreError) -> NoteStamp {
    try await read(note, holdingText: false).stamp
  }

  private func read(
    _ note: NoteID, holdingText: Bool
  ) async throws(NoteStoreError) -> NoteBase {
    var tries = ReadingAttempts()
    // `start` counts the tries and throws after the last.
    while true {
      do throws(NoteStoreError) {
        let start = try await start(note, &tries)
        if let base = start.base { return base }
        var text = start.text
        while let rest = start.rest {
          switch try await rest.next() {
          case .more(let block): if holdingText { text.append(block) }
          case .end(let stamp): return NoteBase(text: text, stamp: stamp)
          }
        }
      } catch .changedOutside {
        continue
      }
    }
  }

  private func beginning(of reading: any NoteReading) throws(NoteStoreError) -> Start {
    let seen = reading.seen
    let isSmall = seen.size <= TextSize.readAtOnce
    let text = try RemainingBlocks.block(
      of: reading, isSmall ? seen.size : RemainingBlocks.firstBlock)
    guard isSmall else {
      return Start(text: text, seen: seen, rest: RemainingBlocks(reading, read: text.byteCount))
    }
    let stamp = try reading.finish()
    return Start(
      text: text, seen: TextBase(stamp), base: NoteBase(text: text, stamp: stamp))
  }
}

/// The rest of a large note, block by block. Only one call may run at a time. The file is closed with
/// the last reference.
package final class RemainingBlocks: Sendable {
  package enum Part: Sendable {
    case more(Rope)
    /// The stamp of the file, after the last block.
    case end(NoteStamp)
  }

  /// More than the largest screen shows.
  static let firstBlock = 128 << 10
  private static let largestBlock = 4 << 20

  private let reading: any NoteReading
  private let read: Mutex<Int>

  init(_ reading: any NoteReading, read: Int) {
    self.reading = reading
    self.read = Mutex(read)
  }

  /// The size of the whole note.
  var byteCount: Int { reading.seen.size }

  /// Returns the next block; blocks grow with the offset. Throws `.changedOutside` if another program
  /// wrote to the file meanwhile: the file never had the text that was read.
  @concurrent
  package func next() async throws(NoteStoreError) -> Part {
    let done = read.withLock { $0 }
    // Closing the note takes one block at most.
    if Task.isCancelled { throw .failed(NotePath(""), action: "read", reason: "it was closed") }
    guard done < byteCount else { return .end(try reading.finish()) }
    let block = try Self.block(
      of: reading, min(max(done, 1 << 20), Self.largestBlock, byteCount - done))
    read.withLock { $0 += block.byteCount }
    return .more(block)
  }

  /// Reads directly into the memory of a rope.
  static func block(of reading: any NoteReading, _ byteCount: Int) throws(NoteStoreError) -> Rope {
    if byteCount == 0 { return Rope() }
    var failure: NoteStoreError?
    let region = ByteRegion(capacity: byteCount) { memory in
      do throws(NoteStoreError) {
        return try reading.read(into: UnsafeMutableRawBufferPointer(memory))
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Rope(region)
  }
}
