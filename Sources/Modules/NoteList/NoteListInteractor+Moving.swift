import Entities
import Services
import Viper

/// Notes that go: to other names, into other folders; and whatever was done taken back.
extension NoteListInteractor {
  /// What was done, with all that taking it back needs.
  enum Deed: Sendable {
    case trashed([Trashed])
    case moved(MoveReceipt)
    case copied([NoteID])
    case retagged(RewriteReceipt)
    case ticked(RewriteReceipt)
  }

  struct Trashed: Sendable {
    var note: TrashedNote
    var title: String
  }

  // MARK: - Names and folders

  func rename(_ id: NoteID, to title: String) {
    let moves = services.moves
    let target = NoteID(NoteFileName.path(of: id.path, titled: title))
    move(NoteMove(from: id, to: target)) { (linking) async throws(NoteStoreError) in
      try await moves.rename(id, to: title, linking: linking)
    } tell: { [weak self] note in
      self?.output?.did(.renamed(note))
    }
  }

  func move(_ id: NoteID, to folder: NotePath) {
    let moves = services.moves
    let move = NoteMove(from: id, to: NoteID(folder.appending(id.path.name)))
    self.move(move) { (linking) async throws(NoteStoreError) in
      if move.from == move.to { return MoveReceipt(moves: [move], rewritten: []) }
      return try await moves.move([move], linking: linking)
    } tell: { [weak self] note in
      self?.output?.did(.moved(note))
    }
  }

  private func move(
    _ move: NoteMove,
    by carryOut:
      @escaping @Sendable (_ linking: [NoteID]?) async throws(NoteStoreError) -> MoveReceipt,
    tell: @escaping @MainActor (MovedNote) -> Void
  ) {
    let (index, links) = (services.index, services.links)
    scope.run(
      { try await carryOut(await Self.notesLinking(to: [move], index, links)) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let receipt):
          if receipt.changesAnything { self.done.append(.moved(receipt)) }
          self.follow(receipt, of: move.from, tell)
        case .failure(let error):
          self.output?.failed(NoteListFailure(error))
        }
      })
  }

  /// Of more notes it takes less time to look through all than to ask for the links to each.
  private nonisolated static let fewMoves = 20

  /// All in one step, or none.
  func move(_ choice: NoteChoice, to folder: NotePath) {
    if case .these(let ids) = choice, let id = ids.first, ids.count == 1 {
      return move(id, to: folder)
    }
    let (moves, index, links) = (services.moves, services.index, services.links)
    let chosen = chosen(choice)
    scope.run(
      {
        let wanted = chosen.notes.filter { $0.path.folder != folder }
          .map { NoteMove(from: $0, to: NoteID(folder.appending($0.path.name))) }
        if wanted.isEmpty { return MoveReceipt(moves: [], rewritten: []) }
        let linking =
          wanted.count <= Self.fewMoves
          ? await Self.notesLinking(to: wanted, index, links) : nil
        return try await moves.move(wanted, linking: linking)
      },
      then: { [weak self] (result: Result<MoveReceipt, any Error>) in
        guard let self else { return }
        switch result {
        case .success(let receipt):
          if receipt.changesAnything { self.done.append(.moved(receipt)) }
          self.marks.drop()
          self.follow(receipt) { [weak self] in
            self?.output?.did(
              .movedMany(
                receipt.moves.count, to: folder, rewritten: receipt.rewritten.count))
          }
        case .failure(let error):
          let failure = NoteListFailure(error)
          self.unmarkWhatIsGone(failure)
          self.output?.failed(failure)
        }
      })
  }

  /// The notes in which links to these may stand, or links that would lead to them under their new
  /// names. Nil where the index cannot tell: then all notes are looked through.
  private nonisolated static func notesLinking(
    to moves: [NoteMove], _ index: any NoteIndex, _ links: any NoteLinks
  ) async -> [NoteID]? {
    let notes = moves.map(\.from)
    for await progress in index.reconcile() {
      if case .problem = progress { return nil }
    }
    guard let naming = try? await links.notes(naming: moves.map(\.to.path)) else { return nil }
    var sources = Set(naming)
    for note in notes {
      // Their lines are nobody's matter here: of many thousands they would be read for long.
      guard let found = try? await links.backlinkCatalog(to: note).sources() else { return nil }
      sources.formUnion(found)
    }
    // The notes themselves may lead to their neighbours by paths that start where they stood.
    return notes + sources.subtracting(notes).sorted { $0.path < $1.path }
  }

  /// Shows the notes where they are now, and tells it.
  private func follow(
    _ receipt: MoveReceipt, of id: NoteID, _ tell: @escaping @MainActor (MovedNote) -> Void
  ) {
    let target = receipt.moves.first?.to ?? id
    let store = services.store
    follow(receipt) { [weak self] in
      self?.scope.run(
        { try await store.summary(of: target).title },
        then: { result in
          let title = (try? result.get()) ?? target.path.stem.text
          tell(
            MovedNote(from: id, to: target, title: title, rewritten: receipt.rewritten))
        })
    }
  }

  private func follow(_ receipt: MoveReceipt, then body: @escaping @MainActor () -> Void) {
    names(changed: receipt.moves)
    refresh(receipt.moves.flatMap { [$0.from, $0.to] } + receipt.rewritten, then: body)
  }

  // MARK: - Undo

  func undo() {
    switch done.popLast() {
    case nil: screen?.nothingToUndo()
    case .trashed(let notes): restore(notes)
    case .moved(let receipt): moveBack(receipt)
    case .copied(let copies): takeAway(copies)
    case .retagged(let receipt): takeBack(receipt)
    case .ticked(let receipt): openAgain(receipt)
    }
  }

  private func moveBack(_ receipt: MoveReceipt) {
    let moves = services.moves
    scope.run(
      { try await moves.undo(receipt) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let back):
          guard let first = receipt.moves.first else { return }
          if receipt.moves.count > 1 {
            return self.follow(back) { [weak self] in
              self?.output?.did(.movedManyBack(receipt.moves.count))
            }
          }
          self.follow(back, of: first.to) { [weak self] note in
            self?.output?.did(.movedBack(note))
          }
        case .failure(let error):
          self.done.append(.moved(receipt))
          self.output?.failed(NoteListFailure(error))
        }
      })
  }
}

extension MoveReceipt {
  /// Whether there is anything to take back.
  fileprivate var changesAnything: Bool {
    retitled != nil || moves.contains { $0.from != $0.to }
  }
}
