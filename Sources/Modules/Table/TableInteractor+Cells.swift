import Bases
import Entities
import Services
import VaultSettings
import Viper

/// Changes of the notes that a view shows.
extension TableInteractor {
  /// Of all these notes, or of none.
  func edit(_ notes: [NotePath], _ name: String, to words: String) {
    let services = services
    scope.run(
      { try await Self.rewrite(notes, name, words, services) },
      then: { [weak self] written in
        guard let self else { return }
        switch written {
        case .success(let receipt?):
          last = .cells(receipt)
          output?.wrote(receipt, isBack: false)
        case .success(nil): output?.failed(TableWords.isSoAlready)
        case .failure(let error): output?.failed(TableWords.failure(error))
        }
      })
  }

  @concurrent
  private static func rewrite(
    _ notes: [NotePath], _ name: String, _ words: String, _ services: TableServices
  ) async throws -> RewriteReceipt? {
    let key = name.lowercased()
    guard let sources = services.sources else { return nil }
    let declared = await sources.foreign.obsidian().propertyTypes[key]
    let known = try await services.links.properties().first { $0.name.lowercased() == key }
    let meant = PropertyWords(
      services.taskTexts, today: Day(sources.clock.civil(sources.clock.now)))
    var changes: [NoteChange] = []
    for path in notes {
      let content = try await services.store.read(NoteID(path))
      let own = try services.texts.properties(in: content.bytes)
        .first { $0.name.lowercased() == key }
      let type = PropertyWords.type(
        of: name, declared: declared, own: own, known: known?.type, written: [words])
      let change = try meant.change(words, of: own?.name ?? name, as: type)
      if case .unset = change, own == nil { continue }
      let pieces = try services.texts.pieces(of: content.bytes, changing: change)
      if pieces.isEmpty { continue }
      changes.append(
        NoteChange(
          note: NoteID(path), title: path.stem.text, pieces: pieces, of: content.bytes))
    }
    if changes.isEmpty { return nil }
    let receipt = try await services.rewriting.rewrite(changes)
    _ = try? await services.index.refresh(receipt.touched)
    return receipt
  }

  func takeBack(_ receipt: RewriteReceipt) {
    let services = services
    scope.run(
      {
        let undone = try await services.rewriting.undo(receipt)
        _ = try? await services.index.refresh(undone.touched)
        return undone
      },
      then: { [weak self] undone in
        guard let self else { return }
        switch undone {
        case .success(let receipt):
          last = nil
          output?.wrote(receipt, isBack: true)
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
