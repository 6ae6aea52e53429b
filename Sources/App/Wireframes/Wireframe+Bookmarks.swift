import Bookmarks
import Editor
import Entities
import NoteList
import OpenVault
import Table
import VaultSettings

extension Wireframe {
  func bookmarks() -> Route {
    Route("Bookmarks") {
      let services = vault.services
      return watching(
        BookmarksBuilder.make(
          cases: BookmarkCases(foreign: services.foreign, files: services.files),
          work: container.work, wireframe: BookmarksRoutes(wireframe: self)))
    }
  }
}

/// The routes of the bookmarks.
private final class BookmarksRoutes: Routes, BookmarksWireframe {
  func open(_ note: NoteID, at part: String?) { openNote(note, at: part.map { .part($0) }) }

  func open(base: NotePath, view: String?) {
    wireframe.push(wireframe.table(at: TableStart(base: base.text, view: view)))
  }

  func search(_ query: String) { wireframe.push(wireframe.search(query: query)) }

  func show(folder: NotePath) {
    let list = wireframe.vault.list.input
    wireframe.app.open(.list)
    list?.show(folder: folder.bytes.isEmpty ? nil : folder)
  }
}
