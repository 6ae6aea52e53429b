import Files
import Glibc
import Threads

/// Works on a stream in stretches on two threads: they read in turns, work at the same time, and write
/// in the order in which they have read. What comes out is what one thread alone would have made.
struct SideBySide: ~Copyable {
  /// How one chunk is worked on: its bytes, its number, whether nothing follows, room for what is made.
  typealias Work = (
    UnsafeRawBufferPointer, UInt64, Bool, UnsafeMutableRawBufferPointer
  ) -> (count: Int, fault: AgeError?)

  private let unit: Int
  private let madeUnit: Int
  private let stretch: Int
  private let work: Work
  private let turns: Turns

  init(
    unit: Int, madeUnit: Int, stretch: Int, source: PipeSource,
    write: @escaping (UnsafeRawBufferPointer) throws(SystemError) -> Void, work: @escaping Work
  ) {
    self.unit = unit
    self.madeUnit = madeUnit
    self.stretch = stretch
    self.work = work
    turns = Turns(unit: unit, source: source, write: write)
  }

  consuming func run() throws(AgePipeError) {
    let (unit, madeUnit, stretch, work, turns) = (unit, madeUnit, stretch, work, turns)
    func run(_ hasMore: () -> Void) {
      // A chunk is worked on only when it is known whether something follows it.
      let read = ChunkRoom(unit * stretch + 1)
      let made = ChunkRoom(madeUnit * stretch + madeUnit)
      while let part = turns.read(into: read.bytes) {
        if !part.isEnd { hasMore() }
        var (count, fault) = (0, AgeError?.none)
        for index in 0..<part.chunkCount where fault == nil {
          let start = index * unit
          let chunk = read.bytes[start..<min(start + unit, part.count)]
          let room = UnsafeMutableRawBufferPointer(
            rebasing: made.bytes[count..<count + madeUnit])
          let isLast = part.isEnd && index == part.chunkCount - 1
          let done = work(
            UnsafeRawBufferPointer(rebasing: chunk), part.firstChunk + UInt64(index), isLast, room)
          count += done.count
          fault = done.fault
        }
        turns.write(
          UnsafeRawBufferPointer(rebasing: made.bytes[..<count]), of: part,
          failure: fault.map { .age($0) } ?? part.failure)
      }
    }
    // What is read at once needs no second thread.
    OwnThread.withHelp({ run {} }) { askForHelp in run(askForHelp) }
    if let failure = turns.failure { throw failure }
  }
}

/// What one thread has read.
private struct Part {
  var place: Int
  var firstChunk: UInt64
  var count: Int
  /// How many chunks of it can be worked on.
  var chunkCount: Int
  /// Nothing follows its last byte.
  var isEnd: Bool
  /// Why nothing follows, where that is no end.
  var failure: AgePipeError?
}

/// Who may read, and who may write.
///
/// It is not `Sendable` by itself: `reading` is touched under its lock alone, and `write` is called by
/// the one thread whose turn it is.
private final class Turns {
  /// So much is written at a time: for a larger piece the system looks for memory of its size, which
  /// takes it five times as long as all the rest of the writing.
  private static let piece = 256 << 10

  private struct Reading {
    var source: PipeSource
    var place = 0
    var nextChunk: UInt64 = 0
    /// Bytes of a chunk of which it was not known whether it is the last.
    var carried: [UInt8] = []
    var isOver = false
  }

  private struct Written: Sendable {
    var parts = 0
    var failure: AgePipeError?
  }

  private let unit: Int
  private var reading: Reading
  private let write: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  private let written = Signal(Written())
  private let readLock: UnsafeMutablePointer<pthread_mutex_t>

  init(
    unit: Int, source: PipeSource,
    write: @escaping (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) {
    self.unit = unit
    reading = Reading(source: source)
    self.write = write
    readLock = .allocate(capacity: 1)
    pthread_mutex_init(readLock, nil)
  }

  deinit {
    pthread_mutex_destroy(readLock)
    readLock.deallocate()
  }

  /// What failed first.
  var failure: AgePipeError? { written.wait { .some($0.failure) } }

  /// Nil where nothing is left, or nobody wants it any more.
  func read(into room: UnsafeMutableRawBufferPointer) -> Part? {
    pthread_mutex_lock(readLock)
    defer { pthread_mutex_unlock(readLock) }
    if reading.isOver || failure != nil { return nil }
    room.copyBytes(from: reading.carried)
    var count = reading.carried.count
    var end: PipeSource.End?
    repeat {
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[count...])
      let got = reading.source.fill(rest)
      count += got.count
      end = got.end
    } while end == nil && count <= unit
    var part = Part(
      place: reading.place, firstChunk: reading.nextChunk, count: count, chunkCount: 0,
      isEnd: false)
    switch end {
    case .whole?:
      part.isEnd = true
      // An empty stream has one chunk with nothing in it.
      part.chunkCount = max(1, (count + unit - 1) / unit)
    case .failure(let failure)?:
      part.failure = failure
      part.chunkCount = max(0, count - 1) / unit
    case nil: part.chunkCount = (count - 1) / unit
    }
    reading.isOver = end != nil
    reading.carried.removeAll(keepingCapacity: true)
    reading.carried += room[min(count, part.chunkCount * unit)..<count]
    reading.place += 1
    reading.nextChunk += UInt64(part.chunkCount)
    return part
  }

  /// Waits for what was read before; after a failure nothing is written any more.
  func write(_ bytes: UnsafeRawBufferPointer, of part: Part, failure fault: AgePipeError?) {
    let isWanted = written.wait { $0.parts == part.place ? $0.failure == nil : nil }
    var found = fault
    if isWanted {
      do throws(SystemError) {
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, start + Self.piece)
          try write(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
          start = end
        }
      } catch {
        found = .writing(error)
      }
    }
    written.change { written in
      written.failure = written.failure ?? found
      written.parts += 1
    }
  }
}
