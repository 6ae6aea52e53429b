package import CopyNames
package import Entities
import Files
import Glibc
package import Services
import Synchronization

/// A plain vault's files in bulk. Only files inside the vault's folder are ever opened.
package final class FolderFiles: VaultFiles {
  private let root: [UInt8]
  private let leftovers: Leftovers
  private let threads: Int
  package let hasLogseqNames: Bool
  /// Opened once for all reads, because opening it each time would take much of their time.
  private let cached = Mutex<Top?>(nil)

  private final class Top: Sendable {
    let folder: Enclosure
    let facts: FileFacts

    init(_ root: [UInt8]) throws(SystemError) {
      folder = try Enclosure(root)
      facts = try Posix.facts(of: folder.raw)
    }
  }

  /// `root` is the vault's folder as the file system names it. At most this number of threads walk
  /// it at a time; two leave the other processors to the editor.
  package init(root: [UInt8], clock: any WallClock, threads: Int = 2) {
    self.root = root
    self.threads = threads
    hasLogseqNames = ObsidianFolder.isLogseqVault(root)
    leftovers = Leftovers(clock: clock)
  }

  /// Removes the leftovers of killed runs on its way.
  package func survey(isCancelled: () -> Bool) -> FileSurvey {
    let leftovers = leftovers
    do {
      let walk = try VaultWalk(
        root, threads: threads, hidden: { leftovers.remove($0, in: $1) })
      let survey = walk.run(isCancelled: isCancelled).survey
      leftovers.removeFromTrash(of: root)
      return survey
    } catch {
      return unreadable(error)
    }
  }

  package func visit(
    isCancelled: () -> Bool, by makeVisitor: (any NoteBytes) -> NoteVisitor
  ) -> Bool {
    let leftovers = leftovers
    guard
      let walk = try? VaultWalk(
        root, threads: threads, hidden: { leftovers.remove($0, in: $1) })
    else { return false }
    walk.visit(isCancelled: isCancelled) { FolderVisitor(self, makeVisitor) }
    leftovers.removeFromTrash(of: root)
    return true
  }

  package func survey(of folders: [NotePath]) -> FileSurvey {
    do {
      var found = try VaultWalk(root, threads: threads).run(
        of: folders.filter { !$0.isHidden }.map { $0.bytes.isEmpty ? [] : $0.bytes + [slash] })
      found.survey.unread = found.folders.map { NotePath(bytes: $0.dropLast()) }
      return found.survey
    } catch {
      return unreadable(error)
    }
  }

  package func changed(_ folders: [NotePath]) -> [Timestamp?] {
    guard let top = top(reopening: false) else { return folders.map { _ in nil } }
    return folders.map { folder in
      let path = folder.bytes.isEmpty ? [UInt8(ascii: ".")] : folder.bytes
      guard let facts = try? Posix.facts(path, in: top.folder.raw), facts.kind == .folder else {
        return nil
      }
      return facts.changed
    }
  }

  private func unreadable(_ error: SystemError) -> FileSurvey {
    var survey = FileSurvey()
    survey.problems = [VaultWalk.problem(root, error)]
    return survey
  }

  package func facts(of note: NoteID) -> FileFact? {
    guard !note.path.isHidden, note.path.isOfNote else {
      return nil
    }
    return try? VaultWalk(root).fact(of: note.path)
  }

  /// Links are always checked, because their targets may have changed; other notes only if their
  /// own facts did.
  package func differing(_ known: [(note: NoteID, fact: FileFact)]) -> [NoteID] {
    guard let top = top(reopening: false) else { return known.map(\.note) }
    return known.filter { note, fact in
      if fact.isLink { return facts(of: note)?.isSameFile(as: fact) != true }
      let facts = try? Posix.facts(note.path.bytes, in: top.folder.raw)
      return facts.map { FileFact($0).isSameFile(as: fact) } != true
    }.map(\.note)
  }

  package func attachments() -> [NotePath] {
    (try? VaultWalk(root, for: .attachments).run(isCancelled: { false }).attachments) ?? []
  }

  package func fact(ofAttachment path: NotePath) -> FileFact? {
    path.isHidden ? nil : try? VaultWalk(root).fact(of: path)
  }

  package func remains() -> [SyncRemains] {
    let found = try? VaultWalk(root, for: .attachments).run(isCancelled: { false })
    return (found?.remains ?? []).sorted { $0.path < $1.path }
  }

  package func read(
    _ note: NoteID, from offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    do {
      return try read(note.path, from: offset, into: buffer, top(reopening: false))
    } catch  where error == .notFound(note.path) {
      // The vault's folder may have been replaced.
      return try read(note.path, from: offset, into: buffer, top(reopening: true))
    }
  }

  private func read(
    _ path: NotePath, from offset: Int, into buffer: UnsafeMutableRawBufferPointer, _ top: Top?
  ) throws(NoteStoreError) -> Int {
    guard let top else { throw .notFound(path) }
    return try Self.read(path, from: offset, into: buffer) { try Self.open(path.bytes, top.folder) }
  }

  static func read(
    _ path: NotePath, from offset: Int, into buffer: UnsafeMutableRawBufferPointer,
    _ open: () throws -> Descriptor
  ) throws(NoteStoreError) -> Int {
    do {
      let file = try open()
      let facts = try Posix.facts(of: file.raw)
      guard facts.kind == .file else {
        throw NoteStoreError.notAFile(path, kind: facts.kind.words)
      }
      let rest = max(0, facts.size - offset)
      return try Posix.read(file.raw, from: offset, into: buffer, size: rest)
    } catch let error as SystemError {
      if error.code == EXDEV { throw .notAFile(path, kind: LinkProblem.outside.words) }
      if error.code == ENXIO { throw .notAFile(path, kind: "no file") }
      throw error.noteError(path, "read")
    } catch let error as NoteStoreError {
      throw error
    } catch {
      throw .failed(path, action: "read", reason: "\(error)")
    }
  }

  /// Flags with which opening does not wait even if the file has become a pipe.
  static let readingFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

  private static func open(
    _ path: [UInt8], _ top: borrowing Enclosure
  ) throws(SystemError) -> Descriptor {
    do {
      return try top.open(path, readingFlags)
    } catch  where error.code == ELOOP {
      guard case .inside(let real) = try top.resolved(path) else { throw SystemError(EXDEV) }
      return try top.open(real, readingFlags)
    }
  }

  private func top(reopening: Bool) -> Top? {
    cached.withLock { cached in
      if let cached, !reopening { return cached }
      let now = try? Top(root)
      if reopening, let old = cached, let now, old.facts.isSameFile(as: now.facts) { return old }
      cached = now
      return now
    }
  }
}

