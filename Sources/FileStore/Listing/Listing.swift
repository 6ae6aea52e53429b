import Files
import Entities
import Glibc
import Services

/// One walk through a vault: first every name and time, then the notes' first words, newest first.
struct Listing {
  private let vault: VaultFolder
  private var found = FoundNotes()
  private var problems: [String] = []

  init(_ vault: VaultFolder) {
    self.vault = vault
  }

  /// Yields batches until the vault was walked or `isCancelled` says so.
  mutating func run(isCancelled: () -> Bool, yield: (ListingBatch) -> Void) {
    do {
      let top = try Posix.openFolder(vault.root)
      guard walk(from: top.raw, isCancelled) else { return }
      found.sortNewestFirst()
      HeadReader(vault: vault, top: top.raw, found: found)
        .run(problems, isCancelled: isCancelled, yield: yield)
    } catch {
      yield(ListingBatch(notes: [], problems: [problem(vault.root, error)]))
    }
  }

  private mutating func walk(from top: Int32, _ isCancelled: () -> Bool) -> Bool {
    // Folders yet to read, each as its path from the top with a slash at the end.
    var folders: [[UInt8]] = [[]]
    while let folder = folders.popLast() {
      if isCancelled() { return false }
      do {
        try readFolder(folder, top, &folders)
      } catch  where [ENOENT, ENOTDIR, ELOOP].contains(error.code) && !folder.isEmpty {
        // Gone, or something else by now: no part of the vault any more.
      } catch {
        problems.append(problem(folder.isEmpty ? vault.root : folder.dropLast(), error))
      }
    }
    return true
  }

  private mutating func readFolder(
    _ folder: [UInt8], _ top: Int32, _ folders: inout [[UInt8]]
  ) throws(SystemError) {
    // Links to folders are never followed: no loops, nothing twice, nothing from outside.
    let reader = try FolderReader(
      folder.isEmpty ? [UInt8(ascii: ".")] : folder.dropLast(), in: top, followingLink: false)
    while let entry = try reader.next() {
      if entry.isHidden {
        removeLeftover(entry, in: reader.raw)
      } else if entry.type == Int(DT_DIR) {
        folders.append(folder + entry.bytes + [slash])
      } else if NoteFileName.isNote(entry.bytes) || entry.type == Int(DT_UNKNOWN) {
        // A file that vanished since it was read here is no error.
        guard
          let facts = try? Posix.facts(entry.name, in: reader.raw, followingLink: false)
        else { continue }
        if facts.kind == .folder {
          folders.append(folder + entry.bytes + [slash])
        } else if NoteFileName.isNote(entry.bytes) {
          append(entry, facts, folder, reader.raw)
        }
      }
    }
  }

  private mutating func append(
    _ entry: FolderReader.Entry, _ facts: FileFacts, _ folder: [UInt8], _ raw: Int32
  ) {
    guard facts.kind == .link else {
      let obstacle = facts.kind == .file ? nil : "is \(facts.kind.words)"
      found.append(folder: folder, name: entry.bytes, facts, isLink: false, obstacle: obstacle)
      return
    }
    let target = try? Posix.facts(entry.name, in: raw, followingLink: true)
    if target?.kind == .folder { return }
    let path = NotePath(bytes: folder + entry.bytes)
    var obstacle: String?
    switch vault.resolveLink(path) {
    case .success:
      if let target, target.kind != .file { obstacle = "is a link to \(target.kind.words)" }
    case .failure(let error):
      obstacle = error.trouble.map { "is \($0.words)" } ?? error.system.reason
    }
    found.append(
      folder: folder, name: entry.bytes, target ?? facts, isLink: true, obstacle: obstacle)
  }

  /// A file that a run which was killed left behind. A day is more than any save takes, here or on
  /// another machine that shares the folder.
  private func removeLeftover(_ entry: FolderReader.Entry, in raw: Int32) {
    guard TemporaryName.matches(entry.bytes),
      let facts = try? Posix.facts(entry.name, in: raw, followingLink: false),
      facts.kind == .file, facts.modified < vault.clock.now.advanced(by: .seconds(-86_400))
    else { return }
    try? Posix.remove(Array(entry.bytes), in: raw)
  }

  private func problem(_ folder: some Sequence<UInt8>, _ error: SystemError) -> String {
    let name = NotePath(bytes: Array(folder)).text
    return error.code == EACCES || error.code == EPERM
      ? "No permission to read the folder \(name)."
      : "Could not read the folder \(name): \(error.reason)."
  }
}
