import Entities
import Services

/// Notes go to other names and into other folders, and the links to them go along.
@MainActor
final class NoteMoving: NoteListMoving {
  private let moves: any NoteMoves
  private let index: any NoteIndex
  private let links: any NoteLinks
  private let store: any NoteStore
  private let arranging: NoteListArranger
  private let deeds: NoteDeeds

  init(_ services: NoteListServices, _ arranging: NoteListArranger, _ deeds: NoteDeeds) {
    (moves, index, links) = (services.moves, services.index, services.links)
    (store, self.arranging, self.deeds) = (services.store, arranging, deeds)
  }

  func rename(_ id: NoteID, to title: String) {
    let moves = moves
    let target = NoteID(NoteFileName.path(of: id.path, titled: title))
    move(NoteMove(from: id, to: target), as: NoteListDeed.renamed) {
      (linking) async throws(NoteStoreError) in
      try await moves.rename(id, to: title, linking: linking)
    }
  }

  func move(_ id: NoteID, to folder: NotePath) {
    let moves = moves
    let move = NoteMove(from: id, to: NoteID(folder.appending(id.path.name)))
    self.move(move, as: NoteListDeed.moved) { (linking) async throws(NoteStoreError) in
      if move.from == move.to { return MoveReceipt(moves: [move], rewritten: []) }
      return try await moves.move([move], linking: linking)
    }
  }

  private func move(
    _ move: NoteMove, as deed: @escaping @MainActor (MovedNote) -> NoteListDeed,
    by carryOut:
      @escaping @Sendable (_ linking: [NoteID]?) async throws(NoteStoreError) -> MoveReceipt
  ) {
    let (index, links) = (index, links)
    deeds.scope.run {
      try await carryOut(await links.notesLinking(to: [move], by: index))
    } done: { [weak self] receipt in
      self?.canMoveBack(receipt)
      self?.follow(receipt, of: move.from, as: deed)
    }
  }

  /// Of more notes it takes less time to look through all than to ask for the links to each.
  private nonisolated static let fewMoves = 20

  /// All in one step, or none.
  func move(_ choice: NoteChoice, to folder: NotePath) {
    if case .these(let ids) = choice, let id = ids.first, ids.count == 1 {
      return move(id, to: folder)
    }
    let (moves, index, links, chosen) = (moves, index, links, deeds.rows.chosen(choice))
    deeds.scope.run {
      let wanted = chosen().filter { $0.path.folder != folder }
        .map { NoteMove(from: $0, to: NoteID(folder.appending($0.path.name))) }
      if wanted.isEmpty { return MoveReceipt(moves: [], rewritten: []) }
      let linking =
        wanted.count <= Self.fewMoves ? await links.notesLinking(to: wanted, by: index) : nil
      return try await moves.move(wanted, linking: linking)
    } then: { [weak self] (result: Result<MoveReceipt, NoteListFailure>) in
      guard let self else { return }
      switch result {
      case .success(let receipt):
        canMoveBack(receipt)
        deeds.rows.marks.drop()
        follow(
          receipt,
          as: .movedMany(receipt.moves.count, to: folder, rewritten: receipt.rewritten.count))
      case .failure(let failure):
        deeds.unmarkGone(failure)
        deeds.scope.output?.failed(failure)
      }
    }
  }

  // MARK: - Folders, and files that are no notes

  func move(_ place: NoteListPlace, to path: NotePath) {
    let (moves, index, links) = (moves, index, links)
    deeds.scope.run {
      switch place {
      case .attachment(let file):
        let move = NoteMove(from: NoteID(file), to: NoteID(path))
        let linking = await links.notesNaming([file, path], by: index)
        return (try await moves.move([move], linking: linking), [NotePath]())
      case .folder(let folder):
        let wanted = try await Self.moves(of: folder, to: path, moves)
        let receipt = try await moves.move(wanted, linking: nil)
        return (receipt, await moves.clear(Self.folders(of: wanted.map(\.from.path), in: folder)))
      }
    } done: { [weak self] (done: (receipt: MoveReceipt, left: [NotePath])) in
      let receipt = done.receipt
      let moved = MovedPlace(
        from: place, to: path, files: receipt.moves.count, rewritten: receipt.rewritten,
        left: done.left)
      self?.canMoveBack(receipt, moved)
      self?.follow(receipt, as: .movedPlace(moved))
    }
  }

