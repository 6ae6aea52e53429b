import Entities
import Services
import TextEngine
import Viper

/// Unsaved text outside the vault, and what an earlier run left of it.
extension EditorInteractor {
  func keep() {
    guard isDirty else { return }
    let (text, note, draft, journal) = (text, note, draft, journal)
    let turn = keeping.turn()
    let keeping = keeping
    scope.run(
      { try keeping.perform(turn) { try journal.keep(text.bytes, of: note, draft: draft) } },
      then: { [weak self] result in
        if case .failure(let error) = result {
          self?.output?.keepingFailed(Self.message(of: error))
        }
      })
  }

  func keepNow() -> String? {
    guard isDirty else { return nil }
    let (bytes, note, draft) = (text.bytes, note, draft)
    do {
      try keeping.perform(keeping.turn()) { try journal.keep(bytes, of: note, draft: draft) }
      return nil
    } catch {
      return Self.message(of: error)
    }
  }

  func useRecovered() {
    guard let recovered else { return }
    self.recovered = nil
    // The draft of an earlier run lives on as this one's, under the number the journal gave it.
    if note == nil, let number = recovered.draft { draft = number }
    takeIn(TextPatch(from: text.bytes, to: recovered.bytes), as: .recovered)
    if note == nil, let problem = keepNow() { output?.keepingFailed(problem) }
  }

  func dropRecovered() {
    recovered = nil
    journal.forget(note, draft: draft)
  }

  /// What the question is about: the file and the kept text, or the file and this text.
  func findDifference() {
    if let recovered {
      let old = base?.bytes ?? []
      return tellDifference { (old, recovered.bytes) }
    }
    guard let note else { return }
    let (store, text) = (saver.store, text)
    tellDifference { (try await store.read(note).bytes, text.bytes) }
  }

  private func tellDifference(
    _ texts: @escaping @Sendable @concurrent () async throws -> (old: [UInt8], new: [UInt8])
  ) {
    scope.run(
      {
        let (old, new) = try await texts()
        return LineDifference.listing(of: TextLines(old), TextLines(new))
      },
      then: { [weak self] result in
        switch result {
        case .success(let lines): self?.output?.differenceWasFound(lines)
        case .failure(let error): self?.output?.savingFailed(Self.message(of: error))
        }
      })
  }
}
