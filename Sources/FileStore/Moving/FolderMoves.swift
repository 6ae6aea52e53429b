package import Entities
import Files
import NoteSyntax
package import Services

/// Moves notes of one folder, together with the links to them.
package actor FolderMoves: NoteMoves {
  private let vault: VaultFolder
  private let journal: [UInt8]
  private let rewriter: LinkRewriter
  /// The latest moves, the last one at the end.
  private var texts: [(moves: [NoteMove], rewrites: [MovePlan.Rewrite])] = []
  private static let remembered = (moves: 8, bytes: 1 << 20)

  /// A move under way is written down in `<stateFolder>/moves/<name made of the vault's path>/`.
  ///
  /// `titled` answers with the notes of a title, an alias or an id, by its `Folding.name`: links may
  /// lead by these. Without it, a note that takes a name which is another's title takes over the
  /// links by that title.
  package init(
    root: [UInt8], stateFolder: [UInt8], vault: VaultID, clock: any WallClock,
    titled: @escaping @Sendable (_ key: [UInt8]) -> [NotePath] = { _ in [] }
  ) {
    self.init(
      VaultFolder(root: root, clock: clock), journal: Self.journal(stateFolder, vault),
      rewriter: .links(titled: titled))
  }

  init(_ vault: VaultFolder, journal: [UInt8], rewriter: LinkRewriter) {
    self.vault = vault
    self.journal = journal
    self.rewriter = rewriter
  }

  static func journal(_ stateFolder: [UInt8], _ vault: VaultID) -> [UInt8] {
    stateFolder + Array("/moves/\(ShortName.of(vault.path.bytes))".utf8)
  }

  /// Finishes a move that was cut off, or takes it back. Called at every start, before the notes are
  /// looked at; without such a move it costs next to nothing. Answers with what a person should
  /// know.
  package func recover() async -> [String] {
    guard MoveJournal.isNeeded(journal) else { return [] }
    do {
      let journal = try MoveJournal(self.journal, vault.disk)
      return try recover(journal)
    } catch let error as NoteStoreError {
      return ["Notes were being moved when the program stopped. \(error.message)"]
    } catch let error as SystemError {
      let place = NotePath(bytes: journal).text
      return ["What was being moved could not be read in \(place): \(error.reason)."]
    } catch {
      return ["\(error)"]
    }
  }

  private func recover(_ journal: borrowing MoveJournal) throws -> [String] {
    switch try journal.read() {
    case .nothing: return []
    case .damaged:
      try journal.setAside()
      let place = NotePath(bytes: self.journal).text
      return [
        "What was being moved when the program stopped cannot be read: it is kept as"
          + " bad-move in \(place)."
      ]
    case .plan(let plan, let isTakenBack):
      var work = MoveWork(plan, in: vault)
      var said: [String] = []
      do throws(NoteStoreError) {
        if isTakenBack { throw .refused(plan.path, reason: "it could not be moved") }
        try work.finish(isStrict: false)
      } catch {
        if error.mayPass { throw error }
        journal.turnBack()
        work = MoveWork(plan, in: vault)
        try work.takeBack()
        said = ["A move of notes that was cut off was taken back: \(error.message)"]
      }
      try journal.remove()
      return said + Self.leftAlone(work)
    }
  }

  private static func leftAlone(_ work: MoveWork) -> [String] {
    work.leftAlone.map {
      "\($0.text) was changed while notes were being moved: it was left as it is, and so were the"
        + " links in it."
    }
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try carryOut(moves, linking: linking)
  }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    return try carryOut(
      [NoteMove(from: note, to: NoteID(NoteFileName.path(of: note.path, titled: title)))],
      retitled: try titleChange(of: note, to: title), linking: linking)
  }

  /// Nil where the text has no title, or cannot have this one.
  private func titleChange(
    of note: NoteID, to title: String
  ) throws(NoteStoreError) -> TitleChange? {
    let text: [UInt8]
    do throws(NoteStoreError) {
      let place = try vault.place(of: note, to: "rename")
      text = try vault.stableText(in: place, of: note, to: "rename").bytes
    } catch {
      if MovePlanner.isNoText(error) { return nil }
      throw error
    }
    guard let old = TitleEdit.title(of: text),
      let new = TitleEdit.text(of: text, titled: title).flatMap(TitleEdit.title(of:)), new != old
    else { return nil }
    return TitleChange(note: note.path, old: old, new: new)
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let moves = receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }
    // All notes: links that were written since lead to the new names too.
    let rewrites = texts.last { $0.moves == receipt.moves }?.rewrites ?? []
    let retitled = receipt.retitled.flatMap { done in
      moves.first.map { TitleChange(note: $0.from.path, old: done.new, new: done.old) }
    }
    let undone = try carryOut(moves, retitled: retitled, linking: nil, takingBack: rewrites)
    for folder in receipt.folders.reversed() { vault.removeIfEmpty(folder) }
    return undone
  }

  private func carryOut(
    _ moves: [NoteMove], retitled: TitleChange? = nil, linking: [NoteID]?,
    takingBack done: [MovePlan.Rewrite] = []
  ) throws(NoteStoreError) -> MoveReceipt {
    guard let first = moves.first else { return MoveReceipt(moves: [], rewritten: []) }
    let journal = try onBehalf(of: first.from.path, to: "move") { () throws(SystemError) in
      try MoveJournal(self.journal, vault.disk)
    }
    do {
      _ = try recover(journal)
    } catch let error as NoteStoreError {
      throw error
    } catch let error as SystemError {
      throw error.noteError(first.from.path, "move")
    } catch {
      throw .failed(first.from.path, action: "move", reason: "\(error)")
    }
    let planner = MovePlanner(moves, in: vault)
    let links = try rewriter.prepare(planner.moves, retitled, vault, linking)
    // A text that nobody touched since comes back as it was: not every link that can be written
    // anew is written back the same.
    let old = Dictionary(done.map { ($0.after, $0) }, uniquingKeysWith: { _, last in last })
    let plan = try planner.plan(rewriting: links.notes) { bytes, note in
      if let rewrite = old[note], rewrite.new == bytes { return rewrite.old }
      let linked = links.edited(bytes, note)
      // A title that was given since stays.
      guard let retitled, note == retitled.note, TitleEdit.title(of: bytes) == retitled.old else {
        return linked
      }
      return TitleEdit.text(of: linked ?? bytes, titled: retitled.new) ?? linked
    }
    // Another title may make the same name.
    let moved = retitled == nil ? planner.moves : moves
    if plan.moved.isEmpty, plan.rewrites.isEmpty { return MoveReceipt(moves: moved, rewritten: []) }
    try carryOut(plan, journal)
    remember(plan, as: moved)
    return MoveReceipt(
      moves: moved,
      rewritten: plan.rewrites.filter { $0.before != retitled?.note }.map { NoteID($0.after) },
      folders: plan.folders, retitled: retitled)
  }

  private func remember(_ plan: MovePlan, as moves: [NoteMove]) {
    let bytes = plan.rewrites.reduce(0) { $0 + $1.old.count + $1.new.count }
    guard bytes <= Self.remembered.bytes else { return }
    texts.append((moves, plan.rewrites))
    if texts.count > Self.remembered.moves { texts.removeFirst() }
  }

  private func carryOut(
    _ plan: MovePlan, _ journal: borrowing MoveJournal
  ) throws(NoteStoreError) {
    let path = plan.path
    try onBehalf(of: path, to: "move") { () throws(SystemError) in try journal.write(plan) }
    do {
      var work = MoveWork(plan, in: vault)
      try work.finish(isStrict: true)
    } catch {
      // If this fails too, the next start tries again: the journal stays.
      journal.turnBack()
      var work = MoveWork(plan, in: vault)
      try work.takeBack()
      try onBehalf(of: path, to: "move") { () throws(SystemError) in try journal.remove() }
      throw error
    }
    // All is done. A journal that stays is found to be done by the next start.
    try? journal.remove()
  }
}

extension NoteStoreError {
  /// Whether the disk was full or out of order and may be well again: then it is worth waiting for.
  fileprivate var mayPass: Bool {
    switch self {
    case .noSpace, .failed, .notPermitted: true
    default: false
    }
  }
}
