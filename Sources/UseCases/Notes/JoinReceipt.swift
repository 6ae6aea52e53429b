package import Entities
package import Services

/// The result of joining notes, with what undo needs.
package struct JoinReceipt: Sendable {
  package var rewriting: RewriteReceipt?
  package var trashed: [TrashedNote]
  /// The reason that one of the notes, and those after it, are not in the trash.
  package var failure: NoteStoreError?

  /// Every path that has changed on disk.
  package var touched: [NoteID] { (rewriting?.touched ?? []) + trashed.map(\.original) }
}

extension JoinedNotes {
  /// Writes the target and all links in one step, and only then trashes the other notes. A note
  /// that was changed meanwhile stops it before anything is written, or before that note is
  /// trashed.
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
  /// Restores the notes, then undoes the changes to their texts and to the links. The returned
  /// receipt has the part that could not be undone, and the reason.
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
