package import VaultSettings
import Entities
package import Services

/// What a person does with bookmarks: see what Obsidian has bookmarked, and what of it is gone. The
/// screen's interactor and the command line await the same.
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
  /// Why there are none.
  package var problem: String?
}
