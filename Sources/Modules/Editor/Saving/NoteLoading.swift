import Entities
import Services
import Synchronization
import TextEngine

/// The rest of a large note, block by block. One call at a time; it ends with its last reference.
final class NoteLoading: Sendable {
  enum Part: Sendable {
    /// To be put behind what was read before.
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
    // Whoever closes the note waits for one block at most.
    if Task.isCancelled { throw .failed(NotePath(""), action: "read", reason: "it was closed") }
    guard done < byteCount else { return .end(try reading.finish()) }
    let block = try Self.block(
      of: reading, min(max(done, 1 << 20), Self.largestBlock, byteCount - done))
    read.withLock { $0 += block.byteCount }
    return .more(block)
  }

  /// Read to where it stays, without another copy.
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
