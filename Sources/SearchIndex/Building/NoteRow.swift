import Entities
import NoteSyntax
import Services

/// A note's row in a list, from the first bytes of its file, with the index and without.
enum NoteRow {
  /// Enough for a title and a line of text; reading more is not worth the time.
  static let usual = 2048
  /// For longer front matter.
  static let most = 65_536

  static func row(
    _ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, stem: String
  ) -> (title: String, snippet: String) {
    var limit = usual
    while true {
      let start = UnsafeBufferPointer(rebasing: bytes.prefix(limit))
      let isAll = isWhole && start.count == bytes.count
      let head = NoteHead(start.span, isWhole: isAll)
      if !head.wantsMore || isAll || limit >= most || start.count == bytes.count {
        return head.row(stem: stem)
      }
      limit = most
    }
  }

  /// Reads only as much of the note as a row needs. Returns nil if the note is gone.
  static func summary(
    of note: NoteID, _ fact: FileFact, in files: any VaultFiles,
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> NoteSummary? {
    let stem = note.path.ownTitle(inLogseq: files.hasLogseqNames)
    var summary = NoteSummary(
      id: note, title: stem, snippet: "", modified: fact.modified, obstacle: fact.obstacle)
    if fact.obstacle != nil { return summary }
    do {
      var limit = min(usual, buffer.count)
      while true {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<limit])
        let count = try files.read(note, into: part)
        let bytes = UnsafeRawBufferPointer(rebasing: part[..<count])
          .assumingMemoryBound(to: UInt8.self)
        let isWhole = count < limit || count == fact.size
        let head = NoteHead(bytes.span, isWhole: isWhole)
        if !head.wantsMore || isWhole || limit == buffer.count {
          (summary.title, summary.snippet) = head.row(stem: stem)
          return summary
        }
        limit = buffer.count
      }
    } catch {
      if case .notFound = error { return nil }
      summary.obstacle = NoteObstacle(error)
      return summary
    }
  }
}
