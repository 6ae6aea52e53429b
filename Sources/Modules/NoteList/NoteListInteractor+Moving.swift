import Entities
import Services
import Viper

/// Notes that go: into the trash, to other names, into other folders; and back.
extension NoteListInteractor {
  /// What was done, with all that taking it back needs.
  enum Deed: Sendable {
    case trashed([Trashed])
    case moved(MoveReceipt)
  }

  struct Trashed: Sendable {
    var note: TrashedNote
    var title: String
  }

  // MARK: - Trash

  func trash(_ ids: [NoteID]) {
    let store = store
    let wanted = ids.map { id in
      (id: id, title: index(of: id).map { note(at: $0).title } ?? id.path.text)
    }
    scope.run(
      {
        var trashed: [Trashed] = []
        for (id, title) in wanted {
          do throws(NoteStoreError) {
            trashed.append(Trashed(note: try await store.trash(id), title: title))
          } catch {
            return (trashed, NoteListFailure.store(error))
          }
        }
        return (trashed, nil)
      },
      then: { [weak self] (result: Result<([Trashed], NoteListFailure?), any Error>) in
        guard let self, case .success((let trashed, let failure)) = result else { return }
        if !trashed.isEmpty { self.done.append(.trashed(trashed)) }
        self.refresh(trashed.map(\.note.original)) { [weak self] in
          guard let self else { return }
          if !trashed.isEmpty { self.output?.notesWereTrashed(titled: trashed.map(\.title)) }
          if let failure { self.output?.failed(failure) }
        }
      })
  }

  // MARK: - Names and folders

  func rename(_ id: NoteID, to title: String) {
    let moves = moves
    move(id) { (linking) async throws(NoteStoreError) in
      try await moves.rename(id, to: title, linking: linking)
    } tell: { [weak self] note in
      self?.output?.noteWasRenamed(note)
    }
  }

  func move(_ id: NoteID, to folder: NotePath) {
    let moves = moves
    let move = NoteMove(from: id, to: NoteID(folder.appending(id.path.name)))
    self.move(id) { (linking) async throws(NoteStoreError) in
      if move.from == move.to { return MoveReceipt(moves: [move], rewritten: []) }
      return try await moves.move([move], linking: linking)
    } tell: { [weak self] note in
      self?.output?.noteWasMoved(note)
    }
  }

  private func move(
    _ id: NoteID,
    by carryOut:
      @escaping @Sendable (_ linking: [NoteID]?) async throws(NoteStoreError) -> MoveReceipt,
    tell: @escaping @MainActor (MovedNote) -> Void
  ) {
    let (index, links) = (index, links)
    scope.run(
      { try await carryOut(await Self.notesLinking(to: id, index, links)) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let receipt):
          if receipt.changesAnything { self.done.append(.moved(receipt)) }
          self.follow(receipt, of: id, tell)
        case .failure(let error):
          self.output?.failed(NoteListFailure(error))
        }
      })
  }

  /// The notes in which links to this one may stand. Nil where the index cannot tell: then all
  /// notes are looked through.
  private nonisolated static func notesLinking(
    to note: NoteID, _ index: any NoteIndex, _ links: any NoteLinks
  ) async -> [NoteID]? {
    for await progress in index.reconcile() {
      if case .problem = progress { return nil }
    }
    guard let links = try? await links.backlinks(to: note) else { return nil }
    // The note itself may lead to its neighbours by paths that start where it stood.
    return [note] + Set(links.map(\.source)).subtracting([note]).sorted { $0.path < $1.path }
  }

  /// Shows the notes where they are now, and tells it.
  private func follow(
    _ receipt: MoveReceipt, of id: NoteID, _ tell: @escaping @MainActor (MovedNote) -> Void
  ) {
    let target = receipt.moves.first?.to ?? id
    let changed = receipt.moves.flatMap { [$0.from, $0.to] } + receipt.rewritten
    let store = store
    refresh(changed) { [weak self] in
      self?.scope.run(
        { try await store.summary(of: target).title },
        then: { result in
          let title = (try? result.get()) ?? target.path.stem.text
          tell(
            MovedNote(from: id, to: target, title: title, rewritten: receipt.rewritten))
        })
    }
  }

  // MARK: - Undo

  func undo() {
    switch done.popLast() {
    case nil: output?.nothingToUndo()
    case .trashed(let notes): restore(notes)
    case .moved(let receipt): moveBack(receipt)
    }
  }

  /// The last first; what cannot be brought back can be tried again.
  private func restore(_ trashed: [Trashed]) {
    let store = store
    scope.run(
      {
        var restored: [NoteID] = []
        for trashed in trashed.reversed() {
          do throws(NoteStoreError) {
            restored.append(try await store.restore(trashed.note))
          } catch {
            return (restored, NoteListFailure.store(error))
          }
        }
        return (restored, nil)
      },
      then: { [weak self] (result: Result<([NoteID], NoteListFailure?), any Error>) in
        guard let self, case .success((let restored, let failure)) = result else { return }
        let rest = trashed.dropLast(restored.count)
        if !rest.isEmpty { self.done.append(.trashed(Array(rest))) }
        self.refresh(restored) { [weak self] in
          guard let self else { return }
          for (id, trashed) in zip(restored, trashed.reversed()) {
            self.output?.noteWasRestored(id, titled: trashed.title)
          }
          if let failure { self.output?.failed(failure) }
        }
      })
  }

  private func moveBack(_ receipt: MoveReceipt) {
    let moves = moves
    scope.run(
      { try await moves.undo(receipt) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let back):
          guard let first = receipt.moves.first else { return }
          self.follow(back, of: first.to) { [weak self] note in
            self?.output?.noteWasMovedBack(note)
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
