import Files
import Glibc
import Services
import Threads

/// The work of the thread that watches configuration files.
struct ConfigurationWatcher: Sendable {
  let board: ConfigurationBoard
  let paths: @Sendable () -> ConfigurationPaths
  let pauses: ConfigurationPauses

  /// Returns when the board is stopped.
  func run() {
    do throws(SystemError) {
      var folders = WatchedFolders(queue: try NoticeQueue(), pauses: pauses)
      listen(&folders)
    } catch {
      board.report(.cannotWatch(reason: error.reason))
      answerMarks()
    }
  }

  private func listen(_ folders: inout WatchedFolders) {
    folders.watch(all(with: board.vaultFile))
    if let error = folders.error { board.report(.cannotWatch(reason: error.reason)) }
    board.report(.changed)
    while true {
      board.bell.sleep(on: folders.raw, until: [folders.due])
      // Taken before the notices are read, so that those of everything before a mark are included.
      board.bell.silence()
      let state = board.take()
      if state.isStopped { return }
      folders.read()
      if folders.isDue || state.hasNewFile || state.marks > 0 && folders.isComplete {
        // Links may lead elsewhere now. Watch again before anybody reads.
        folders.watch(all(with: state.vaultFile))
        if folders.takeChange() || state.hasNewFile { board.report(.changed) }
      }
      for _ in 0..<state.marks { board.report(.mark) }
    }
  }

  private func all(with vaultFile: [UInt8]?) -> ConfigurationPaths {
    var all = paths()
    if let vaultFile { all.files.append(vaultFile) }
    return all
  }

  /// Reports a change for each mark, because nothing is noticed.
  private func answerMarks() {
    while true {
      board.bell.sleep(on: -1, until: [])
      board.bell.silence()
      let state = board.take()
      if state.isStopped { return }
      if state.marks > 0 || state.hasNewFile { board.report(.changed) }
      for _ in 0..<state.marks { board.report(.mark) }
    }
  }
}

/// The folders that hold configuration files, and what happens in them.
struct WatchedFolders: ~Copyable {
  private let queue: NoticeQueue
  private let pauses: ConfigurationPauses
  private var names: [Int32: WatchedNamesInFolder] = [:]
  /// When the last notice about a file came; nil if all were reported.
  private var changed: ContinuousClock.Instant?
  /// The files that a program has written to and not closed.
  private var open: Set<[UInt8]> = []
  /// Why folders are not watched, if the system has no room for more.
  private(set) var error: SystemError?

  init(queue: consuming NoticeQueue, pauses: ConfigurationPauses) {
    self.queue = queue
    self.pauses = pauses
  }

  var raw: Int32 { queue.raw }

  /// When to report the change; nil if there is none.
  var due: ContinuousClock.Instant? {
    changed.map { $0 + (open.isEmpty ? pauses.afterChange : pauses.whileOpen) }
  }

  var isDue: Bool { due.map { $0 <= .now } ?? false }

  /// Whether there is a change, and no program has a changed file open.
  var isComplete: Bool { changed != nil && open.isEmpty }

  /// Returns whether there was a change, and forgets it.
  mutating func takeChange() -> Bool {
    defer { (changed, open) = (nil, []) }
    return changed != nil
  }

  /// Watches the folders of these files, and no others.
  mutating func watch(_ paths: ConfigurationPaths) {
    var wanted: [[UInt8]: WatchedNamesInFolder] = [:]
    for folder in paths.folders { wanted[folder] = .all }
    for file in paths.files + paths.folders {
      // A folder may be a link too, or appear later.
      for path in [file, Self.split(file).folder] {
        for (folder, name) in Self.steps(to: path) { wanted[folder, default: .some([])].add(name) }
      }
    }
    var watched: [Int32: WatchedNamesInFolder] = [:]
    for (folder, names) in wanted {
      do throws(SystemError) {
        let watch = try queue.watch(folder, isRoot: true)
        // Two paths may lead to the same folder.
        watched[watch, default: .some([])].add(names)
      } catch {
        // Any other folder cannot be read either, or is noticed in the one above it.
        if [ENOSPC, ENOMEM, EMFILE, ENFILE].contains(error.code) { self.error = error }
      }
    }
    for watch in names.keys where watched[watch] == nil { queue.forget(watch) }
    names = watched
  }

  /// Returns where a change can come from: the path itself, and the targets of its links. A folder
  /// that is missing is awaited in the one above it.
  private static func steps(to path: [UInt8]) -> [(folder: [UInt8], name: [UInt8])] {
    var (path, steps) = (path, [(folder: [UInt8], name: [UInt8])]())
    for _ in 0..<mostLinks {
      var (folder, name) = split(path)
      while !folder.isEmpty, folder != [slash], !Posix.exists(folder, in: Posix.noFolder) {
        (folder, name) = split(folder)
      }
      if name.isEmpty { break }
      steps.append((folder, name))
      guard let target = try? Posix.linkTarget(path, in: Posix.noFolder) else { break }
      path = target.first == slash ? target : split(path).folder + [slash] + target
    }
    return steps
  }

  /// As many links as the system follows.
  private static let mostLinks = 40

  private static func split(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let last = path.lastIndex(of: slash) else { return ([], path) }
    return (last == 0 ? [slash] : Array(path[..<last]), Array(path[(last + 1)...]))
  }

  /// Reads all waiting notices.
  mutating func read() {
    var notices: [(watch: Int32, mask: UInt32, name: [UInt8])] = []
    queue.read { notices.append(($0.watch, $0.mask, Array($0.name))) }
    for notice in notices {
      notice.name.withUnsafeBytes { name in
        handle(NoticeQueue.Notice(watch: notice.watch, mask: notice.mask, name: name))
      }
    }
  }

  private mutating func handle(_ notice: NoticeQueue.Notice) {
    if notice.has(IN_Q_OVERFLOW) {
      changed = .now
    } else if let known = names[notice.watch] {
      if notice.has(IN_IGNORED, IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT) {
        changed = .now
      } else if known.contains(notice.name) {
        changed = .now
        if notice.mask == UInt32(bitPattern: IN_MODIFY) {
          open.insert(Array(notice.name))
        } else {
          open.remove(Array(notice.name))
        }
      }
      if notice.has(IN_IGNORED) { names[notice.watch] = nil }
    }
  }
}

/// Which files of a folder matter.
private enum WatchedNamesInFolder {
  case some(Set<[UInt8]>)
  case all

  mutating func add(_ name: [UInt8]) { add(.some([name])) }

  mutating func add(_ others: WatchedNamesInFolder) {
    if case .some(let names) = self, case .some(let more) = others {
      self = .some(names.union(more))
    } else {
      self = .all
    }
  }

  func contains(_ name: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .some(let names): names.contains(Array(name))
    case .all: true
    }
  }
}
