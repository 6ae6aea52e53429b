import Entities
package import Services
package import VaultSettings

/// The use cases for Obsidian's bookmarks: list them and find missing targets. Shared by the
/// screen's interactor and the command line.
package struct BookmarkCases: Sendable {
  private let foreign: any ForeignSettings
  private let files: any VaultFiles

  package init(foreign: any ForeignSettings, files: any VaultFiles) {
    (self.foreign, self.files) = (foreign, files)
  }

  package func list() async -> BookmarkList {
    let bookmarks = await foreign.bookmarks()
    let items = bookmarks.rows.map { row in
      BookmarkItem(bookmark: row, isGone: row.path.map { isGone($0, row.target) } ?? false)
    }
    return BookmarkList(items: items, problem: bookmarks.problem)
  }

  private func isGone(_ path: NotePath, _ target: Bookmark.Target) -> Bool {
    if path.isHidden { return true }
    if case .folder = target {
      return !path.bytes.isEmpty && files.changed([path]).first.flatMap(\.self) == nil
    }
    return path.isOfNote
      ? files.facts(of: NoteID(path)) == nil : files.fact(ofAttachment: path) == nil
  }
}

package struct BookmarkList: Sendable {
  package var items: [BookmarkItem] = []
  /// The reason that there are no bookmarks.
  package var problem: String?
}

/// A bookmark, and whether its target is missing.
package struct BookmarkItem: Equatable, Sendable {
  package var bookmark: Bookmark
  var isGone: Bool

  /// The bookmark's own title, else a name for its target.
  package var title: String {
    if let title = bookmark.title { return title }
    switch bookmark.target {
    case .file(let path, let part):
      let name = path.isOfNote ? path.stem.text : path.name.text
      return name + (part.map { " › \($0)" } ?? "")
    case .folder(let path): return path.bytes.isEmpty ? "/" : path.text
    case .search(let query): return query
    case .address(let address): return address
    case .group: return BookmarksWords.group
    case .foreign, .incomplete: return bookmark.kind
    }
  }

  /// A description of the target.
  package var detail: String {
    switch bookmark.target {
    case .file(let path, let part): path.text + (part.map { "#\($0)" } ?? "")
    case .folder(let path): "\(path.text)/"
    case .search(let query): bookmark.title == nil ? BookmarksWords.search : query
    case .address(let address): bookmark.title == nil ? BookmarksWords.address : address
    case .group: ""
    case .foreign, .incomplete: bookmark.kind
    }
  }

  /// The reason that it does not open; nil if it does.
  package var problem: String? {
    if isGone { return BookmarksWords.isGone }
    switch bookmark.target {
    case .incomplete(let member): return BookmarksWords.lacks(member)
    case .foreign: return BookmarksWords.isForeign(bookmark.kind)
    case .file(let path, _):
      return path.isBase || path.isOfNote
        ? nil : BookmarksWords.isNoNote
    case .folder, .search, .address, .group: return nil
    }
  }
}
