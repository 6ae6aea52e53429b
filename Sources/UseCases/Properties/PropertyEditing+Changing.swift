package import Entities
package import NoteQueries
import OpenVault
package import Services

extension PropertyEditing {
  /// Computes the change from the property as a note has it; nil if there is nothing to do.
  package typealias Making = (NoteProperty?) throws(PropertyFailure) -> PropertyChange?

  /// Applies an action. `sheets` has the notes, with a hash of the front matter that the user saw.
  package func carryOut(
    _ action: PropertyAction, in sheets: [NoteID: Int]
  ) async throws(PropertyFailure) -> PropertyOutcome {
    let notes = sheets.keys.sorted { $0.path < $1.path }
    return try await change(action.name, in: notes, asSeen: sheets) { action.change(of: $0) }
  }

  package func change(
    _ name: String, in notes: [NoteID], asSeen sheets: [NoteID: Int]? = nil, _ make: Making
  ) async throws(PropertyFailure) -> PropertyOutcome {
    if notes.count == 1, let note = notes.first {
      return try await change(name, in: note, asSeen: sheets?[note], make)
    }
    return try await changeMany { () async throws(PropertyFailure) in
      try await plan(name, in: notes, asSeen: sheets, make)
    }
  }

  /// Returns the changes that the query's notes need.
  package func find(
    _ change: PropertyChange, in query: NoteQuery
  ) async throws(PropertyFailure) -> PropertyChanges {
    var found = try await rethrow(
      await vault.queries.changes.changing(change, in: query), as: PropertyFailure.index)
    // The index treats a note that it cannot read as empty.
    for seeming in found.found where seeming.change.isFor([]) {
      do throws(NoteStoreError) {
        _ = try await vault.store.read(seeming.change.note)
      } catch {
        found.found.removeAll { $0.change.note == seeming.change.note }
        found.left.append(
          PropertyChanges.Left(note: seeming.change.note, reason: error.message))
      }
    }
    return found
  }

  package func change(
    _ change: PropertyChange, in query: NoteQuery
  ) async throws(PropertyFailure) -> PropertyOutcome {
    try await changeMany { () async throws(PropertyFailure) in try await find(change, in: query) }
  }

  /// Undoes a change in one step. The undo counts even if the index fails afterwards.
  package func undo(_ receipt: RewriteReceipt) async throws(PropertyFailure) -> RewriteReceipt {
    let back = try await rethrow(
      await NoteChanging(store: vault.store, rewriting: vault.rewriting).undo(receipt),
      as: PropertyFailure.store)
    _ = try? await vault.index.refresh(back.touched)
    return back
  }

  // MARK: One note

  /// Changes the note under its lock, from the text that it has then.
  private func change(
    _ name: String, in note: NoteID, asSeen sheet: Int?, _ make: Making
  ) async throws(PropertyFailure) -> PropertyOutcome {
    var last: (own: NoteProperty?, made: PropertyChange?)?
    let done = try await rethrow(
      await vault.store.inTurn(at: note) { () async throws(NoteStoreError) in
        let content = try await vault.store.read(note)
        let found: PropertyChanges.Found?
        do throws(PropertyFailure) {
          try check(content.bytes, of: note, is: sheet)
          let own = try property(name, in: content.bytes, of: note)
          // Evaluates the words again only if another program changed the property.
          if last == nil || last?.own != own { last = (own, try make(own)) }
          found = try self.found(last?.made, of: own, in: content.bytes, of: note)
        } catch {
          return Result<PropertyOutcome, PropertyFailure>.failure(error)
        }
        var outcome = PropertyOutcome(changes: PropertyChanges(matched: 1))
        guard let found else { return .success(outcome) }
        var change = found.change
        guard let text = change.applied(to: content.bytes) else {
          throw .changedOutside(note.path)
        }
        if note.path.isLocked { change.replaceAll(content.bytes, by: text) }
        _ = try await vault.store.save(text, to: note, replacing: content.stamp)
        outcome.changes.found = [found]
        outcome.change = last?.made
        outcome.receipt = vault.rewriting.receipt(of: change, leaving: text)
        return .success(outcome)
      }, as: PropertyFailure.store)
    let outcome = try done.get()
    if let receipt = outcome.receipt { _ = try? await vault.index.refresh(receipt.touched) }
    return outcome
  }

