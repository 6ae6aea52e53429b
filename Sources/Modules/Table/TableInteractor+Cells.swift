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
    let cases = services.properties
    scope.run(
      {
        let typing = try await cases.typing(of: name)
        return try await cases.change(name, in: notes.map { NoteID($0) }) {
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
          output?.wrote(receipt, leaving: outcome.left)
        case .failure(let error): output?.failed(TableWords.failure(error))
        }
      })
  }

  func takeBack(_ receipt: RewriteReceipt) {
    let cases = services.properties
    scope.run(
      { try await cases.undo(receipt) },
      then: { [weak self] undone in
        guard let self else { return }
        switch undone {
        case .success(let receipt):
          last = nil
          output?.tookBack(receipt)
        case .failure(let error): output?.failed(TableWords.failure(error))
        }
      })
  }

  /// A note that has what a view's filters want.
  func makeNote(titled title: String, _ seed: BaseSeed) {
    let services = services
    scope.run(
      {
        var text = Array("# \(title)\n".utf8)
        for property in seed.properties {
          let type = PropertyType(of: PropertyValue(plain: property.text), named: property.name)
          text = try services.texts.text(
            text,
            changing: .set(
              name: property.name, values: [property.text], type: type ?? .text))
        }
        let tagged = try services.texts.retagging(text, adding: seed.tags, removing: [])
        for piece in tagged.pieces.reversed() { text.replaceSubrange(piece.range, with: piece.new) }
        let made = try await services.store.create(
          text, titled: title, in: NotePath(seed.folder ?? ""))
        _ = try? await services.index.refresh([made.id])
        return made.id
      },
      then: { [weak self] made in
        switch made {
        case .success(let note): self?.output?.made(note)
        case .failure(let error): self?.output?.failed(TableWords.failure(error))
        }
      })
  }
}
