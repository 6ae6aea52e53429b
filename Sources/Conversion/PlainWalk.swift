import Entities
import FileStore
import Files
import Glibc
import SealedStore

/// A file of a plain vault, present or future.
struct PlainFile: Equatable, Sendable {
  /// The path from the vault's root.
  var path: NotePath
  var facts: FileFacts
  /// Nil for a file outside the trash.
  var trashed: TrashedOriginal?

  /// The path of its note in the vault.
  var originalPath: NotePath { trashed?.original ?? path }
  var isTrashed: Bool { trashed != nil }
}

/// The record of a file in the trash.
struct TrashedOriginal: Equatable, Sendable {
  var original: NotePath
  var moment: Timestamp
}

/// The contents of a plain vault, and the obstacles to encrypting it.
struct PlainSurvey {
  var files: [PlainFile] = []
  /// Every folder except the root, parents first.
  var folders: [NotePath] = []
  /// Hidden files that are not part of the vault.
  var leftAlone: [NotePath] = []
  /// Our own files that a killed run left.
  var leftovers: [NotePath] = []
  /// Complete sentences without a period.
  var refusals: [String] = []

  var bytes: Int { files.reduce(0) { $0 + $1.facts.size } }
}

extension NotePath {
  static let top = NotePath(bytes: [])
  static let trash = NotePath(".trash")
  static let origins = NotePath(".trash/.origin")
  static let own = NotePath(".notes-tui")

  /// The path for messages: the root has no name of its own.
  var named: NotePath { bytes.isEmpty ? NotePath("the vault's folder") : self }

  /// Whether a note may have the path: no part of it is empty or hidden.
  var isFitForNote: Bool {
    bytes.split(separator: slash, omittingEmptySubsequences: false).allSatisfy { name in
      !name.isEmpty && !name.contains(0) && name.first != UInt8(ascii: ".") && name.count <= 255
    }
  }
}

/// Visits all folders of a plain vault, including the trash, and checks each name.
struct PlainWalk: ~Copyable {
  private let top: Enclosure
  private let device: UInt64
  /// Whether sealed notes may be among the plain ones, as they are once the encryption has begun.
  private let hasSealed: Bool
  private var survey = PlainSurvey()
  /// Files with several hard links: the number of names, and those found here.
  private var linked: [UInt64: (names: Int, seen: [NotePath])] = [:]

  static let noteWithoutKeys =
    "an encrypted note whose keys are not here. Move it out of the vault, or bring the folder .notes-tui "
    + "back from a copy"

  /// The longest path in a sealed note.
  private static let longestPath = 4_096

  private init(_ root: [UInt8], hasSealed: Bool) throws(SystemError) {
    let top = try Enclosure(root)
    device = try Posix.facts(of: top.raw).device
    self.top = top
    self.hasSealed = hasSealed
  }

  /// Returns the survey. Files in the trash come first, in the order of their trashing, so that the
  /// sealed ones keep that order.
  static func run(_ root: [UInt8], hasSealed: Bool) throws(ConversionError) -> PlainSurvey {
    try working(on: .top.named, to: "read") { () throws(SystemError) in
      var walk = try PlainWalk(root, hasSealed: hasSealed)
      walk.readAll()
      walk.refuseNamesElsewhere()
      var survey = walk.survey
      let trashed = survey.files.filter(\.isTrashed).sorted {
        ($0.trashed?.moment ?? $0.facts.changed, $0.path)
          < ($1.trashed?.moment ?? $1.facts.changed, $1.path)
      }
      survey.files = trashed + survey.files.filter { !$0.isTrashed }.sorted { $0.path < $1.path }
      survey.folders.sort()
      survey.leftAlone.sort()
      survey.refusals.sort()
      return survey
    }
  }

  private mutating func readAll() {
    var waiting: [NotePath] = [.top]
    while let folder = waiting.popLast() {
      do throws(SystemError) {
        try read(folder, &waiting)
      } catch {
        refuse(folder.named, "the folder cannot be read: \(error.reason)")
      }
      if !folder.bytes.isEmpty { survey.folders.append(folder) }
    }
  }

  private mutating func refuse(_ path: NotePath, _ reason: String) {
    survey.refusals.append("\(path.text): \(reason)")
  }

