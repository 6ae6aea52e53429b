package import Entities
package import Files
package import Services

/// Moves of notes in a plain vault's folder.
package typealias FolderMoves = JournaledMoves<PlainMoveStorage>

extension JournaledMoves<PlainMoveStorage> {
  /// The record of a move is in `<stateFolder>/moves/<name made of the vault's path>/`.
  ///
  /// `identified` returns the notes with an id, by its `Folding.name`: links may use ids. Without
  /// it, links by an id would lead to a note that gets this id as its name.
  package init(
    root: [UInt8], stateFolder: [UInt8], vault: VaultID, clock: any WallClock,
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath] = { _ in [] },
    plainWriteRefusal: @escaping @Sendable () -> String? = { nil }
  ) {
    self.init(
      VaultFolder(
        root: root, clock: clock, turns: WriteLocks(stateFolder: stateFolder, root: root),
        plainWriteRefusal: plainWriteRefusal),
      journal: stateFolder + Array("/moves/\(ShortName.of(vault.path.bytes))".utf8),
      rewriter: .links(identified: identified))
  }

  init(_ vault: VaultFolder, journal: [UInt8], rewriter: LinkRewriter) {
    self.init(in: PlainMoveStorage(vault: vault, journal: journal, rewriter: rewriter))
  }
}

package struct PlainMoveStorage: MoveStorage {
  let vault: VaultFolder
  package let journal: [UInt8]
  let rewriter: LinkRewriter

  package var disk: Disk { vault.disk }

  package func checkWritable(_ path: NotePath) throws(NoteStoreError) {
    try vault.checkPlain(path)
  }

  package func text(of note: NoteID, to action: String) throws(NoteStoreError) -> [UInt8] {
    let location = try vault.location(of: note, to: action)
    return try vault.stableText(in: location, of: note, to: action).bytes
  }

  package func titleChange(
    of note: NoteID, to title: String
  ) throws(NoteStoreError) -> TitleChange? {
    if note.path.isLocked { return nil }
    let text: [UInt8]
    do throws(NoteStoreError) {
      text = try self.text(of: note, to: "rename")
    } catch {
      if MovePlanner.isNoText(error) { return nil }
      throw error
    }
    return MoveTexts.titleChange(
      in: text, of: note.path, to: title, byFileName: try isObsidianVault(note))
  }

  package func path(of note: NoteID, titled title: String) -> NotePath {
    NoteFileName.path(of: note.path, titled: title, inLogseq: vault.files.hasLogseqNames)
  }

  /// Whether Obsidian opens the vault too.
  private func isObsidianVault(_ note: NoteID) throws(NoteStoreError) -> Bool {
    let top = try vault.top(for: note.path, to: "rename")
    let facts = try? Posix.facts(Array(".obsidian".utf8), in: top.raw)
    return facts?.kind == .folder
  }

  package func links(
    to moves: [NoteMove], _ retitled: TitleChange?, in notes: [NoteID]?
  ) throws(NoteStoreError) -> LinkRewriter.Work {
    if moves.isEmpty, retitled == nil { return .none }
    return try rewriter.prepare(moves, retitled, vault, notes)
  }

  package func plan(
    _ moves: [NoteMove], rewriting notes: [NoteID],
    by edited: (_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]?
  ) throws(NoteStoreError) -> MovePlan {
    try MovePlanner(moves, in: vault).plan(rewriting: notes, by: edited)
  }

  // MARK: - The plan's record

  package func written(_ plan: MovePlan) -> MovePlan { plan }
  package func file(of plan: MovePlan) -> [UInt8] { plan.file }
  package func written(in file: [UInt8]) -> MovePlan? { MovePlan(file: file) }

  package func summary(of plan: MovePlan) -> MoveSummary {
    MoveSummary(path: plan.path, isMove: !plan.moved.isEmpty)
  }

  // MARK: - The steps

  package func finish(
    _ written: MovePlan, _ plan: MovePlan?
  ) throws(NoteStoreError) -> MoveOutcome {
    var work = MoveWork(written, in: vault)
    try work.finish(isStrict: plan != nil)
    return MoveOutcome(leftAlone: work.leftAlone)
  }

  package func takeBack(_ plan: MovePlan) throws(NoteStoreError) -> [NotePath] {
    var work = MoveWork(plan, in: vault)
    try work.takeBack()
    return work.leftAlone
  }

  package func files(in folder: NotePath) throws(NoteStoreError) -> [NotePath] {
    let found = try onBehalf(
      of: folder, to: "move", VaultWalk(vault.root, for: .everything).run(isCancelled: { false }))
    if let failure = found.failure { throw failure.noteError(folder, "move") }
    let files = found.survey.entries.map(found.survey.path) + found.attachments
    return files.filter { $0.isBelow(folder) }.sorted()
  }

  package func removeIfEmpty(_ folder: NotePath) -> Bool { vault.removeIfEmpty(folder) }
}
