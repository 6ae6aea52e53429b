import Entities
import Files
import Services
import Synchronization
import Threads

extension VaultWalk {
  /// The whole vault. Stops when told to, which all its threads ask.
  func run(isCancelled: () -> Bool) -> Found {
    share([[]], below: true, isCancelled: isCancelled)
  }

  /// These folders alone, each with a slash at its end; what is below them is told by its name.
  func run(of folders: [[UInt8]]) -> Found {
    share(folders, below: false, isCancelled: { false })
  }

  /// The whole vault, shown to visitors: each thread makes one.
  func visit(isCancelled: () -> Bool, _ makeVisitor: () -> FolderVisitor) {
    _ = share([[]], below: true, isCancelled: isCancelled, makeVisitor: makeVisitor)
  }

  /// So many folders that wait are worth more threads.
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
    OwnThread.withHelp(of: threads - 1) {
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
    // The others are not to wait for what nobody wants any more.
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
