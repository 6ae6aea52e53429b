import Entities
import Services
import Viper

/// Mentions that become links, notes that are made for broken links; and back.
extension NoteLinksInteractor {
  /// What was done, with all that taking it back needs.
  enum Deed: Sendable {
    case rewritten(RewriteReceipt)
    case made(NoteID)
  }

  func makeLinks(ofMentions indices: Range<Int>) {
    let wanted = indices.compactMap { record($0, of: .mentions) }
    guard !wanted.isEmpty else { return }
    let (changes, rewriting, note) = (changes, rewriting, note)
    scope.run({
      let found = try await changes.linking(wanted, to: note)
      if found.isEmpty { return RewriteReceipt(changes: []) }
      return try await rewriting.rewrite(found)
    }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let receipt):
        if !receipt.changes.isEmpty { self.done.append(.rewritten(receipt)) }
        let count = receipt.changes.reduce(0) { $0 + $1.pieces.count }
        self.tell(.linked(mentions: count, notes: receipt.changes.count), receipt.notes)
      case .failure(let error): self.fail(error)
      }
    }
  }

  func makeNote(forBroken index: Int) {
    guard let missing = record(index, of: .broken)?.missing else { return }
    let store = store
    let text = Array("# \(missing.path.stem.text)\n".utf8)
    scope.run({ try await store.create(text, at: missing) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success:
        self.done.append(.made(missing))
        self.tell(.made(missing), [missing])
      case .failure(let error): self.fail(error)
      }
    }
  }

  func undo() {
    switch done.popLast() {
    case nil: output?.nothingToUndo()
    case .rewritten(let receipt): takeBack(receipt)
    case .made(let note): unmake(note)
    }
  }

  private func takeBack(_ receipt: RewriteReceipt) {
    let rewriting = rewriting
    scope.run({ try await rewriting.undo(receipt) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let back): self.tell(.unlinked(notes: back.changes.count), back.notes)
      case .failure(let error):
        self.done.append(.rewritten(receipt))
        self.fail(error)
      }
    }
  }

  /// Into the trash: it may say something by now.
  private func unmake(_ note: NoteID) {
    let store = store
    scope.run({ try await store.trash(note) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: self.tell(.unmade(note), [note])
      case .failure(let error):
        self.done.append(.made(note))
        self.fail(error)
      }
    }
  }

  /// Once the index knows it.
  private func tell(_ deed: LinkDeed, _ notes: [NoteID]) {
    let index = index
    scope.run({ try await index.refresh(notes) }) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result { self.output?.failed(LinksWords.failure(error)) }
      self.output?.did(deed, changing: notes)
      self.load()
    }
  }

  /// What is there now is not what was thought to be there: it is looked at again.
  private func fail(_ error: any Error) {
    output?.failed(LinksWords.failure(error))
    load()
  }
}