  private func check(
    _ text: [UInt8], of note: NoteID, is sheet: Int?
  ) throws(PropertyFailure) {
    guard let sheet else { return }
    let now = vault.texts.sheet(in: text)
    if now.hashValue != sheet { throw .changedMeanwhile(note) }
    if let problem = now.problem { throw .leftAlone(note, reason: problem) }
  }

  private func property(
    _ name: String, in text: [UInt8], of note: NoteID
  ) throws(PropertyFailure) -> NoteProperty? {
    try properties(in: text, of: note).first { $0.name.lowercased() == name.lowercased() }
  }

  /// Returns nil if the note already has the value.
  private func found(
    _ change: PropertyChange?, of own: NoteProperty?, in text: [UInt8], of note: NoteID
  ) throws(PropertyFailure) -> PropertyChanges.Found? {
    guard let change else { return nil }
    if case .unset = change, own == nil { throw .missing(note, name: change.name) }
    do throws(NoteTextProblem) {
      let pieces = try vault.texts.pieces(of: text, changing: change)
      if pieces.isEmpty { return nil }
      let title = note.path.stem.text
      return PropertyChanges.Found(
        change: NoteChange(note: note, title: title, pieces: pieces, of: text), old: own)
    } catch {
      throw .leftAlone(note, reason: error.message)
    }
  }

  // MARK: Many

  private func plan(
    _ name: String, in notes: [NoteID], asSeen sheets: [NoteID: Int]?, _ make: Making
  ) async throws(PropertyFailure) -> PropertyChanges {
    var plan = PropertyChanges(matched: notes.count)
    for note in notes {
      if Task.isCancelled { throw .index(.cancelled) }
      do throws(PropertyFailure) {
        // Rewriting several notes cannot open locks.
        if note.path.isLocked { throw .store(.locked(note.path)) }
        let text = try await rethrow(await vault.store.read(note).bytes, as: PropertyFailure.store)
        try check(text, of: note, is: sheets?[note])
        let own = try property(name, in: text, of: note)
        if let found = try found(make(own), of: own, in: text, of: note) {
          plan.found.append(found)
        }
      } catch {
        switch error {
        case .store, .unreadable, .leftAlone:
          plan.left.append(PropertyChanges.Left(note: note, reason: error.message))
        case .missing: continue
        case .index, .changedMeanwhile, .words, .oneValue: throw error
        }
      }
    }
    return plan
  }

  /// If another program changes one of the notes meanwhile, nothing is written and the changes are
  /// planned again. Other processes of this program wait.
  private func changeMany(
    _ plan: () async throws(PropertyFailure) -> PropertyChanges
  ) async throws(PropertyFailure) -> PropertyOutcome {
    let outcome = try await rethrow(
      await vault.store.inTurn(at: NoteID(NotePath(""))) { () async throws(NoteStoreError) in
        do throws(PropertyFailure) {
          var outcome = PropertyOutcome(changes: try await plan())
          if outcome.changes.found.isEmpty { return Result<_, PropertyFailure>.success(outcome) }
          outcome.receipt = try await rewrite(outcome.changes)
          return .success(outcome)
        } catch .store(.changedOutside(let path)) {
          throw NoteStoreError.changedOutside(path)
        } catch {
          return .failure(error)
        }
      }, as: PropertyFailure.store
    ).get()
    if let receipt = outcome.receipt { _ = try? await vault.index.refresh(receipt.touched) }
    return outcome
  }

  private func rewrite(
    _ changes: PropertyChanges
  ) async throws(PropertyFailure) -> RewriteReceipt {
    try await rethrow(
      await vault.rewriting.rewrite(changes.found.map(\.change)), as: PropertyFailure.store)
  }
}

extension NoteChange {
  /// Replaces the whole text, so that undo restores all of it.
  fileprivate mutating func replaceAll(_ old: [UInt8], by new: [UInt8]) {
    pieces = [
      Piece(range: old.indices, old: old, new: new, line: 1, context: "", contextRange: 0..<0)
    ]
  }
}