  private mutating func read(
    _ path: NotePath, _ waiting: inout [NotePath]
  ) throws(SystemError) {
    let reader = try FolderReader(top.openFolder(path.bytes))
    let raw = reader.raw
    if try Posix.facts(of: raw).device != device {
      return refuse(path, "another disk is mounted there. Take it away, or move the notes off it")
    }
    do throws(SystemError) {
      try Posix.checkAccess([UInt8(ascii: ".")], in: raw, R_OK | W_OK | X_OK)
    } catch {
      refuse(path.named, "nothing in this folder can be removed: \(error.reason)")
    }
    let isTrash = path == .trash || path.bytes.starts(with: NotePath.trash.bytes + [slash])
    while let entry = try reader.next() {
      let name = NotePath(bytes: Array(entry.bytes))
      let location = path.appending(name)
      if entry.isHidden, location != .trash {
        readHidden(location, raw)
        continue
      }
      let facts: FileFacts
      do throws(SystemError) {
        facts = try Posix.facts(entry.name, in: raw, followingLink: false)
      } catch {
        if error.code != ENOENT { refuse(location, "it cannot be looked at: \(error.reason)") }
        continue
      }
      switch facts.kind {
      case .folder: waiting.append(location)
      case .file: readFile(location, facts, in: raw, isTrash: isTrash)
      case .link, .pipe, .socket, .device:
        refuse(
          location, "this is \(facts.kind.words), which cannot be encrypted. Move it elsewhere")
      }
    }
  }

  private mutating func readHidden(_ path: NotePath, _ folder: Int32) {
    if path == .own || path == .origins { return }
    guard TemporaryName.matches(path.name.bytes) else { return survey.leftAlone.append(path) }
    survey.leftovers.append(path)
  }

  private mutating func readFile(
    _ location: NotePath, _ facts: FileFacts, in folder: Int32, isTrash: Bool
  ) {
    if location.isLocked {
      return refuse(location, "it is locked. Take its lock off with “notes-tui unlock” first")
    }
    let above = location.folder
    if above.bytes.isEmpty || above == .trash, SealedID(fileName: location.name.bytes) != nil {
      if !hasSealed {
        refuse(location, Self.noteWithoutKeys)
      }
      return
    }
    do throws(SystemError) {
      try Posix.checkAccess(location.name.bytes, in: folder, R_OK)
    } catch {
      refuse(location, "it cannot be read: \(error.reason)")
    }
    var all = stat()
    let isFound =
      (try? Posix.withPath(location.name.bytes) { (name) throws(SystemError) in
        try Posix.retrying { fstatat(folder, name, &all, AT_SYMLINK_NOFOLLOW) }
      }) != nil
    if isFound, all.st_nlink > 1 {
      linked[facts.inode, default: (0, [])].names = Int(all.st_nlink)
      linked[facts.inode]?.seen.append(location)
    }
    if location.bytes.count > Self.longestPath {
      refuse(location, "its path is longer than \(Self.longestPath) bytes. Move it up")
    }
    var file = PlainFile(path: location, facts: facts)
    do throws(SystemError) {
      if isTrash { file.trashed = try trashed(location, facts) }
    } catch {
      refuse(
        .origins.appending(location.name),
        "what says where the file was cannot be read: \(error.reason)")
    }
    survey.files.append(file)
  }

  /// Refuses files with another name outside the vault, where the text would stay in plain.
  private mutating func refuseNamesElsewhere() {
    for (names, seen) in linked.values where seen.count < names {
      for path in seen {
        refuse(
          path,
          "its file has another name too, under which it would stay in plain. Remove one of them")
      }
    }
  }

  /// Returns the original path from the file's record; without a record its path in the trash, as
  /// when another program put it there.
  private func trashed(
    _ path: NotePath, _ facts: FileFacts
  ) throws(SystemError) -> TrashedOriginal {
    var known: TrashRecord?
    if path.folder == .trash {
      do throws(SystemError) {
        let records = try top.openFolder(NotePath.origins.bytes)
        known = TrashRecord(
          file: try Posix.contents(path.name.bytes, in: records.raw, limit: 1 << 16))
      } catch  where error.code == ENOENT {}
    }
    let own = NotePath(bytes: Array(path.bytes.dropFirst(NotePath.trash.bytes.count + 1)))
    let original = known?.original ?? own
    return TrashedOriginal(
      original: original.isFitForNote ? original : own, moment: known?.trashed ?? facts.changed)
  }
}
