import Entities
import Services
import VaultSettings
import Viper

/// Reads the bookmarks, and looks which of their files are gone.
@MainActor
final class BookmarksInteractor: BookmarksInteracting {
  weak var output: (any BookmarksInteractorOutput)?
  private(set) var items: [BookmarkItem] = []

  private let foreign: any ForeignSettings
  private let files: any VaultFiles
  private let scope: WorkScope
  private let latest = Latest()

  init(foreign: any ForeignSettings, files: any VaultFiles, work: Work) {
    (self.foreign, self.files) = (foreign, files)
    scope = work.scope()
  }

  func load() {
    scope.run(
      { [foreign, files] in await Self.read(foreign, files) },
      then: latest.only { [weak self] read in
        guard let self, case .success((let items, let problem)) = read else { return }
        self.items = items
        output?.didRead(problem: problem)
      })
  }

  @concurrent
  private static func read(
    _ foreign: any ForeignSettings, _ files: any VaultFiles
  ) async -> ([BookmarkItem], String?) {
    let bookmarks = await foreign.bookmarks()
    let items = bookmarks.rows.map { row in
      BookmarkItem(bookmark: row, isGone: row.path.map { isGone($0, row.target, files) } ?? false)
    }
    return (items, bookmarks.problem)
  }

  private nonisolated static func isGone(
    _ path: NotePath, _ target: Bookmark.Target, _ files: any VaultFiles
  ) -> Bool {
    if path.isHidden { return true }
    if case .folder = target {
      return !path.bytes.isEmpty && files.changed([path]).first.flatMap(\.self) == nil
    }
    return path.isOfNote
      ? files.facts(of: NoteID(path)) == nil : files.fact(ofAttachment: path) == nil
  }

  func stop() { scope.end() }
}
