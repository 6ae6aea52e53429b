import Entities
import Files
import Glibc
import Services
import Synchronization

/// Goes through a vault's folders and writes down what is in them.
///
/// Hidden folders are no part of a vault. Links to folders are never followed: no loops, nothing
/// twice, nothing from outside.
struct VaultWalk: ~Copyable {
  enum Wanted {
    case notes
    case attachments
    case everything
  }

  private let top: Enclosure
  private let root: [UInt8]
  private let wanted: Wanted
  /// What is done with hidden files, which are neither notes nor attachments.
  private let hidden: @Sendable (FolderReader.Entry, _ folder: Int32) -> Void

  init(
    _ root: [UInt8], for wanted: Wanted = .notes,
    hidden: @escaping @Sendable (FolderReader.Entry, _ folder: Int32) -> Void = { _, _ in }
  ) throws(SystemError) {
    top = try Enclosure(root)
    self.root = root
    self.wanted = wanted
    self.hidden = hidden
  }

  /// What one folder, or several, hold.
  struct Found {
    var survey = FileSurvey()
    var attachments: [NotePath] = []
    /// Why a folder could not be read, other than that this person may not.
    var failure: SystemError?
    /// Folders right below, each as its path from the top with a slash at the end.
    var folders: [[UInt8]] = []
  }

  /// Folders of one depth, some at a time, then those of the next. Stops when told to.
  func run(isCancelled: () -> Bool) -> Found {
    var found = Found()
    var level: [[UInt8]] = [[]]
    while !level.isEmpty {
      var start = 0
      while start < level.count, !isCancelled() {
        let some = level[start..<min(level.count, start + Self.atOnce)]
        for part in read(some) {
          found.survey.append(part.survey)
          found.attachments += part.attachments
          found.failure = found.failure ?? part.failure
          found.folders += part.folders
        }
        start = some.endIndex
      }
      if isCancelled() { break }
      level = found.folders
      found.folders = []
    }
    return found
  }

  /// Folder after folder, and no more of one than the sum of what is in it. Nil if it was cancelled.
  func sums(
    isCancelled: () -> Bool, number: (UnsafeBufferPointer<UInt8>, FileFact) -> UInt64
  ) -> FolderSumSurvey? {
    var sums = FolderSumSurvey(folders: [], problems: [])
    var found = Found()
    found.folders = [[]]
    while let folder = found.folders.popLast() {
      if isCancelled() { return nil }
      read(folder, into: &found)
      var sum: UInt64 = 0
      for entry in found.survey.entries {
        sum &+= found.survey.withPath(of: entry) { number($0, entry.fact) }
      }
      // None where the folder is gone or could not be read.
      if let folder = found.survey.folders.popLast() {
        sums.folders.append(.init(folder: folder, sum: sum))
      }
      found.survey.removeEntries()
    }
    sums.problems = found.survey.problems
    return sums
  }

  /// So many are read before anyone asks whether to go on.
  private static let atOnce = 64
  /// Fewer folders are read faster than a second thread is there.
  private static let worthSharing = 8

