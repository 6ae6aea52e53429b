/// Says a word about each screen when it is first opened, in the run that began with the tour.
@MainActor
final class FirstTimes: RouteObserver {
  private weak var router: AppRouter?
  private var seen: Set<String> = []

  init(_ router: AppRouter) {
    self.router = router
    router.addObserver(self)
  }

  func routerWill(_ event: RouteEvent) {}

  func routerDid(_ event: RouteEvent) {
    guard case .show = event.action, seen.insert(event.module).inserted,
      let words = Self.words[event.module]
    else { return }
    router?.aside = words
  }

  private static let words = [
    "Editor": "Esc saves and goes back. Type [[ to link a note, # for a tag, C-] to follow a link.",
    "Search": "Words, tag:NAME, task:open, -not these: F1 shows what can be searched.",
    "Agenda": "Tasks are lines like “- [ ] call Ann”; a adds one, x ticks it, c shows the month.",
    "Board": "L and H move a card to the next column, J and K within its column.",
    "Table": "Enter opens a row, e changes a cell, n adds a note.",
    "History": "Each save is a version: Enter reads it, r restores it.",
    "Trash": "r restores a note. Nothing is deleted before you empty the trash.",
    "Tags": "r renames a tag in all notes, Enter shows its notes.",
    "Settings": "Arrows change a setting; it is in effect at once where that is possible.",
  ]
}
