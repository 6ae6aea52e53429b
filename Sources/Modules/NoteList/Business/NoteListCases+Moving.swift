package import Entities
import OpenVault
package import Services
import UseCases

/// Notes get other names and folders, and the links to them go along.
extension NoteListCases {
  package func rename(
    _ note: NoteID, to title: String
  ) async throws(NoteStoreError) -> MovedNote {
    let move = NoteMove(from: note, to: NoteID(NoteFileName.path(of: note.path, titled: title)))
    let linking = await vault.queries.links.notesLinking(to: [move], by: vault.index)
    return await moved(note, try await vault.moves.rename(note, to: title, linking: linking))
  }

  package func move(
    _ note: NoteID, to folder: NotePath
  ) async throws(NoteStoreError) -> MovedNote {
    let move = NoteMove(from: note, to: NoteID(folder.appending(note.path.name)))
    if move.from == move.to { return await moved(note, MoveReceipt(moves: [move], rewritten: [])) }
    let linking = await vault.queries.links.notesLinking(to: [move], by: vault.index)
    return await moved(note, try await vault.moves.move([move], linking: linking))
  }

  /// Of more notes it takes less time to look through all than to ask for the links to each.
  private static var fewMoves: Int { 20 }

  /// All in one step, or none.
  func move(_ notes: [NoteID], to folder: NotePath) async throws(NoteStoreError) -> MoveReceipt {
    let wanted = notes.filter { $0.path.folder != folder }
      .map { NoteMove(from: $0, to: NoteID(folder.appending($0.path.name))) }
    if wanted.isEmpty { return MoveReceipt(moves: [], rewritten: []) }
    let linking =
      wanted.count <= Self.fewMoves
      ? await vault.queries.links.notesLinking(to: wanted, by: vault.index) : nil
    return try await vault.moves.move(wanted, linking: linking)
  }

  func takeBack(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    try await vault.moves.undo(receipt)
  }

  func takeBack(_ moved: MovedNote) async throws(NoteStoreError) -> MovedNote {
    await self.moved(
      moved.receipt.moves.first?.to ?? moved.to, try await vault.moves.undo(moved.receipt))
  }

  private func moved(_ note: NoteID, _ receipt: MoveReceipt) async -> MovedNote {
    let target = receipt.moves.first?.to ?? note
    let title = (try? await vault.store.summary(of: target).title) ?? target.path.stem.text
    return MovedNote(from: note, to: target, title: title, receipt: receipt)
  }

  // MARK: - Folders, and files that are no notes

  /// A folder with all that is in it, or a file that is no note, by its new path.
  package func move(
    _ place: NoteListPlace, to path: NotePath
  ) async throws(NoteStoreError) -> MovedPlace {
    switch place {
    case .attachment(let file):
      let move = NoteMove(from: NoteID(file), to: NoteID(path))
      let linking = await vault.queries.links.notesNaming([file, path], by: vault.index)
      let receipt = try await vault.moves.move([move], linking: linking)
      return MovedPlace(from: place, to: path, left: [], receipt: receipt)
    case .folder(let folder):
      let wanted = try await moves(of: folder, to: path)
      let receipt = try await vault.moves.move(wanted, linking: nil)
      let left = await vault.moves.clear(Self.folders(of: wanted.map(\.from.path), in: folder))
      return MovedPlace(from: place, to: path, left: left, receipt: receipt)
    }
  }

  func takeBack(_ moved: MovedPlace) async throws(NoteStoreError) -> MovedPlace {
    let back = try await vault.moves.undo(moved.receipt)
    if case .folder = moved.from {
      _ = await vault.moves.clear(
        Self.folders(of: moved.receipt.moves.map(\.to.path), in: moved.to))
    }
    return MovedPlace(from: .folder(moved.to), to: moved.from.path, left: [], receipt: back)
  }

  private func moves(
    of folder: NotePath, to path: NotePath
  ) async throws(NoteStoreError) -> [NoteMove] {
    if folder == path || path.isBelow(folder) {
      throw .refused(folder, reason: "it cannot be put into itself")
    }
    let files = try await vault.moves.files(in: folder)
    if files.isEmpty { throw .notFound(folder) }
    if try await !vault.moves.files(in: path).isEmpty {
      throw .refused(folder, reason: "there is a folder \(path.text) already")
    }
    return files.map { file in
      let inside = NotePath(bytes: Array(file.bytes.dropFirst(folder.bytes.count + 1)))
      return NoteMove(from: NoteID(file), to: NoteID(path.appending(inside)))
    }
  }

  /// The folders of these, up to the one that they were in.
  private static func folders(of files: [NotePath], in folder: NotePath) -> [NotePath] {
    var folders: Set<NotePath> = [folder]
    for file in files {
      var above = file.folder
      while above != folder, folders.insert(above).inserted { above = above.folder }
    }
    return Array(folders)
  }
}

extension MoveReceipt {
  /// The notes that may read otherwise now.
  package var notes: [NoteID] { touched.filter(\.path.isOfNote) }
}
