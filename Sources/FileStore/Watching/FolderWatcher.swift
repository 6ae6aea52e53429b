import Entities
import Files
import Glibc
import Services
import Threads

/// The work of the watching thread: notices in, events out.
struct FolderWatcher: Sendable {
  let root: [UInt8]
  let files: any VaultFiles
  let limits: WatchLimits
  let board: WatchBoard
  let names: WatchedNames

  /// Returns when the board is stopped.
  func run() {
    do throws(SystemError) {
      let queue = try NoticeQueue()
      var watch = FolderWatch(root: root, queue: queue, limits: limits, names: names)
      watch.begin()
      listen(&watch)
    } catch {
      board.becomePartial("the system cannot watch folders now (\(error.reason))")
      scanOnly()
    }
  }

  private func listen(_ watch: inout FolderWatch) {
    var scan = VaultScan(files: files, pause: limits.scanPause)
    if let kind = FileSystemKind(ofFolder: root)?.network {
      board.becomePartial("the vault lies on \(kind), and other machines change it unheard")
    }
    while true {
      if let reason = watch.trouble { board.becomePartial(reason) }
      let isPartial = board.isPartial
      if isPartial { scan.begin() }
      sleep(on: watch.raw, until: [watch.due, isPartial ? scan.due : nil])
      if board.isStopped { return }
      board.bell.silence()
      // Asked before the notices are read: those of whatever came before a mark are in by then.
      let marks = board.takeMarks()
      watch.read()
      if isPartial, marks > 0 || scan.isDue { watch.add(scan.look()) }
      if marks > 0 || watch.isDue {
        for event in watch.take(most: limits.mostNotes) { tell(event) }
      }
      for _ in 0..<marks { board.tell(.notes([])) }
    }
  }

  private func tell(_ event: FileEvent) {
    if let told = names.told(event) { board.tell(told) }
  }

  /// Without any notices: a look from time to time.
  private func scanOnly() {
    var scan = VaultScan(files: files, pause: limits.scanPause)
    var gathered = GatheredChanges()
    scan.begin()
    while true {
      sleep(on: -1, until: [scan.due])
      if board.isStopped { return }
      board.bell.silence()
      let marks = board.takeMarks()
      if marks > 0 || scan.isDue { gathered.add(scan.look()) }
      for event in gathered.take(most: limits.mostNotes) { tell(event) }
      for _ in 0..<marks { board.tell(.notes([])) }
    }
  }

  /// Until a notice comes, the bell rings, or the first of these moments; for ever without any.
  private func sleep(on raw: Int32, until moments: [ContinuousClock.Instant?]) {
    var timeout: Int32 = -1
    if let first = moments.compactMap(\.self).min() {
      let (seconds, attoseconds) = max(.zero, first - .now).components
      // Rounded up, so that the moment has come when it wakes.
      timeout = Int32(
        clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
    // A descriptor below zero is passed over.
    var descriptors = [raw, board.bell.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Nobody could stop a sleep without a bell.
    if board.bell.descriptor < 0 { timeout = timeout < 0 ? 1000 : min(timeout, 1000) }
    poll(&descriptors, nfds_t(descriptors.count), timeout)
  }
}
