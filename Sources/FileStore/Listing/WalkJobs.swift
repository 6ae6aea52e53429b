import Entities
import Files
import Synchronization
import Threads

extension VaultWalk {
  /// Walks the whole vault. All threads check for cancellation.
  func run(isCancelled: () -> Bool) -> Found {
    share([[]], below: true, isCancelled: isCancelled)
  }

  /// Reads only these folders, each with a slash at its end; their subfolders are only listed.
  func run(of folders: [[UInt8]]) -> Found {
    share(folders, below: false, isCancelled: { false })
  }

  /// Shows the whole vault to visitors, one made by each thread.
  func visit(isCancelled: () -> Bool, _ makeVisitor: () -> FolderVisitor) {
    _ = share([[]], below: true, isCancelled: isCancelled, makeVisitor: makeVisitor)
  }

  /// The number of waiting folders above which more threads pay off.
  private static let worthSharing = 8

  /// Shares the work among threads if that pays: most of it is waiting for the system.
  private func share(
    _ folders: [[UInt8]], below: Bool, isCancelled: () -> Bool,
    makeVisitor: () -> FolderVisitor? = { nil }
  ) -> Found {
    let jobs = WalkJobs(folders)
    let parts = Mutex<[Found]>([])
    func keep(_ found: Found) { parts.withLock { $0.append(found) } }
    // Not the system's queues, whose threads keep waking up.
    DedicatedThread.withHelp(of: threads - 1) {
      keep(work(on: jobs, makeVisitor(), below, isCancelled, askForHelp: {}))
    } _: { askForHelp in
      keep(work(on: jobs, makeVisitor(), below, isCancelled, askForHelp: askForHelp))
    }
    var all = Found()
    for part in parts.withLock({ $0 }) {
      all.survey.append(part.survey)
      all.attachments += part.attachments
      all.remains += part.remains
      all.failure = all.failure ?? part.failure
      all.folders += part.folders
      all.walked += part.walked
    }
    for folder in all.walked {
      all.survey.folders.append(
        .init(path: NotePath(bytes: folder.path.dropLast()), changed: folder.changed))
    }
    return all
  }

  private func work(
    on jobs: WalkJobs, _ visitor: FolderVisitor?, _ below: Bool, _ isCancelled: () -> Bool,
    askForHelp: () -> Void
  ) -> Found {
    var found = Found()
    while !isCancelled(), let job = jobs.next() {
      perform(job, jobs, &found, visitor, askForHelp)
      if below {
        jobs.add(found.folders.map { .folder($0) })
        found.folders = []
      }
      if jobs.finished() >= Self.worthSharing { askForHelp() }
    }
    // The other threads must not work on an unwanted result.
    jobs.stop()
    return found
  }

  private func perform(
    _ job: WalkJobs.Job, _ jobs: WalkJobs, _ found: inout Found, _ visitor: FolderVisitor?,
    _ askForHelp: () -> Void
  ) {
    switch job {
    case .names(let names, let folder):
      look(at: names, in: folder, &found, visitor)
    case .folder(let folder):
      read(folder, into: &found, visitor) { names, folder in
        jobs.add([.names(names, folder)])
        askForHelp()
      }
    }
  }
}

final class WalkedFolder: Sendable {
  /// The path from the top with a slash at the end; empty for the top itself.
  let path: [UInt8]
  private let time: Timestamp
  private let isPartial = Atomic(false)

  init(path: [UInt8], changed: Timestamp) {
    self.path = path
    time = changed
  }

  /// The folder's time, or 0 if not all of its names were read, so that it is read again.
  var changed: Timestamp { isPartial.load(ordering: .relaxed) ? Timestamp(seconds: 0) : time }

  func readingFailed() { isPartial.store(true, ordering: .relaxed) }
}

/// A folder that is still being read.
final class OpenFolder: Sendable {
  let walked: WalkedFolder
  let file: Descriptor

  init(_ path: [UInt8], in top: borrowing Enclosure) throws(SystemError) {
    file = try top.openFolder(Array(path.dropLast()))
    // Its time before its names, so that a change in between is found by the next walk.
    walked = WalkedFolder(path: path, changed: try Posix.facts(of: file.raw).changed)
  }
}

/// Some names of one folder, with a zero after each.
struct NameList: Sendable {
  private var bytes: [UInt8] = []
  private var count = 0

  /// The number of names that are handled while another thread reads on.
  private static let most = 256
  var isFull: Bool { count == Self.most }

  mutating func append(_ name: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: name)
    bytes.append(0)
    count += 1
  }

  /// Calls `body` with each name, with and without the zero after it.
  func forEach(_ body: (UnsafePointer<CChar>, UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while let end = rest.firstIndex(of: 0) {
        let name = UnsafeRawBufferPointer(rebasing: rest[..<end])
        if let start = name.baseAddress {
          body(start.assumingMemoryBound(to: CChar.self), name)
        }
        rest = rest[(end + 1)...]
      }
    }
  }
}

/// The remaining work of a walk that threads share.
private final class WalkJobs: Sendable {
  enum Job: Sendable {
    case folder([UInt8])
    case names(NameList, OpenFolder)
  }

  private struct State {
    var waiting: [Job]
    /// Working threads may still find more.
    var atWork = 0
    var isStopped = false
  }

  private let state: Signal<State>

  init(_ folders: [[UInt8]]) {
    state = Signal(State(waiting: folders.map { .folder($0) }))
  }

  func add(_ jobs: [Job]) {
    if !jobs.isEmpty { state.change { $0.waiting += jobs } }
  }

  /// Returns the job that was added last, so that few folders are open at a time. Nil once nothing
  /// is left to do.
  func next() -> Job? {
    state.wait { state -> Job?? in
      if state.isStopped { return .some(nil) }
      if let job = state.waiting.popLast() {
        state.atWork += 1
        return job
      }
      return state.atWork == 0 ? .some(nil) : nil
    }
  }

  /// Ends the job from `next`; returns the number of waiting jobs.
  func finished() -> Int {
    state.change { state in
      state.atWork -= 1
      return state.waiting.count
    }
  }

  func stop() { state.change { $0.isStopped = true } }
}
