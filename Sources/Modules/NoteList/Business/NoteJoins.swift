import Entities
import Services
import UseCases

/// Joins notes: the others' texts and the links to them move to the target; the others are trashed.
@MainActor
final class NoteJoins {
  private let cases: NoteListCases
  private let arranging: NoteListArranger
  private let runner: NoteChangeRunner

  init(_ cases: NoteListCases, _ arranging: NoteListArranger, _ runner: NoteChangeRunner) {
    (self.cases, self.arranging, self.runner) = (cases, arranging, runner)
  }

  /// Finds the marked notes, plus the selected one if only one is marked, for `notesToJoin`.
  func find(besides selected: NoteID?) {
    let chosen = runner.rows.chosen(.marked)
    runner.scope.run {
      chosen()
    } done: { [weak self] (marked: [NoteID]) in
      guard let self else { return }
      var notes = marked.map { (id: $0, row: self.runner.rows.index(of: $0)) }
      if notes.count == 1, let selected, !marked.contains(selected) {
        notes.append((selected, runner.rows.index(of: selected)))
      }
      notes.sort { ($0.row ?? .max, $0.id.path) < ($1.row ?? .max, $1.id.path) }
      let titles = notes.map { note in
        note.row.map { self.runner.rows.note(at: $0).title } ?? note.id.path.stem.text
      }
      runner.scope.screen?.notesToJoin(notes.map(\.id), titles: titles)
    }
  }

  /// Joins the notes in one step, except for the moves to the trash.
  func join(_ notes: [NoteID], into target: NoteID) {
    let cases = cases
    runner.scope.run {
      let joined = try await cases.joining(notes, into: target)
      return (joined, try await cases.join(joined))
    } done: { [weak self] (joined: JoinedNotes, receipt: JoinReceipt) in
      guard let self else { return }
      let pinned = (notes + [target]).filter(arranging.isPinned)
      runner.pushUndo { [weak self] in self?.takeBack(receipt, of: joined, pinned: pinned) }
      arranging.applyMoves(receipt.moves(to: joined.target.id))
      runner.rows.marks.drop()
      runner.end(
        .joined(JoinedNote(joined)), at: receipt.touched, receipt.failure.map { .store($0) })
    }
  }

  /// Undoes the join. `pinned` are the joined notes that were pinned.
  private func takeBack(_ receipt: JoinReceipt, of joined: JoinedNotes, pinned: [NoteID]) {
    runner.scope.run { [cases] in
      await cases.takeBack(receipt)
    } done: { [weak self] (back: (rest: JoinReceipt, notes: [NoteID])) in
      guard let self else { return }
      if back.rest.failure != nil {
        runner.pushUndo { [weak self] in self?.takeBack(back.rest, of: joined, pinned: pinned) }
      } else {
        arranging.pin(only: pinned, of: joined.others.map(\.id) + [joined.target.id])
      }
      runner.end(
        back.rest.failure == nil ? .joinUndone(JoinedNote(joined)) : nil, at: back.notes,
        back.rest.failure.map { .store($0) })
    }
  }
}
