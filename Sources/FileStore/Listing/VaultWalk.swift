import CopyNames
import Entities
import Files
import Glibc

/// Walks a vault's folders and records their files.
///
/// Hidden folders are not part of a vault. Links to folders are never followed, so that there are
/// no loops, no duplicates and no files from outside.
struct VaultWalk: ~Copyable {
  enum Wanted {
    case notes
    case attachments
    case everything
  }

  let top: Enclosure
  private let root: [UInt8]
  private let wanted: Wanted
  let threads: Int
  /// Whether a name is a note's.
  private let isNote: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// Handles hidden files, which are neither notes nor attachments.
  private let hidden: @Sendable (FolderReader.Entry, _ folder: Int32) -> Void

  init(
    _ root: [UInt8], for wanted: Wanted = .notes, threads: Int = 2,
    isNote: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = NoteFileName.isNote,
    hidden: @escaping @Sendable (FolderReader.Entry, _ folder: Int32) -> Void = { _, _ in }
  ) throws(SystemError) {
    top = try Enclosure(root)
    self.root = root
    self.wanted = wanted
    self.threads = threads
    self.isNote = isNote
    self.hidden = hidden
  }

  /// The content of one or more folders.
  struct Found {
    var survey = FileSurvey()
    var attachments: [NotePath] = []
    /// Filled if attachments are wanted.
    var remains: [SyncRemains] = []
    /// Why a folder could not be read, other than missing permission.
    var failure: SystemError?
    /// The direct subfolders, as paths from the top with a slash at the end.
    var folders: [[UInt8]] = []
    /// The folders that were read.
    var walked: [WalkedFolder] = []
  }

  /// Reads one folder; `share` gets parts of a large one for other threads. A folder that is gone,
  /// or is a link or a file by now, adds nothing.
  func read(
    _ folder: [UInt8], into found: inout Found, _ visitor: FolderVisitor?,
    share: (NameList, OpenFolder) -> Void
  ) {
    var open: OpenFolder?
    do {
      let folder = try OpenFolder(folder, in: top)
      open = folder
      found.walked.append(folder.walked)
      try readEntries(of: folder, &found, visitor, share)
    } catch  where [ENOENT, ENOTDIR, ELOOP].contains(error.code) && !folder.isEmpty {
      // It is no longer part of the vault.
    } catch {
      open?.walked.readingFailed()
      if ![EACCES, EPERM].contains(error.code) { found.failure = error }
      found.survey.problems.append(
        Self.problem(folder.isEmpty ? root : folder.dropLast(), error))
    }
  }

  private func readEntries(
    of folder: OpenFolder, _ found: inout Found, _ visitor: FolderVisitor?,
    _ share: (NameList, OpenFolder) -> Void
  ) throws(SystemError) {
    let path = folder.walked.path
    let reader = try FolderReader(folder.file)
    var names = NameList()
    defer { look(at: names, in: folder, &found, visitor) }
    while let entry = try reader.next() {
      if entry.isHidden {
        hidden(entry, reader.raw)
        if wanted == .attachments,
          let remains = SyncRemains(hidden: NotePath(bytes: path + entry.bytes))
        {
          found.remains.append(remains)
        }
        continue
      }
      var type = entry.type
      if type == Int(DT_UNKNOWN) {
        // A file that vanished meanwhile is no error.
        guard let facts = try? Posix.facts(entry.name, in: reader.raw, followingLink: false) else {
          continue
        }
        type = Self.type(of: facts.kind)
      }
      if type == Int(DT_DIR) {
        found.folders.append(path + entry.bytes + [slash])
      } else if isNote(entry.bytes) {
        if wanted == .attachments { continue }
        if let visitor,
          type != Int(DT_REG) && type != Int(DT_LNK) || NoteFileName.isLocked(entry.bytes)
        {
          visitor.showUnopenable(entry.bytes, in: folder)
          continue
        }
        names.append(entry.bytes)
        if names.isFull {
          share(names, folder)
          names = NameList()
        }
      } else if wanted != .notes, type == Int(DT_REG) {
        found.attachments.append(NotePath(bytes: path + entry.bytes))
      }
    }
  }

  private static func type(of kind: FileFacts.Kind) -> Int {
    switch kind {
    case .file: Int(DT_REG)
    case .folder: Int(DT_DIR)
    case .link: Int(DT_LNK)
    case .pipe, .socket, .device: Int(DT_FIFO)
    }
  }

