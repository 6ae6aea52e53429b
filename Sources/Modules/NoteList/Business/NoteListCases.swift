package import Entities
package import OpenVault
package import Services
package import UseCases

/// The use cases for the notes of a vault: list, find, trash, copy, tag and join them. Shared by
/// the list's interactor and the command line.
package struct NoteListCases: Sendable {
  let vault: VaultServices

  package init(_ vault: VaultServices) { self.vault = vault }

  package func notes(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog {
    try await vault.index.catalog(request)
  }

  package func folders() async throws(NoteIndexError) -> [NoteFolder] {
    try await vault.index.folders()
  }

  // MARK: - Finding

  /// Returns every note that the words may mean, as `NoteIndex.find` does.
  package func find(_ words: String) async throws(NoteIndexError) -> [NoteMatch] {
    try await vault.index.find(words)
  }

  /// Returns the note with exactly this path; nil if there is no readable one.
  package func note(at path: NotePath) async -> NoteMatch? {
    let note = try? await vault.store.summary(of: NoteID(path))
    return note.map { NoteMatch(id: $0.id, title: $0.title) }
  }

  /// Returns whether the folder has files that are not hidden.
  package func isFolder(_ path: NotePath) async throws(NoteStoreError) -> Bool {
    try await !vault.moves.files(in: path).isEmpty
  }

  // MARK: - The trash

  /// Receives the count of finished notes and the count of all.
  package typealias Progress = @Sendable (_ notes: Int, _ of: Int) -> Void

  package func trash(
    _ notes: [NoteID], progress: Progress = { _, _ in }
  ) async -> DoneToEach<TrashedNote> {
    await DoneToEach(notes, progress) { (note) async throws(NoteStoreError) in
      try await vault.store.trash(note)
    }
  }

  /// Restores the notes and returns them. A note whose old name is taken gets another name.
  func restore(_ notes: [TrashedNote], progress: Progress) async -> DoneToEach<NoteID> {
    await DoneToEach(notes, progress) { (note) async throws(NoteStoreError) in
      try await vault.store.restore(note)
    }
  }

  // MARK: - Copies

  func copy(_ notes: [NoteID], progress: Progress) async -> DoneToEach<RestoredNote> {
    await DoneToEach(notes, progress) { (note) async throws(NoteStoreError) in
      let title = NoteListWords.copyTitle(of: try await vault.store.summary(of: note).title)
      let content = try await vault.store.read(note)
      let text = vault.texts.text(content.bytes, titled: title) ?? content.bytes
      let made = try await vault.store.create(text, titled: title, in: note.path.folder)
      return RestoredNote(id: made.id, title: title)
    }
  }

  // MARK: - Tags

  struct Retagging: Sendable {
    var change: NoteChange
    /// Tags to remove that are in the note's text, so they stay.
    var staying: [String]
  }

  /// Returns the changes that other tags would make, without writing.
  func retagging(
    _ notes: [NoteID], adding: [String], removing: [String], titles: [NoteID: String],
    progress: Progress
  ) async -> DoneToEach<Retagging> {
    await DoneToEach(notes, progress) { (note) async throws(NoteStoreError) in
      let content = try await vault.store.read(note)
      do throws(NoteTextProblem) {
        let edit = try vault.texts.retagging(content.bytes, adding: adding, removing: removing)
        let title = titles[note] ?? note.path.stem.text
        return Retagging(
          change: NoteChange(note: note, title: title, pieces: edit.pieces, of: content.bytes),
          staying: edit.staying)
      } catch {
        throw .refused(
          note.path, reason: NoteListWords.refusal(of: error.message, withOthers: notes.count > 1))
      }
    }
  }

  /// Writes all changes in one step, or none.
  func carryOut(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    try await vault.moves.rewrite(changes)
  }

  func takeBack(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    try await vault.moves.undo(receipt)
  }

  // MARK: - Joining

  /// Returns the result of joining the notes, without writing.
  package func joining(
    _ notes: [NoteID], into target: NoteID
  ) async throws(NoteIndexError) -> JoinedNotes {
    for await _ in vault.index.reconcile() {}
    return try await vault.queries.changes.joining(notes, into: target)
  }

  /// Joins the notes in one step, except for the moves to the trash; the receipt has their result.
  /// If one of the notes was pinned, the joined note is.
  package func join(_ joined: JoinedNotes) async throws(NoteStoreError) -> JoinReceipt {
    let receipt = try await joined.carryOut(in: vault.store, by: vault.moves)
    let moves = receipt.moves(to: joined.target.id)
    _ = try? await vault.state.arrangement.change { $0.follow(moves) }
    return receipt
  }

  func takeBack(_ receipt: JoinReceipt) async -> (rest: JoinReceipt, notes: [NoteID]) {
    await receipt.takenBack(in: vault.store, by: vault.moves)
  }
}

extension JoinReceipt {
  /// Returns the moves from the trashed notes to the target.
  func moves(to target: NoteID) -> [NoteMove] {
    trashed.map { NoteMove(from: $0.original, to: target) }
  }
}

/// The results of an action on several notes, one by one. The first failure or a cancellation ends
/// the batch and keeps the results so far.
package struct DoneToEach<Value: Sendable>: Sendable {
  package private(set) var values: [Value] = []
  package private(set) var failure: NoteListFailure?

  init<Item>(
    _ items: [Item], _ progress: NoteListCases.Progress,
    _ act: (Item) async throws(NoteStoreError) -> Value
  ) async {
    for item in items {
      guard !Task.isCancelled else {
        failure = .index(.cancelled)
        return
      }
      do throws(NoteStoreError) {
        values.append(try await act(item))
      } catch {
        failure = .store(error)
        return
      }
      if values.count.isMultiple(of: 25) { progress(values.count, items.count) }
    }
  }

  /// The result of a batch that was stopped before it began.
  static var stopped: Self { Self(failure: .index(.cancelled)) }

  private init(failure: NoteListFailure) { self.failure = failure }
}

/// Renaming and moving notes, which also updates the links to them.
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

  /// The most notes for which asking for the links to each is faster than searching all notes.
  private static var fewMoves: Int { 20 }

  /// Moves the notes in one step, or none.
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

  // MARK: - Folders and attachments

  /// Moves a folder with everything in it, or an attachment, to a new path.
  package func move(
    _ item: VaultItem, to path: NotePath
  ) async throws(NoteStoreError) -> MovedItem {
    switch item {
    case .attachment(let file):
      let move = NoteMove(from: NoteID(file), to: NoteID(path))
      let linking = await vault.queries.links.notesNaming([file, path], by: vault.index)
      let receipt = try await vault.moves.move([move], linking: linking)
      return MovedItem(from: item, to: path, left: [], receipt: receipt)
    case .folder(let folder):
      let wanted = try await moves(of: folder, to: path)
      let receipt = try await vault.moves.move(wanted, linking: nil)
      let left = await vault.moves.clear(Self.folders(of: wanted.map(\.from.path), in: folder))
      return MovedItem(from: item, to: path, left: left, receipt: receipt)
    }
  }

  func takeBack(_ moved: MovedItem) async throws(NoteStoreError) -> MovedItem {
    let back = try await vault.moves.undo(moved.receipt)
    if case .folder = moved.from {
      _ = await vault.moves.clear(
        Self.folders(of: moved.receipt.moves.map(\.to.path), in: moved.to))
    }
    return MovedItem(from: .folder(moved.to), to: moved.from.path, left: [], receipt: back)
  }

  private func moves(
    of folder: NotePath, to path: NotePath
  ) async throws(NoteStoreError) -> [NoteMove] {
    if folder == path || path.isBelow(folder) {
      throw .refused(folder, reason: NoteListWords.intoItself)
    }
    let files = try await vault.moves.files(in: folder)
    if files.isEmpty { throw .notFound(folder) }
    if try await !vault.moves.files(in: path).isEmpty {
      throw .refused(folder, reason: NoteListWords.folderExists(path))
    }
    return files.map { file in
      let inside = NotePath(bytes: Array(file.bytes.dropFirst(folder.bytes.count + 1)))
      return NoteMove(from: NoteID(file), to: NoteID(path.appending(inside)))
    }
  }

  /// Returns the folders of these files, up to the folder that was moved.
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
  /// The notes whose text may have changed.
  package var notes: [NoteID] { touched.filter(\.path.isOfNote) }
}
