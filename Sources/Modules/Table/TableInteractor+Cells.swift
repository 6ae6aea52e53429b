import Bases
import Entities
import Services
import UseCases
import VaultSettings
import Viper

/// Changes of the notes that a view shows.
extension TableInteractor {
  /// Gives a property of these notes a value, in words; none take it away.
  func edit(_ notes: [NotePath], _ name: String, to words: String) {
    let properties = properties
    scope.run(
      {
        let typing = try await properties.typing(of: name)
        return try await properties.change(name, in: notes.map { NoteID($0) }) {
          own throws(PropertyFailure) in try typing.change(typed: words, of: own)
        }
      },
      then: { [weak self] written in
        guard let self else { return }
        switch written {
        case .success(let outcome):
          guard let receipt = outcome.receipt else {
            return output?.failed(outcome.left.first?.reason ?? TableWords.isSoAlready) ?? ()
          }
          last = .cells(receipt)
          output?.wrote(
            receipt.notes.count, leaving: outcome.leaving, touched: receipt.touched)
        case .failure(let error): output?.failed(error.explanation)
        }
      })
  }

  func takeBack(_ receipt: RewriteReceipt) {
    let properties = properties
    scope.run(
      { try await properties.undo(receipt) },
      then: { [weak self] undone in
        guard let self else { return }
        switch undone {
        case .success(let receipt):
          last = nil
          output?.tookBack(receipt.notes.count, touched: receipt.touched)
        case .failure(let error): output?.failed(error.explanation)
        }
      })
  }

  func makeNote(titled title: String, _ seed: BaseSeed) {
    scope.run(
      { [cases] in try await cases.makeNote(titled: title, seed) },
      then: { [weak self] made in
        switch made {
        case .success(let note): self?.output?.made(note)
        case .failure(let error): self?.output?.failed(error.explanation)
        }
      })
  }
}
