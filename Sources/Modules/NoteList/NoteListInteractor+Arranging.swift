import Entities
import Services
import Viper

/// In which order the notes stand, which stand first, and from which folder they are.
extension NoteListInteractor {
  /// More would be a list of their own, and each is looked up whenever the rows change.
  static let mostPins = 100

  var order: CatalogRequest.Order { request.order }
  var isReversed: Bool { request.isReversed }
  var folder: NotePath? { request.folder }

  func order(by order: CatalogRequest.Order, isReversed: Bool) {
    arrangement.order = order
    arrangement.isReversed = isReversed
    fetch {
      $0.order = order
      $0.isReversed = isReversed
    }
    keep {
      $0.order = order
      $0.isReversed = isReversed
    }
  }

  var share: Int { arrangement.share }

  func keep(share: Int) {
    guard share != arrangement.share else { return }
    arrangement.share = share
    keep { $0.share = share }
  }

  private func keep(_ change: @escaping @Sendable (inout ListArrangement) -> Void) {
    let stored = services.arrangement
    scope.run(
      { try await stored.change(change) },
      then: { [weak self] result in
        if case .failure(let error) = result { self?.output?.failed(NoteListFailure(error)) }
      })
  }

  // MARK: - Pins

  func isPinned(_ note: NoteID) -> Bool { arrangement.pins.contains(note) }

  /// Takes the pins off where all have them.
  func pin(_ choice: NoteChoice) {
    let chosen = chosen(choice)
    let titles = titles(of: choice)
    scope.run(
      { chosen.notes },
      then: { [weak self] result in
        guard let self, case .success(let notes) = result, !notes.isEmpty else { return }
        self.pin(notes, titled: notes.prefix(3).compactMap { titles[$0] })
      })
  }

  private func pin(_ notes: [NoteID], titled titles: [String]) {
    let isPinned = !notes.allSatisfy(arrangement.pins.contains)
    var pins = arrangement.pins
    if isPinned { pins.formUnion(notes) } else { pins.subtract(notes) }
    guard !isPinned || pins.count <= Self.mostPins else {
      screen?.tooManyPins(most: Self.mostPins)
      return
    }
    arrangement.pins = pins
    marks.drop()
    fetch()
    keep { if isPinned { $0.pins.formUnion(notes) } else { $0.pins.subtract(notes) } }
    whenFetched { [weak self] in
      self?.output?.did(.pinned(notes.count, titles: titles, isPinned: isPinned))
    }
  }

  func names(changed moves: [NoteMove]) {
    let moves = moves.filter { $0.from != $0.to }
    marks.follow(moves)
    let before = arrangement.pins
    arrangement.follow(moves)
    // Whoever never asked for rows does not know the pins.
    if arrangement.pins != before || !hasLoaded, !moves.isEmpty { keep { $0.follow(moves) } }
  }

  // MARK: - Folders

  func limit(to folder: NotePath?) -> Bool {
    guard folder != request.folder else { return false }
    fetch { $0.folder = folder }
    return true
  }

  func showFolders(_ isShown: Bool) {
    showsFolders = isShown
    if isShown { readFolders() }
  }

  func readFolders() {
    let index = services.index
    scope.run(
      { try await index.folders() },
      then: { [weak self] result in
        switch result {
        case .success(let folders): self?.screen?.foldersWereRead(folders)
        case .failure(let error): self?.output?.failed(NoteListFailure(error))
        }
      })
  }
}