  private nonisolated static func moves(
    of folder: NotePath, to path: NotePath, _ moves: any NoteMoves
  ) async throws(NoteStoreError) -> [NoteMove] {
    if folder == path || path.isBelow(folder) {
      throw .refused(folder, reason: "it cannot be put into itself")
    }
    let files = try await moves.files(in: folder)
    if files.isEmpty { throw .notFound(folder) }
    if try await !moves.files(in: path).isEmpty {
      throw .refused(folder, reason: "there is a folder \(path.text) already")
    }
    return files.map { file in
      let inside = NotePath(bytes: Array(file.bytes.dropFirst(folder.bytes.count + 1)))
      return NoteMove(from: NoteID(file), to: NoteID(path.appending(inside)))
    }
  }

  /// The folders of these, up to the one that they were in.
  private nonisolated static func folders(of files: [NotePath], in folder: NotePath) -> [NotePath] {
    var folders: Set<NotePath> = [folder]
    for file in files {
      var above = file.folder
      while above != folder, folders.insert(above).inserted { above = above.folder }
    }
    return Array(folders)
  }

  private func canMoveBack(_ receipt: MoveReceipt, _ moved: MovedPlace) {
    let moves = moves
    deeds.isUndone { [weak self] in
      self?.deeds.undo {
        self?.canMoveBack(receipt, moved)
      } by: {
        let back = try await moves.undo(receipt)
        if case .folder = moved.from {
          _ = await moves.clear(Self.folders(of: receipt.moves.map(\.to.path), in: moved.to))
        }
        return back
      } then: { back in
        let moved = MovedPlace(
          from: .folder(moved.to), to: moved.from.path, files: back.moves.count,
          rewritten: back.rewritten, left: [])
        self?.follow(back, as: .movedPlaceBack(moved))
      }
    }
  }

  /// Shows the notes where they are now, and reports it.
  private func follow(_ receipt: MoveReceipt, as deed: NoteListDeed) {
    arranging.names(changed: receipt.moves)
    deeds.end(deed, at: receipt.notes)
  }

  /// The same of one note, with its title.
  private func follow(
    _ receipt: MoveReceipt, of id: NoteID,
    as deed: @escaping @MainActor (MovedNote) -> NoteListDeed
  ) {
    let (target, store) = (receipt.moves.first?.to ?? id, store)
    arranging.names(changed: receipt.moves)
    deeds.rows.refresh(receipt.notes) { [weak self] in
      self?.deeds.scope.run {
        try await store.summary(of: target).title
      } then: { result in
        let title = (try? result.get()) ?? target.path.stem.text
        let note = MovedNote(from: id, to: target, title: title, rewritten: receipt.rewritten)
        self?.deeds.scope.output?.did(deed(note))
      }
    }
  }

  // MARK: - Undo

  private func canMoveBack(_ receipt: MoveReceipt) {
    guard receipt.retitled != nil || receipt.moves.contains(where: { $0.from != $0.to })
    else { return }
    deeds.isUndone { [weak self] in self?.moveBack(receipt) }
  }

  private func moveBack(_ receipt: MoveReceipt) {
    let moves = moves
    deeds.undo {
      [weak self] in
      self?.moveBack(receipt)
    } by: {
      try await moves.undo(receipt)
    } then: { [weak self] back in
      guard let first = receipt.moves.first else { return }
      if receipt.moves.count > 1 {
        self?.follow(back, as: .movedManyBack(receipt.moves.count))
      } else {
        self?.follow(back, of: first.to, as: NoteListDeed.movedBack)
      }
    }
  }
}

extension MoveReceipt {
  /// All that may read otherwise now.
  fileprivate var notes: [NoteID] {
    (moves.flatMap { [$0.from, $0.to] } + rewritten).filter(\.path.isOfNote)
  }
}