/// Shows notes to one visitor during a walk, and reads them by their open folders, so that no path
/// has to be resolved from the top.
struct FolderVisitor {
  private let note: PassedNote
  private let visit: NoteVisitor

  init(_ files: FolderFiles, _ makeVisitor: (any NoteBytes) -> NoteVisitor) {
    note = PassedNote(files)
    visit = makeVisitor(note)
  }

  /// Shows notes that are files or links.
  func show(_ names: NameList, in folder: OpenFolder) {
    names.forEach { name, bytes in
      note.entry = (folder.file.raw, name)
      visit(NoteID(NotePath(bytes: folder.walked.path + bytes)))
    }
    note.entry = nil
  }

  /// Shows a note that is something else or locked, and is never opened.
  func showUnopenable(_ name: UnsafeRawBufferPointer, in folder: OpenFolder) {
    visit(NoteID(NotePath(bytes: folder.walked.path + name)))
  }
}

/// Reads the current note of a walk.
private final class PassedNote: NoteBytes {
  /// Its folder and its name in that; nil if it must not be opened.
  var entry: (folder: Int32, name: UnsafePointer<CChar>)?
  private let files: FolderFiles

  init(_ files: FolderFiles) { self.files = files }

  func read(
    _ note: NoteID, from start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    guard let entry else { throw .notAFile(note.path, kind: "no file") }
    var isLink = false
    do throws(NoteStoreError) {
      return try FolderFiles.read(note.path, from: start, into: buffer) {
        do throws(SystemError) {
          return try Posix.open(
            entry.name, in: entry.folder, FolderFiles.readingFlags | O_NOFOLLOW)
        } catch {
          isLink = error.code == ELOOP
          throw error
        }
      }
    } catch  where isLink {
      // The link is resolved from the top.
      if let obstacle = files.facts(of: note)?.obstacle {
        throw .notAFile(note.path, kind: obstacle.words)
      }
      return try files.read(note, from: start, into: buffer)
    }
  }
}
