import Entities
import Services

/// The rows that were asked for, read a few at a time.
struct RowCache {
  private static let size = 32
  private static let most = 16
  private var parts: [Int: [NoteSummary]] = [:]

  mutating func note(at index: Int, in catalog: any NoteCatalog) -> NoteSummary? {
    let number = index / Self.size
    let part = parts[number] ?? read(number, of: catalog)
    let offset = index % Self.size
    return offset < part.count ? part[offset] : nil
  }

  private mutating func read(_ number: Int, of catalog: any NoteCatalog) -> [NoteSummary] {
    if parts.count >= Self.most { parts = [:] }
    let start = number * Self.size
    let part = catalog.notes(in: start..<min(catalog.count, start + Self.size))
    parts[number] = part
    return part
  }
}

extension NoteListItem {
  /// A row that the list had and the vault has no more.
  static let gone = NoteListItem(
    id: NoteID(""), title: "", snippet: "", modified: Timestamp(seconds: 0),
    obstacle: NoteObstacle.gone.words)

  init(_ note: NoteSummary) {
    self.init(
      id: note.id, title: note.title, snippet: note.snippet, modified: note.modified,
      obstacle: note.obstacle?.words, leadsOutside: note.leadsOutside,
      isLocked: note.isLocked, isBoard: note.isBoard)
  }
}
