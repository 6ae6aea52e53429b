import Threads

/// Lets go of blocks one after the other, on a thread of its own: while it works on one, its owner
/// fills the next. Two rooms, filled in turns, are enough.
///
/// `@unchecked Sendable`: `block` and `failure` belong to the owner while `isIdle` is taken by it, and
/// to the other thread from `isHanded` until that gives `isIdle` back. `work` runs on one at a time.
final class BlockLine: @unchecked Sendable {
  typealias Work = @Sendable (UnsafeRawBufferPointer) throws(SystemError) -> Void

  private let work: Work
  /// What is to be worked on; nil when all was.
  private var block: UnsafeRawBufferPointer?
  private var failure: SystemError?
  private let isIdle = Semaphore(1)
  private let isHanded = Semaphore()

  private init(_ work: @escaping Work) { self.work = work }

  /// Calls `body` with what takes a block. That answers false where an earlier one failed, and has
  /// not begun with this one before the last is done. Throws what failed first.
  ///
  /// Where the system has no thread to spare each block is worked on at once.
  static func run(
    _ work: @escaping Work, _ body: ((UnsafeRawBufferPointer) -> Bool) -> Void
  ) throws(SystemError) {
    let line = BlockLine(work)
    if OwnThread.start({ line.goOn() }) {
      body { line.hand($0) }
      _ = line.hand(nil)
      line.isIdle.take()
    } else {
      body { line.workNow(on: $0) }
    }
    if let failure = line.failure { throw failure }
  }

  private func hand(_ block: UnsafeRawBufferPointer?) -> Bool {
    isIdle.take()
    self.block = block
    let isFine = failure == nil
    isHanded.give()
    return isFine
  }

  private func goOn() {
    var isOver = false
    while !isOver {
      isHanded.take()
      if let block { _ = workNow(on: block) }
      isOver = block == nil
      isIdle.give()
    }
  }

  private func workNow(on block: UnsafeRawBufferPointer) -> Bool {
    guard failure == nil else { return false }
    do throws(SystemError) {
      try work(block)
      return true
    } catch {
      failure = error
      return false
    }
  }
}
