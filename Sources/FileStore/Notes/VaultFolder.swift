package import Entities
import Files
import Glibc
import Services
import Synchronization

/// The work on one vault's files, call by call; `FolderStore` puts it in order.
struct VaultFolder: StoreWork {
  let root: [UInt8]
  let clock: any WallClock
  let disk: Disk
  let turns: WriteLocks
  /// Called before a folder is read for its names.
  let alikeNames: AlikeNames
  /// Returns why no plain text may be written here any more; nil if it may.
  let plainWriteRefusal: @Sendable () -> String?
  /// The links to outside that the user agreed to follow.
  let agreed = AgreedLinks()
  let cleared = ClearedFolders()

  init(
    root: [UInt8], clock: any WallClock, disk: Disk = .real, turns: WriteLocks = .none,
    alikeNames: @escaping AlikeNames = { _, _, _ in nil },
    plainWriteRefusal: @escaping @Sendable () -> String? = { nil }
  ) {
    self.root = root
    self.clock = clock
    self.disk = disk
    self.turns = turns
    self.alikeNames = alikeNames
    self.plainWriteRefusal = plainWriteRefusal
  }

  var files: any VaultFiles { FolderFiles(root: root, clock: clock) }

  func followLink(of id: NoteID, to target: String) { agreed.agree(id, target) }

  /// An open folder and a name in it, where the bytes of a note really are.
  struct Location: ~Copyable {
    let folder: Descriptor
    let name: [UInt8]
  }

  /// Called before any text is written.
  func checkPlain(_ path: NotePath) throws(NoteStoreError) {
    if let reason = plainWriteRefusal() { throw .refused(path, reason: reason) }
  }

  func top(for path: NotePath, to action: String) throws(NoteStoreError) -> Enclosure {
    do {
      return try Enclosure(root)
    } catch {
      throw error.vaultError(path, action)
    }
  }

  /// Opens the folder of a note. With `making`, missing folders are made first.
  func openFolder(
    _ folder: NotePath, for path: NotePath, to action: String, making: Bool = false
  ) throws(NoteStoreError) -> Descriptor {
    guard folder.bytes.isEmpty || folder.isPlain else {
      throw .failed(path, action: action, reason: "this is not a path inside the vault")
    }
    let top = try top(for: path, to: action)
    do {
      return try openFolder(folder, top, making: making)
    } catch  where error.code == EXDEV {
      throw .failed(
        path, action: action, reason: "its folder is a link to outside the vault")
    } catch {
      throw error.noteError(path, action)
    }
  }

  private func openFolder(
    _ folder: NotePath, _ top: borrowing Enclosure, making: Bool
  ) throws(SystemError) -> Descriptor {
    do {
      return try top.openFolder(folder.bytes)
    } catch  where error.code == ELOOP {
      // A link in the path is followed as long as it stays inside.
      do throws(SystemError) {
        guard case .inside(let real) = try top.resolved(folder.bytes) else {
          throw SystemError(EXDEV)
        }
        return try top.openFolder(real)
      } catch  where error.code == ENOENT && making {
        return try makeFolder(folder, top)
      }
    } catch  where error.code == ENOENT && making {
      return try makeFolder(folder, top)
    }
  }

  private func makeFolder(
    _ folder: NotePath, _ top: borrowing Enclosure
  ) throws(SystemError) -> Descriptor {
    let above = try openFolder(folder.folder, top, making: true)
    // If the name is in use meanwhile by a link to nothing, the next line refuses it.
    try Posix.makeFolderIfMissing(folder.name.bytes, in: above.raw, mode: 0o777, disk)
    return try openFolder(folder, top, making: false)
  }

  @discardableResult
  func removeIfEmpty(_ folder: NotePath) -> Bool {
    guard folder.isPlain, let above = try? openFolder(folder.folder, for: folder, to: "remove")
    else { return false }
    return (try? Posix.removeFolder(folder.name.bytes, in: above.raw)) != nil
  }

  /// Runs `body` while no other run of this program changes the file with this name.
  func alone<Value: ~Copyable>(
    at location: borrowing Location, of path: NotePath, to action: String,
    _ body: () throws(NoteStoreError) -> Value
  ) throws(NoteStoreError) -> Value {
    let (folder, name) = (location.folder.raw, location.name)
    let turn = try onBehalf(of: path, to: action, turns.take(name, in: folder))
    defer { withExtendedLifetime(turn) {} }
    return try body()
  }

  /// Returns the location of a note's own name, which may be a link.
  func location(of id: NoteID, to action: String) throws(NoteStoreError) -> Location {
    guard id.path.name.isPlain else {
      throw .failed(id.path, action: action, reason: "this is not a path inside the vault")
    }
    return Location(
      folder: try openFolder(id.path.folder, for: id.path, to: action), name: id.path.name.bytes)
  }

  /// Returns the location of a note's text: if its name is a link, that of the link's target.
  func target(of id: NoteID, to action: String) throws(NoteStoreError) -> Location {
    let path = id.path
    let location = try location(of: id, to: action)
    let kind = try onBehalf(
      of: path, to: action, Posix.facts(location.name, in: location.folder.raw).kind)
    guard kind == .link else { return location }
    let top = try top(for: path, to: action)
    do {
      switch try top.resolved(path.bytes) {
      case .inside(let real):
        let real = NotePath(bytes: real)
        return Location(folder: try top.openFolder(real.folder.bytes), name: real.name.bytes)
      case .outside(let real):
        let real = NotePath(bytes: real)
        guard agreed.allows(id, real) else {
          throw NoteStoreError.linkLeadsOutside(path, target: real.text)
        }
        return Location(folder: try Posix.openFolder(real.folder.bytes), name: real.name.bytes)
      }
    } catch let error as SystemError {
      guard let trouble = LinkProblem(error) else { throw error.noteError(path, action) }
      throw .notAFile(path, kind: trouble.words)
    } catch let error as NoteStoreError {
      throw error
    } catch {
      throw .failed(path, action: action, reason: "\(error)")
    }
  }
}

extension NotePath {
  /// Whether every part is a valid name: not empty, `.` or `..`.
  package var isPlain: Bool {
    bytes.split(separator: slash, omittingEmptySubsequences: false).allSatisfy { name in
      !name.isEmpty && !name.contains(0) && !name.elementsEqual(".".utf8)
        && !name.elementsEqual("..".utf8)
    }
  }
}

/// The links to outside the vault that are followed: only those that the user agreed to, and only
/// while their targets are the same.
final class AgreedLinks: Sendable {
  private let targets = Mutex<[NoteID: String]>([:])

  func agree(_ note: NoteID, _ target: String) {
    targets.withLock { $0[note] = target }
  }

  /// Compares the targets as they were shown, because that is what the user agreed to.
  func allows(_ note: NoteID, _ target: NotePath) -> Bool {
    targets.withLock { $0[note] == target.text }
  }
}
