import Entities
import Services
import Synchronization
import TextEngine

/// Reads notes of any size: what fills a screen first, then the rest.
///
/// ```swift
/// let start = try await reader.start(note)          // show start.text
/// while let part = try await start.rest?.next() { … } // text.append, history.textGrew
/// ```
struct NoteTextReader: Sendable {
  let store: any NoteStore

  /// A note of which the beginning was read, or all.
  struct Start: Sendable {
    var text: Rope
    /// What the file is, which may have more than `text`.
    var seen: TextBase
    /// All of it, where the note is small.
    var base: NoteBase?
    /// Where the rest comes from; nil where all is there.
    var rest: RemainingBlocks?
  }

  /// Opens a note and reads its first block; a small note is read whole.
  func start(_ note: NoteID) async throws(NoteStoreError) -> Start {
    var tries = ReadingAttempts()
    return try await read(note, &tries, beginning)
  }

  /// Reads a note again where others write to it meanwhile.
  func read<Value>(
    _ note: NoteID, _ tries: inout ReadingAttempts,
    _ body: (any NoteReading) throws(NoteStoreError) -> Value
  ) async throws(NoteStoreError) -> Value {
    while await tries.next() {
      let reading = try await store.open(note)
      do throws(NoteStoreError) {
        return try body(reading)
      } catch .changedOutside {
        continue
      }
    }
    throw ReadingAttempts.problem(of: note)
  }

  /// Reads a note whole, whatever its size.
  func readAll(_ note: NoteID) async throws(NoteStoreError) -> NoteBase {
    var tries = ReadingAttempts()
    // The tries are counted where the reading begins; that throws after the last of them.
    while true {
      do throws(NoteStoreError) {
        let start = try await read(note, &tries, beginning)
        if let base = start.base { return base }
        var text = start.text
        while let rest = start.rest {
          switch try await rest.next() {
          case .more(let block): text.append(block)
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

/// The rest of a large note, block by block. One call at a time; it ends with its last reference.
final class RemainingBlocks: Sendable {
  enum Part: Sendable {
    /// To be added to what was read before.
    case more(Rope)
    /// All was read, and this is what it was.
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

  /// How many bytes the whole has.
  var byteCount: Int { reading.seen.size }

  /// The next block, larger ones the further it goes. Throws `.changedOutside` where someone wrote to
  /// the file meanwhile, so that what was read is no text that it ever had.
  @concurrent
  func next() async throws(NoteStoreError) -> Part {
    let done = read.withLock { $0 }
    // Closing the note waits for one block at most.
    if Task.isCancelled { throw .failed(NotePath(""), action: "read", reason: "it was closed") }
    guard done < byteCount else { return .end(try reading.finish()) }
    let block = try Self.block(
      of: reading, min(max(done, 1 << 20), Self.largestBlock, byteCount - done))
    read.withLock { $0 += block.byteCount }
    return .more(block)
  }

  /// Reads into the memory of the text, without another copy.
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
