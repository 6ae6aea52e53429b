import Entities
import Services
package import VaultSettings

/// A bookmark, and whether what it names is gone.
package struct BookmarkItem: Equatable, Sendable {
  package var bookmark: Bookmark
  package var isGone: Bool

  /// Its own title, else what it leads to.
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

  /// Where it leads.
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

  /// Why it does not open; nil where it does.
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
