import Entities
import Services

/// Notes go to the trash and come back.
extension NoteListInteractor {
  func trash(_ choice: NoteChoice) {
    let (store, titles, chosen) = (services.store, titles(of: choice), chosen(choice))
    withEach { () -> [NoteID] in
      chosen.notes
    } _: { (id) async throws(NoteStoreError) -> Trashed in
      let note = try await store.trash(id)
      return Trashed(note: note, title: titles[id] ?? note.title)
    } then: { [weak self] trashed, failure in
      guard let self else { return }
      if !trashed.isEmpty { self.done.append(.trashed(trashed)) }
      self.marks.take(away: trashed.map(\.note.original))
      self.refresh(trashed.map(\.note.original)) { [weak self] in
        if !trashed.isEmpty { self?.output?.did(.trashed(titles: trashed.map(\.title))) }
        if let failure, !failure.isStop { self?.output?.failed(failure) }
      }
    }
  }

  /// The last first; what cannot be brought back can be tried again.
  func restore(_ trashed: [Trashed]) {
    let store = services.store
    withEach { () -> [Trashed] in
      trashed.reversed()
    } _: { (trashed) async throws(NoteStoreError) -> RestoredNote in
      RestoredNote(id: try await store.restore(trashed.note), title: trashed.title)
    } then: { [weak self] restored, failure in
      guard let self else { return }
      let rest = trashed.dropLast(restored.count)
      if !rest.isEmpty { self.done.append(.trashed(Array(rest))) }
      self.refresh(restored.map(\.id)) { [weak self] in
        if !restored.isEmpty { self?.output?.did(.restored(restored)) }
        if let failure, !failure.isStop { self?.output?.failed(failure) }
      }
    }
  }
}
