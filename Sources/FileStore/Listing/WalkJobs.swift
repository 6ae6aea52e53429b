import Entities
import Files
import Services
import Synchronization
import Threads

extension VaultWalk {
  /// The whole vault. All its threads check for cancellation.
  func run(isCancelled: () -> Bool) -> Found {
    share([[]], below: true, isCancelled: isCancelled)
  }

  /// These folders alone, each with a slash at its end; their subfolders are listed by name.
  func run(of folders: [[UInt8]]) -> Found {
    share(folders, below: false, isCancelled: { false })
  }

  /// The whole vault, shown to visitors: each thread makes one.
  func visit(isCancelled: () -> Bool, _ makeVisitor: () -> FolderVisitor) {
    _ = share([[]], below: true, isCancelled: isCancelled, makeVisitor: makeVisitor)
  }

  /// Above this number of waiting folders more threads pay off.
  private static let worthSharing = 8

  /// By several threads where that pays: most of the work is waiting for the system.
  private func share(
    _ folders: [[UInt8]], below: Bool, isCancelled: () -> Bool,
    makeVisitor: () -> FolderVisitor? = { nil }
  ) -> Found {
    let jobs = WalkJobs(folders)
    let parts = Mutex<[Found]>([])
    func keep(_ found: Found) { parts.withLock { $0.append(found) } }
    // Not the system's queues, whose threads wake up from time to time for ever.
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
    // The others must not wait for an unwanted result.
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

/// A folder that was read.
final class WalkedFolder: Sendable {
  /// From the top, with a slash at the end; empty for the top itself.
  let path: [UInt8]
  private let time: Timestamp
  private let isPartial = Atomic(false)

  init(path: [UInt8], changed: Timestamp) {
    self.path = path
    time = changed
  }

  /// A time that no folder has where its names were not read to their end: they are looked for again.
  var changed: Timestamp { isPartial.load(ordering: .relaxed) ? Timestamp(seconds: 0) : time }

  func readingFailed() { isPartial.store(true, ordering: .relaxed) }
}

/// The same for as long as somebody has yet to look into it.
final class OpenFolder: Sendable {
  let walked: WalkedFolder
  let file: Descriptor

  init(_ path: [UInt8], in top: borrowing Enclosure) throws(SystemError) {
    file = try top.openFolder(Array(path.dropLast()))
    // Its time before its names: what comes in between is seen by the next look.
    walked = WalkedFolder(path: path, changed: try Posix.facts(of: file.raw).changed)
  }
}

/// Some names of one folder, end to end.
struct NameList: Sendable {
  private var bytes: [UInt8] = []
  private var count = 0

  /// This number is handled while another thread reads on.
  private static let most = 256
  var isFull: Bool { count == Self.most }

  mutating func append(_ name: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: name)
    bytes.append(0)
    count += 1
  }

  /// Each with a zero behind it, and without.
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
    /// Who is at work may yet find more.
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

  /// The last that was added goes first, so that few folders are open at a time. Nil once there is
  /// nothing more to do.
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

  /// What `next` answered with is done; answers with how much waits.
  func finished() -> Int {
    state.change { state in
      state.atWork -= 1
      return state.waiting.count
    }
  }

  func stop() { state.change { $0.isStopped = true } }
}
