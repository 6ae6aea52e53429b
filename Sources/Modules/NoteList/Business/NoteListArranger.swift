import Entities
import OpenVault
import Services
import VaultSettings

/// The order of the notes and the pinned notes, both saved for the next run.
@MainActor
final class NoteListArranger {
  /// The most pinned notes: each is looked up whenever the rows change.
  static let mostPins = 100

  private let stored: StoredValue<ListArrangement>
  private let rows: NoteListRows
  private let scope: NoteListScope

  init(
    _ stored: StoredValue<ListArrangement>, _ rows: NoteListRows, _ scope: NoteListScope
  ) {
    (self.stored, self.rows, self.scope) = (stored, rows, scope)
  }

  /// Returns the request with the saved order.
  func restored() -> CatalogRequest {
    rows.arrangement = stored.value()
    var request = rows.request
    request.order = rows.arrangement.order
    request.isReversed = rows.arrangement.isReversed
    return request
  }

  /// The order as loaded by `load()` or changed since.
  var order: NoteOrder { rows.request.order }
  var isReversed: Bool { rows.request.isReversed }

  func order(by order: NoteOrder, isReversed: Bool) {
    rows.fetch {
      $0.order = order
      $0.isReversed = isReversed
    }
    keep {
      $0.order = order
      $0.isReversed = isReversed
    }
  }

  /// The list's share of the room next to the preview, in thousandths.
  var share: Int { rows.arrangement.share }

  func saveSplit(_ share: Int) {
    if share != self.share { keep { $0.share = share } }
  }

  /// Changes the arrangement in memory and on the disk.
  private func keep(_ change: @escaping StoredValue<ListArrangement>.Change) {
    change(&rows.arrangement)
    let stored = stored
    scope.run {
      try await stored.change(change)
    } done: { _ in
    }
  }

  // MARK: - Pins

  func isPinned(_ note: NoteID) -> Bool { rows.arrangement.pins.contains(note) }

  /// Pins the notes; unpins them if all are pinned.
  func pin(_ choice: NoteChoice) {
    let (chosen, titles) = (rows.chosen(choice), rows.titles(of: choice))
    scope.run {
      chosen()
    } done: { [weak self] notes in
      if !notes.isEmpty { self?.pin(notes, titled: notes.prefix(3).compactMap { titles[$0] }) }
    }
  }

  private func pin(_ notes: [NoteID], titled titles: [String]) {
    let isPinned = !notes.allSatisfy(self.isPinned)
    guard !isPinned || rows.arrangement.pins.union(notes).count <= Self.mostPins else {
      scope.screen?.tooManyPins(most: Self.mostPins)
      return
    }
    keep { if isPinned { $0.pins.formUnion(notes) } else { $0.pins.subtract(notes) } }
    rows.marks.drop()
    rows.fetch()
    rows.whenFetched { [weak self] in
      self?.scope.output?.did(.pinned(notes.count, titles: titles, isPinned: isPinned))
    }
  }

  /// Restores the pins of these notes.
  func pin(only pinned: [NoteID], of notes: [NoteID]) {
    if notes.filter(isPinned) == notes.filter(pinned.contains) { return }
    keep {
      $0.pins.subtract(notes)
      $0.pins.formUnion(pinned)
    }
  }

  /// Moves pins and marks to the new names of notes.
  func applyMoves(_ moves: [NoteMove]) {
    let moves = moves.filter { $0.from != $0.to }
    rows.marks.follow(moves)
    rows.arrangement.follow(moves)
  }
}