  /// By two threads where that pays: most of the work is waiting for the system.
  private func read(_ folders: ArraySlice<[UInt8]>) -> [Found] {
    guard folders.count >= Self.worthSharing else {
      var found = Found()
      for folder in folders { read(folder, into: &found) }
      return [found]
    }
    let next = Atomic(folders.startIndex)
    let parts = Mutex<[Found]>([])
    // Not the system's queues, whose threads wake up from time to time for ever.
    OwnThread.twiceAtOnce {
      var found = Found()
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < folders.endIndex else { break }
        read(folders[index], into: &found)
      }
      let mine = found
      parts.withLock { $0.append(mine) }
    }
    return parts.withLock { $0 }
  }

  /// One folder alone. One that is gone, or is a link or a file by now, adds nothing.
  func read(_ folder: [UInt8], into found: inout Found) {
    do {
      try readEntries(of: folder, &found)
    } catch  where [ENOENT, ENOTDIR, ELOOP].contains(error.code) && !folder.isEmpty {
      // No part of the vault any more.
    } catch {
      if ![EACCES, EPERM].contains(error.code) { found.failure = error }
      found.survey.problems.append(
        Self.problem(folder.isEmpty ? root : folder.dropLast(), error))
    }
  }

  private func readEntries(of folder: [UInt8], _ found: inout Found) throws(SystemError) {
    let reader = try FolderReader(top.openFolder(Array(folder.dropLast())))
    let raw = reader.raw
    // Its time before its names: what comes in between is seen by the next look.
    found.survey.folders.append(
      .init(
        path: NotePath(bytes: folder.dropLast()), modified: try Posix.facts(of: raw).modified))
    while let entry = try reader.next() {
      if entry.isHidden {
        hidden(entry, raw)
        continue
      }
      var type = entry.type
      if type == Int(DT_UNKNOWN) {
        // A file that vanished since it was read here is no error.
        guard let facts = try? Posix.facts(entry.name, in: raw, followingLink: false) else {
          continue
        }
        type = Int(facts.kind == .folder ? DT_DIR : facts.kind == .file ? DT_REG : DT_FIFO)
      }
      if type == Int(DT_DIR) {
        found.folders.append(folder + entry.bytes + [slash])
      } else if NoteFileName.isNote(entry.bytes) {
        guard wanted != .attachments, let fact = fact(of: entry, folder, raw) else { continue }
        found.survey.append(folder: folder, name: entry.bytes, fact)
      } else if wanted != .notes, type == Int(DT_REG) {
        found.attachments.append(NotePath(bytes: folder + entry.bytes))
      }
    }
  }

  /// Nil where nothing is there any more, or a folder.
  private func fact(of entry: FolderReader.Entry, _ folder: [UInt8], _ raw: Int32) -> FileFact? {
    do {
      let facts = try Posix.facts(entry.name, in: raw, followingLink: false)
      return fact(facts, at: { folder + entry.bytes })
    } catch {
      return Self.fact(unseen: error)
    }
  }

  /// The facts of one note; nil where nothing is there, or a folder.
  func fact(of path: NotePath) -> FileFact? {
    do {
      let folder = try top.openFolder(path.folder.bytes)
      let facts = try Posix.facts(path.name.bytes, in: folder.raw)
      return fact(facts, at: { path.bytes })
    } catch {
      return Self.fact(unseen: error)
    }
  }

  /// A name that nothing more can be told of is listed with the reason: it must not look as if the
  /// note were gone.
  private static func fact(unseen error: SystemError) -> FileFact? {
    if [ENOENT, ENOTDIR, ELOOP, EXDEV, EINVAL, ENAMETOOLONG].contains(error.code) { return nil }
    let isShut = error.code == EACCES || error.code == EPERM
    return FileFact(
      inode: 0, size: 0, modified: Timestamp(seconds: 0), changed: Timestamp(seconds: 0),
      obstacle: isShut ? "no permission to read" : error.reason)
  }

  private func fact(_ facts: FileFacts, at path: () -> [UInt8]) -> FileFact? {
    switch facts.kind {
    case .file: FileFact(facts)
    case .folder: nil
    case .link: linkFact(facts, at: path())
    case .pipe, .socket, .device: FileFact(facts, obstacle: "is \(facts.kind.words)")
    }
  }

  /// A link is as new and as large as what it leads to, but of what is outside nothing is told.
  private func linkFact(_ link: FileFacts, at path: [UInt8]) -> FileFact? {
    do {
      switch try top.resolved(path) {
      case .inside(let real):
        let folder = try top.openFolder(NotePath(bytes: real).folder.bytes)
        let target = try Posix.facts(NotePath(bytes: real).name.bytes, in: folder.raw)
        if target.kind == .folder { return nil }
        let obstacle = target.kind == .file ? nil : "is a link to \(target.kind.words)"
        return FileFact(target, isLink: true, obstacle: obstacle)
      case .outside(let real):
        if (try? Posix.facts(real))?.kind == .folder { return nil }
        return FileFact(link, isLink: true, obstacle: "is \(LinkTrouble.outside.words)")
      }
    } catch {
      let words = LinkTrouble(error).map { "is \($0.words)" }
      return FileFact(link, isLink: true, obstacle: words ?? error.reason)
    }
  }

  static func problem(_ folder: some Sequence<UInt8>, _ error: SystemError) -> String {
    let name = NotePath(bytes: Array(folder)).text
    return error.code == EACCES || error.code == EPERM
      ? "No permission to read the folder \(name)."
      : "Could not read the folder \(name): \(error.reason)."
  }
}

extension FileFact {
  init(_ facts: FileFacts, isLink: Bool = false, obstacle: String? = nil) {
    self.init(
      inode: facts.inode, size: facts.size, modified: facts.modified, changed: facts.changed,
      isLink: isLink, obstacle: obstacle)
  }
}

/// Why a path that is a link is not what it seems.
enum LinkTrouble {
  case outside
  case broken
  case circular

  /// Nil where the error has nothing to do with links.
  init?(_ error: SystemError) {
    switch error.code {
    case ENOENT: self = .broken
    case ELOOP: self = .circular
    default: return nil
    }
  }

  /// With its article, for "x.md is …".
  var words: String {
    switch self {
    case .outside: NoteSummary.outsideLink
    case .broken: "a link to a file that is not there"
    case .circular: "a link that leads back to itself"
    }
  }
}
