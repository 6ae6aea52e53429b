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

  /// Makes links of these mentions, in one step.
  func makeLinks(ofMentions indices: Range<Int>) {
    let wanted = indices.compactMap { record($0, of: .mentions) }
    guard !wanted.isEmpty else { return }
    let (cases, note) = (cases, note)
    change({ try await cases.link(wanted, to: note) }) { interactor, receipt in
      if !receipt.changes.isEmpty { interactor.done.append(.rewritten(receipt)) }
      let count = receipt.changes.reduce(0) { $0 + $1.pieces.count }
      return (.linked(mentions: count, notes: receipt.changes.count), receipt.notes)
    }
  }

  /// Makes the note that a broken link names.
  func makeNote(forBroken index: Int) {
    guard let missing = record(index, of: .broken)?.missing else { return }
    let cases = cases
    change({ try await cases.make(missing) }) { interactor, _ in
      interactor.done.append(.made(missing))
      return (.made(missing), [missing])
    }
  }

  /// Takes the last of these two back.
  func undo() {
    let cases = cases
    let deed = done.popLast()
    switch deed {
    case nil: output?.nothingToUndo()
    case .rewritten(let receipt):
      change({ try await cases.undo(receipt) }, orKeep: deed) { _, back in
        (.unlinked(notes: back.changes.count), back.notes)
      }
    case .made(let note):
      change({ try await cases.unmake(note) }, orKeep: deed) { _, _ in (.unmade(note), [note]) }
    }
  }

  /// `deed` can be taken back again where this fails.
  private func change<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value, orKeep deed: Deed? = nil,
    then deliver: @escaping @MainActor (NoteLinksInteractor, Value) -> (LinkDeed, [NoteID])
  ) {
    scope.run(useCase) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let value):
        let (deed, notes) = deliver(self, value)
        self.output?.did(deed, changing: notes)
      case .failure(let error):
        if let deed { self.done.append(deed) }
        self.output?.failed(error.explanation)
      }
      // After a failure what is there is not what was thought to be there.
      self.load()
    }
  }
}
