import Entities
import Files
import Glibc
import Services
import Synchronization

/// A plain file, held open by its caller and read from its beginning; what a watcher has against going
/// on ends it.
final class PlainReading: NoteReading {
  private let file: Int32
  private let facts: FileFacts
  private let path: NotePath
  private let state: Mutex<State>

  private struct State: ~Copyable, Sendable {
    var place = 0
    var wasCancelled = false
  }

  private let mayGoOn: Watching

  init(_ file: Int32, _ facts: FileFacts, _ path: NotePath, _ watching: Watching) {
    self.file = file
    self.facts = facts
    self.path = path
    mayGoOn = watching
    state = Mutex(State())
  }

  /// Whether it was ended by its watcher.
  var wasCancelled: Bool { state.withLock { $0.wasCancelled } }

  var seen: TextBase {
    TextBase(inode: facts.inode, size: facts.size, modified: facts.modified, digest: nil)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int {
    try state.withLock { (state) throws(NoteStoreError) in
      do throws(ConversionError) {
        try mayGoOn.check()
      } catch {
        state.wasCancelled = true
        throw NoteStoreError.failed(path, action: "read", reason: "cancelled")
      }
      let place = state.place
      let count = try onBehalf(
        of: path, to: "read",
        Posix.retrying { pread(file, memory.baseAddress, memory.count, off_t(place)) })
      state.place += count
      // Longer than it was: it would never end while somebody writes to it.
      guard state.place <= facts.size else { throw .changedOutside(path) }
      return count
    }
  }

  /// The digest is nobody's concern here: what was written is compared with what was read.
  func finish() throws(NoteStoreError) -> NoteStamp {
    let now = try onBehalf(of: path, to: "read", Posix.facts(of: file))
    guard now == facts, state.withLock({ $0.place }) == facts.size else {
      throw .changedOutside(path)
    }
    return NoteStamp(
      inode: facts.inode, size: facts.size, modified: facts.modified, digest: 0)
  }
}
