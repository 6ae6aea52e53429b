import NoteSyntax
import Files
import Entities
import Glibc
import Services

/// Reads the first words of the notes that were found and makes rows of them.
struct HeadReader {
  static let firstBatch = 50
  static let laterBatch = 500
  /// Enough for a title and a line of text; larger reads cost more than they tell.
  static let usual = 2048
  /// For front matter that does not fit.
  static let most = 65_536

  let vault: VaultFolder
  let top: Int32
  let found: FoundNotes

  func run(_ problems: [String], isCancelled: () -> Bool, yield: (ListingBatch) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.most, alignment: 16)
    defer { buffer.deallocate() }
    var batch = ListingBatch(notes: [], problems: problems)
    batch.notes.reserveCapacity(Self.firstBatch)
    var limit = Self.firstBatch
    for note in found.notes {
      if isCancelled() { return }
      if let row = row(note, buffer) { batch.notes.append(row) }
      if batch.notes.count == limit {
        yield(batch)
        batch = ListingBatch(notes: [])
        limit = Self.laterBatch
        batch.notes.reserveCapacity(limit)
      }
    }
    if batch != ListingBatch(notes: []) { yield(batch) }
  }

  /// Nil where the note is gone by now.
  private func row(_ note: FoundNotes.Note, _ buffer: UnsafeMutableRawBufferPointer) -> NoteSummary?
  {
    let path = found.path(of: note)
    var row = NoteSummary(
      id: NoteID(path), title: "", snippet: "", modified: note.modified, obstacle: note.obstacle)
    if note.obstacle == nil {
      do {
        let head = try found.withPath(of: note) { (path) throws(SystemError) in
          try Self.head(path, in: top, isLink: note.isLink, size: note.size, buffer)
        }
        (row.title, row.snippet) = head.row(stem: path.stem.text)
      } catch  where error.code == ENOENT {
        return nil
      } catch {
        row.obstacle = Self.obstacle(error)
      }
    }
    if row.title.isEmpty { row.title = path.stem.text }
    return row
  }

  static func obstacle(_ error: SystemError) -> String {
    error.code == EACCES || error.code == EPERM ? "no permission to read" : error.reason
  }

  static func head(
    _ path: UnsafePointer<CChar>, in folder: Int32, isLink: Bool, size: Int,
    _ buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> NoteHead {
    // Should the file have become a pipe since it was looked at, opening does not wait.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (isLink ? 0 : O_NOFOLLOW)
    let file = Descriptor(owning: try Posix.retrying { openat(folder, path, flags) })
    var limit = usual
    while true {
      let wanted = min(limit, buffer.count)
      let raw = file.raw
      let got = try Posix.retrying { pread(raw, buffer.baseAddress, wanted, 0) }
      let isWhole = got < wanted || size == got
      let head = UnsafeRawBufferPointer(rebasing: buffer[..<got]).withMemoryRebound(to: UInt8.self)
      {
        NoteHead($0, isWhole: isWhole)
      }
      if !head.wantsMore || isWhole || limit >= buffer.count { return head }
      limit = buffer.count
    }
  }
}

extension VaultFolder {
  func summary(of id: NoteID) throws(NoteStoreError) -> NoteSummary {
    let place = try place(of: id, to: "read")
    let (folder, name) = (place.folder.raw, place.name)
    var row = NoteSummary(
      id: id, title: id.path.stem.text, snippet: "", modified: Timestamp(seconds: 0))
    var facts = try onBehalf(of: id.path, to: "read") { () throws(SystemError) in
      try Posix.facts(name, in: folder)
    }
    let isLink = facts.kind == .link
    if isLink {
      if case .failure(let error) = resolveLink(id.path) {
        row.obstacle = error.trouble.map { "is \($0.words)" } ?? error.system.reason
      }
      facts = (try? Posix.facts(name, in: folder, followingLink: true)) ?? facts
    }
    row.modified = facts.modified
    if row.obstacle != nil { return row }
    guard facts.kind == .file else {
      row.obstacle = "is \(isLink ? "a link to " : "")\(facts.kind.words)"
      return row
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: HeadReader.most, alignment: 16)
    defer { buffer.deallocate() }
    do {
      let size = facts.size
      let head = try Posix.withPath(name) { (name) throws(SystemError) in
        try HeadReader.head(name, in: folder, isLink: isLink, size: size, buffer)
      }
      (row.title, row.snippet) = head.row(stem: row.title)
    } catch  where error.code == ENOENT {
      throw .notFound(id.path)
    } catch {
      row.obstacle = HeadReader.obstacle(error)
    }
    return row
  }
}
