package import Entities

/// Several notes that become one: what would be done, for a person to see before it is.
package struct JoinedNotes: Equatable, Sendable {
  package struct Note: Equatable, Sendable {
    package var id: NoteID
    package var title: String
    /// As it was read.
    package var text: [UInt8]

    package init(id: NoteID, title: String, text: [UInt8]) {
      (self.id, self.title, self.text) = (id, title, text)
    }
  }

  /// A property of which the target keeps its own, or could not take over another's.
  package struct Difference: Equatable, Sendable {
    package var note: NoteID
    package var name: String
    /// Nil where the target has none.
    package var kept: String?
    package var other: String

    package init(note: NoteID, name: String, kept: String?, other: String) {
      (self.note, self.name, self.kept, self.other) = (note, name, kept, other)
    }
  }

  /// Links to a part of a note that lead to another part of the joined text then, of the same name.
  package struct Unclear: Equatable, Sendable {
    package var note: NoteID
    package var part: String

    package init(note: NoteID, part: String) { (self.note, self.part) = (note, part) }
  }

  /// The one that stays.
  package var target: Note
  /// Those whose texts go into it, in their order; they go to the trash then.
  package var others: [Note]
  /// The target's text, and the links in all other notes.
  package var changes: [NoteChange]
  package var differences: [Difference]
  package var unclear: [Unclear]

  package init(
    target: Note, others: [Note], changes: [NoteChange], differences: [Difference] = [],
    unclear: [Unclear] = []
  ) {
    (self.target, self.others, self.changes) = (target, others, changes)
    (self.differences, self.unclear) = (differences, unclear)
  }

  /// The notes in which only links change.
  package var linking: [NoteID] { changes.map(\.note).filter { $0 != target.id } }
}

/// What joining notes did, and what taking it back needs.
package struct JoinReceipt: Sendable {
  package var rewriting: RewriteReceipt?
  package var trashed: [TrashedNote]
  /// Why one of the notes, and those behind it, are not in the trash.
  package var failure: NoteStoreError?

  package init(
    rewriting: RewriteReceipt?, trashed: [TrashedNote], failure: NoteStoreError? = nil
  ) {
    (self.rewriting, self.trashed, self.failure) = (rewriting, trashed, failure)
  }

  /// Every path at which something else stands now.
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
