import Glibc
import Synchronization
import Threads

/// Reads standard input as it arrives, on a thread of its own: the wait for a client must not hold up
/// other work. No more than one part is read ahead.
final class InputParts: Sendable {
  private struct State {
    var part: [UInt8]?
    var isEnded = false
    var isStarted = false
    var waiting: CheckedContinuation<[UInt8]?, Never>?
  }

  private let state = Mutex(State())
  private let wanted = Semaphore()

  /// Returns the next part; nil at the end.
  @MainActor
  func next() async -> [UInt8]? {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    if isFirst, !DedicatedThread.start({ self.readAll() }) { return nil }
    wanted.give()
    return await withCheckedContinuation { continuation in
      let ready: [UInt8]?? = state.withLock { state in
        if let part = state.part.take() { return .some(part) }
        if state.isEnded { return .some(nil) }
        state.waiting = continuation
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  private func readAll() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      wanted.take()
      var count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      while count < 0, errno == EINTR {
        count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      }
      hand(count > 0 ? Array(buffer[..<count]) : nil)
      if count <= 0 { return }
    }
  }

  private func hand(_ part: [UInt8]?) {
    let waiting = state.withLock { state in
      if part == nil { state.isEnded = true }
      let waiting = state.waiting.take()
      if waiting == nil { state.part = part }
      return waiting
    }
    waiting?.resume(returning: part)
  }
}