  /// Records the files with these names, or shows them to the visitor if there is one.
  func look(
    at names: NameList, in folder: OpenFolder, _ found: inout Found, _ visitor: FolderVisitor?
  ) {
    if let visitor { return visitor.show(names, in: folder) }
    names.forEach { name, bytes in
      guard let fact = fact(of: name, bytes, in: folder) else { return }
      found.survey.append(folder: folder.walked.path, name: bytes, fact)
    }
  }
}

extension VaultWalk {
  /// Returns nil if the name is gone, or a folder.
  func fact(
    of name: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer, in folder: OpenFolder
  ) -> FileFact? {
    do {
      let facts = try Posix.facts(name, in: folder.file.raw, followingLink: false)
      return fact(facts, named: bytes, at: { folder.walked.path + bytes })
    } catch {
      return Self.fact(unseen: error)
    }
  }

  /// Returns the facts of one note; nil if it is gone, or a folder.
  func fact(of path: NotePath) -> FileFact? {
    do {
      let folder = try top.openFolder(path.folder.bytes)
      let facts = try Posix.facts(path.name.bytes, in: folder.raw)
      return path.name.bytes.withUnsafeBytes { fact(facts, named: $0, at: { path.bytes }) }
    } catch {
      return Self.fact(unseen: error)
    }
  }

  /// Returns facts with the reason for an unreadable name: the note must not look as if it were
  /// gone.
  private static func fact(unseen error: SystemError) -> FileFact? {
    if [ENOENT, ENOTDIR, ELOOP, EXDEV, EINVAL, ENAMETOOLONG].contains(error.code) { return nil }
    let isShut = error.code == EACCES || error.code == EPERM
    return FileFact(
      inode: 0, size: 0, modified: Timestamp(seconds: 0), changed: Timestamp(seconds: 0),
      obstacle: isShut ? .noPermission : .unreadable(error.reason))
  }

  private func fact(
    _ facts: FileFacts, named name: UnsafeRawBufferPointer, at path: () -> [UInt8]
  ) -> FileFact? {
    switch facts.kind {
    case .file:
      FileFact(
        facts, obstacle: NoteFileName.isLocked(name) ? .locked : nil)
    case .folder: nil
    case .link: linkFact(facts, at: path())
    case .pipe, .socket, .device: FileFact(facts, obstacle: .unreadable("is \(facts.kind.words)"))
    }
  }

  /// A link has the time and size of its target, but nothing is reported of a file outside.
  private func linkFact(_ link: FileFacts, at path: [UInt8]) -> FileFact? {
    do {
      switch try top.resolved(path) {
      case .inside(let real):
        let folder = try top.openFolder(NotePath(bytes: real).folder.bytes)
        let target = try Posix.facts(NotePath(bytes: real).name.bytes, in: folder.raw)
        if target.kind == .folder { return nil }
        let leadsToLocked = NotePath(bytes: real).isLocked || NotePath(bytes: path).isLocked
        let trouble =
          target.kind == .file ? (leadsToLocked ? "a locked note" : nil) : target.kind.words
        return FileFact(
          target, isLink: true, obstacle: trouble.map { .unreadable("is a link to \($0)") })
      case .outside(let real):
        if (try? Posix.facts(real))?.kind == .folder { return nil }
        return FileFact(link, isLink: true, obstacle: .outside)
      }
    } catch {
      let words = LinkProblem(error).map { "is \($0.words)" } ?? error.reason
      return FileFact(link, isLink: true, obstacle: .unreadable(words))
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
  init(_ facts: FileFacts, isLink: Bool = false, obstacle: NoteObstacle? = nil) {
    self.init(
      inode: facts.inode, size: facts.size, modified: facts.modified, changed: facts.changed,
      isLink: isLink, obstacle: obstacle)
  }
}

/// Why a link leads to no file of the vault.
enum LinkProblem {
  case outside
  case broken
  case circular

  /// Nil if the error has nothing to do with links.
  init?(_ error: SystemError) {
    switch error.code {
    case ENOENT: self = .broken
    case ELOOP: self = .circular
    default: return nil
    }
  }

  /// A description with its article, for "x.md is …".
  var words: String {
    switch self {
    case .outside: NoteObstacle.outsideLink
    case .broken: "a link to a file that is not there"
    case .circular: "a link that leads back to itself"
    }
  }
}
