import CopyNames
import Entities
import Files
import Glibc
import Services

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

  let top: Enclosure
  private let root: [UInt8]
  private let wanted: Wanted
  let threads: Int
  /// Which names are those of notes.
  private let isNote: @Sendable (UnsafeRawBufferPointer) -> Bool
  /// What is done with hidden files, which are neither notes nor attachments.
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

  /// What one folder, or several, hold.
  struct Found {
    var survey = FileSurvey()
    var attachments: [NotePath] = []
    /// Where attachments are wanted.
    var remains: [SyncRemains] = []
    /// Why a folder could not be read, other than that this person may not.
    var failure: SystemError?
    /// Folders right below, each as its path from the top with a slash at the end.
    var folders: [[UInt8]] = []
    /// Those that were read.
    var walked: [WalkedFolder] = []
  }

  /// Reads one folder alone; `share` is given parts of a large one that others may look at. One that
  /// is gone, or is a link or a file by now, adds nothing.
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
      // No part of the vault any more.
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
        // A file that vanished since it was read here is no error.
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
          visitor.showShut(entry.bytes, in: folder)
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

  /// Writes down what stands under these names, or shows it to a visitor if there is one.
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
