package import Entities
package import Services

/// What joining notes did, and what taking it back needs.
package struct JoinReceipt: Sendable {
  package var rewriting: RewriteReceipt?
  package var trashed: [TrashedNote]
  /// Why one of the notes, and those behind it, are not in the trash.
  package var failure: NoteStoreError?

  /// Every path at which there is something else now.
  package var touched: [NoteID] { (rewriting?.touched ?? []) + trashed.map(\.original) }
}

extension JoinedNotes {
  /// Writes the target and all links in one step; only then the others go to the trash. A note that was
  /// changed meanwhile stops it: before anything is written, or before that note is trashed.
  package func carryOut(
    in store: any NoteStore, by rewriting: any NoteRewriting
  ) async throws(NoteStoreError) -> JoinReceipt {
    for note in [target] + others { try await check(note, in: store) }
    var receipt = JoinReceipt(rewriting: try await rewriting.rewrite(changes), trashed: [])
    do throws(NoteStoreError) {
      for note in others {
        try await check(note, in: store)
        receipt.trashed.append(try await store.trash(note.id))
      }
    } catch {
      receipt.failure = error
    }
    return receipt
  }

  private func check(_ note: Note, in store: any NoteStore) async throws(NoteStoreError) {
    guard try await store.read(note.id).bytes == note.text else {
      throw .changedOutside(note.id.path)
    }
  }
}

extension JoinReceipt {
  /// Brings the notes back, then takes their texts and the links back. What is left to be taken back is in
  /// the receipt then, with the reason.
  package func takenBack(
    in store: any NoteStore, by rewriting: any NoteRewriting
  ) async -> (rest: JoinReceipt, notes: [NoteID]) {
    var (rest, notes): (JoinReceipt, [NoteID]) = (self, [])
    rest.failure = nil
    do throws(NoteStoreError) {
      while let note = rest.trashed.last {
        notes.append(try await store.restore(note))
        rest.trashed.removeLast()
      }
      if let done = rest.rewriting {
        notes += try await rewriting.undo(done).touched
        rest.rewriting = nil
      }
    } catch {
      rest.failure = error
    }
    return (rest, notes)
  }
}
