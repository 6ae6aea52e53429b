import Entities
import Services

/// Notes go to the trash and come back; they are copied, and get other tags.
@MainActor
final class NoteChanges: NoteListChanging {
  private let store: any NoteStore
  private let texts: any NoteTexts
  private let rewriting: any NoteRewriting
  private let deeds: NoteDeeds

  init(_ services: NoteListServices, _ deeds: NoteDeeds) {
    (store, texts, rewriting) = (services.store, services.texts, services.rewriting)
    self.deeds = deeds
  }

  var isUndoing: Bool { deeds.isUndoing }
  func undo() { deeds.undo() }
  func stopWork() -> Bool { deeds.stopWork() }

  // MARK: - The trash

  private struct Trashed: Sendable {
    var note: TrashedNote
    var title: String
  }

  func trash(_ choice: NoteChoice) {
    let (store, titles) = (store, deeds.rows.titles(of: choice))
    deeds.withEach(deeds.rows.chosen(choice)) { (id) async throws(NoteStoreError) -> Trashed in
      let note = try await store.trash(id)
      return Trashed(note: note, title: titles[id] ?? note.title)
    } then: { [weak self] trashed, failure in
      guard let self else { return }
      let notes = trashed.map(\.note.original)
      canRestore(trashed)
      deeds.rows.marks.take(away: notes)
      deeds.end(
        trashed.isEmpty ? nil : .trashed(titles: trashed.map(\.title)), at: notes, failure)
    }
  }

  private func canRestore(_ trashed: [Trashed]) {
    if !trashed.isEmpty { deeds.isUndone { [weak self] in self?.restore(trashed) } }
  }

  /// The last first; what cannot be brought back can be tried again.
  private func restore(_ trashed: [Trashed]) {
    let store = store
    deeds.withEach {
      trashed.reversed()
    } _: { (trashed: Trashed) async throws(NoteStoreError) -> RestoredNote in
      RestoredNote(id: try await store.restore(trashed.note), title: trashed.title)
    } then: { [weak self] restored, failure in
      guard let self else { return }
      canRestore(trashed.dropLast(restored.count))
      deeds.end(restored.isEmpty ? nil : .restored(restored), at: restored.map(\.id), failure)
    }
  }

  // MARK: - Copies

  func duplicate(_ choice: NoteChoice) {
    let (store, texts) = (store, texts)
    deeds.withEach(deeds.rows.chosen(choice)) {
      (id) async throws(NoteStoreError) -> RestoredNote in
      let title = NoteListWords.copyTitle(of: try await store.summary(of: id).title)
      let content = try await store.read(id)
      let text = texts.text(content.bytes, titled: title) ?? content.bytes
      let made = try await store.create(text, titled: title, in: id.path.folder)
      return RestoredNote(id: made.id, title: title)
    } then: { [weak self] copies, failure in
      guard let self else { return }
      let notes = copies.map(\.id)
      canTrash(notes)
      if !copies.isEmpty { deeds.rows.marks.drop() }
      deeds.end(copies.isEmpty ? nil : .copied(copies), at: notes, failure)
    }
  }

  private func canTrash(_ copies: [NoteID]) {
    if !copies.isEmpty { deeds.isUndone { [weak self] in self?.trash(copies: copies) } }
  }

  /// They may have been written in since: they go to the trash.
  private func trash(copies: [NoteID]) {
    let store = store
    deeds.withEach {
      copies.reversed()
    } _: { (id: NoteID) async throws(NoteStoreError) -> TrashedNote in
      try await store.trash(id)
    } then: { [weak self] trashed, failure in
      guard let self else { return }
      if failure != nil { canTrash(copies.dropLast(trashed.count)) }
      deeds.end(
        trashed.isEmpty ? nil : .copiesTrashed(titles: trashed.map(\.title)),
        at: trashed.map(\.original), failure)
    }
  }

  // MARK: - Tags

  private struct Planned: Sendable {
    var change: NoteChange
    var staying: [String]
  }

  /// Looks at all of them first, then changes all in one step or none.
  func tag(_ choice: NoteChoice, adding: [String], removing: [String]) {
    let (store, texts, titles) = (store, texts, deeds.rows.titles(of: choice))
    let isMany = if case .these(let ids) = choice { ids.count > 1 } else { true }
    deeds.withEach(deeds.rows.chosen(choice)) { (id) async throws(NoteStoreError) -> Planned in
      let content = try await store.read(id)
      do throws(NoteTextProblem) {
        let edit = try texts.retagging(content.bytes, adding: adding, removing: removing)
        let title = titles[id] ?? id.path.stem.text
        return Planned(
          change: NoteChange(note: id, title: title, pieces: edit.pieces, of: content.bytes),
          staying: edit.staying)
      } catch {
        throw .refused(
          id.path, reason: NoteListWords.refusal(of: error.message, withOthers: isMany))
      }
    } then: { [weak self] planned, failure in
      guard let self else { return }
      if let failure { deeds.scope.output?.failed(failure) } else { carryOut(planned) }
    }
  }

  private func carryOut(_ planned: [Planned]) {
    let changes = planned.map(\.change).filter { !$0.pieces.isEmpty }
    let staying = planned.filter { !$0.staying.isEmpty }
    let left = staying.first.map { (tag: $0.staying[0], notes: staying.count) }
    guard !changes.isEmpty else {
      deeds.scope.output?.did(.tagged([], left: left))
      return
    }
    let rewriting = rewriting
    deeds.scope.run {
      try await rewriting.rewrite(changes)
    } done: { [weak self] receipt in
      guard let self else { return }
      deeds.isUndone { [weak self] in self?.takeBack(receipt) }
      deeds.rows.marks.drop()
      deeds.end(
        .tagged(receipt.changes.map { ($0.note, $0.title) }, left: left), at: receipt.notes)
    }
  }

  private func takeBack(_ receipt: RewriteReceipt) {
    let rewriting = rewriting
    deeds.undo {
      [weak self] in
      self?.takeBack(receipt)
    } by: {
      try await rewriting.undo(receipt)
    } then: { [weak self] back in
      self?.deeds.end(.tagsTakenBack(in: back.notes), at: back.notes)
    }
  }
}
