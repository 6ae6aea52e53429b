import Entities
import Services
import Viper

/// Copies of notes, and their tags.
extension NoteListInteractor {
  func duplicate(_ choice: NoteChoice) {
    let (store, texts, chosen) = (services.store, services.texts, chosen(choice))
    withEach { () -> [NoteID] in
      chosen.notes
    } _: { (id) async throws(NoteStoreError) -> RestoredNote in
      let title = "\(try await store.summary(of: id).title) copy"
      let content = try await store.read(id)
      let text = texts.text(content.bytes, titled: title) ?? content.bytes
      let made = try await store.create(text, titled: title, in: id.path.folder)
      return RestoredNote(id: made.id, title: title)
    } then: { [weak self] copies, failure in
      guard let self else { return }
      if !copies.isEmpty {
        self.done.append(.copied(copies.map(\.id)))
        self.marks.drop()
      }
      self.refresh(copies.map(\.id)) { [weak self] in
        if !copies.isEmpty { self?.output?.did(.copied(copies)) }
        if let failure, !failure.isStop { self?.output?.failed(failure) }
      }
    }
  }

  /// Copies may have been written in since: they go to the trash.
  func takeAway(_ copies: [NoteID]) {
    let store = services.store
    withEach { () -> [NoteID] in
      copies.reversed()
    } _: { (id) async throws(NoteStoreError) -> TrashedNote in
      try await store.trash(id)
    } then: { [weak self] trashed, failure in
      guard let self else { return }
      let rest = copies.dropLast(trashed.count)
      if failure != nil, !rest.isEmpty { self.done.append(.copied(Array(rest))) }
      self.refresh(trashed.map(\.original)) { [weak self] in
        if !trashed.isEmpty { self?.output?.did(.copiesTrashed(titles: trashed.map(\.title))) }
        if let failure, !failure.isStop { self?.output?.failed(failure) }
      }
    }
  }

  // MARK: - Tags

  /// Looks at all of them first, then changes all in one step or none.
  func tag(_ choice: NoteChoice, adding: [String], removing: [String]) {
    let (store, texts) = (services.store, services.texts)
    let (chosen, titles) = (chosen(choice), titles(of: choice))
    let isMany = if case .these(let ids) = choice { ids.count > 1 } else { true }
    withEach { () -> [NoteID] in
      chosen.notes
    } _: { (id) async throws(NoteStoreError) -> Planned in
      let content = try await store.read(id)
      do throws(NoteTextProblem) {
        let edit = try texts.retagging(content.bytes, adding: adding, removing: removing)
        let title = titles[id] ?? id.path.stem.text
        return Planned(
          change: NoteChange(note: id, title: title, pieces: edit.pieces), staying: edit.staying)
      } catch {
        let message = error.message.last == "." ? String(error.message.dropLast()) : error.message
        throw .refused(
          id.path, reason: isMany ? "\(message); no other note was changed" : message)
      }
    } then: { [weak self] planned, failure in
      guard let self else { return }
      if let failure { return self.output?.failed(failure) ?? () }
      self.carryOut(planned)
    }
  }

  private struct Planned: Sendable {
    var change: NoteChange
    var staying: [String]
  }

  private func carryOut(_ planned: [Planned]) {
    let changes = planned.map(\.change).filter { !$0.pieces.isEmpty }
    let staying = planned.filter { !$0.staying.isEmpty }
    let left = staying.first.map { (tag: $0.staying[0], notes: staying.count) }
    guard !changes.isEmpty else {
      output?.did(.tagged([], left: left))
      return
    }
    let rewriting = services.rewriting
    scope.run(
      { try await rewriting.rewrite(changes) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let receipt):
          self.done.append(.retagged(receipt))
          self.marks.drop()
          self.refresh(receipt.notes) { [weak self] in
            self?.output?.did(.tagged(receipt.changes.map { ($0.note, $0.title) }, left: left))
          }
        case .failure(let error): self.output?.failed(NoteListFailure(error))
        }
      })
  }

  func takeBack(_ receipt: RewriteReceipt) {
    let rewriting = services.rewriting
    scope.run(
      { try await rewriting.undo(receipt) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let back):
          self.refresh(back.notes) { [weak self] in
            self?.output?.did(.tagsTakenBack(in: back.notes))
          }
        case .failure(let error):
          self.done.append(.retagged(receipt))
          self.output?.failed(NoteListFailure(error))
        }
      })
  }
}
