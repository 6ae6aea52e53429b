import Entities
import Services
import UseCases

/// Several notes become one: the others' texts go into the one that stays, the links to them lead there,
/// and they go to the trash.
@MainActor
final class NoteJoins {
  private let cases: NoteListCases
  private let arranging: NoteListArranger
  private let deeds: NoteChangeRunner

  init(_ cases: NoteListCases, _ arranging: NoteListArranger, _ deeds: NoteChangeRunner) {
    (self.cases, self.arranging, self.deeds) = (cases, arranging, deeds)
  }

  /// Names the notes that are marked, with the selected one where only one is; `notesToJoin` answers.
  func find(besides selected: NoteID?) {
    let chosen = deeds.rows.chosen(.marked)
    deeds.scope.run {
      chosen()
    } done: { [weak self] (marked: [NoteID]) in
      guard let self else { return }
      var notes = marked.map { (id: $0, row: self.deeds.rows.index(of: $0)) }
      if notes.count == 1, let selected, !marked.contains(selected) {
        notes.append((selected, deeds.rows.index(of: selected)))
      }
      notes.sort { ($0.row ?? .max, $0.id.path) < ($1.row ?? .max, $1.id.path) }
      let titles = notes.map { note in
        note.row.map { self.deeds.rows.note(at: $0).title } ?? note.id.path.stem.text
      }
      deeds.scope.screen?.notesToJoin(notes.map(\.id), titles: titles)
    }
  }

  /// All in one step, but for the way to the trash.
  func join(_ notes: [NoteID], into target: NoteID) {
    let cases = cases
    deeds.scope.run {
      let joined = try await cases.joining(notes, into: target)
      return (joined, try await cases.join(joined))
    } done: { [weak self] (joined: JoinedNotes, receipt: JoinReceipt) in
      guard let self else { return }
      let pinned = (notes + [target]).filter(arranging.isPinned)
      deeds.isUndone { [weak self] in self?.takeBack(receipt, of: joined, pinned: pinned) }
      arranging.names(changed: receipt.moves(to: joined.target.id))
      deeds.rows.marks.drop()
      deeds.end(
        .joined(JoinedNote(joined)), at: receipt.touched, receipt.failure.map { .store($0) })
    }
  }

  /// `pinned`: those that were, of all.
  private func takeBack(_ receipt: JoinReceipt, of joined: JoinedNotes, pinned: [NoteID]) {
    deeds.scope.run { [cases] in
      await cases.takeBack(receipt)
    } done: { [weak self] (back: (rest: JoinReceipt, notes: [NoteID])) in
      guard let self else { return }
      if back.rest.failure != nil {
        deeds.isUndone { [weak self] in self?.takeBack(back.rest, of: joined, pinned: pinned) }
      } else {
        arranging.pin(only: pinned, of: joined.others.map(\.id) + [joined.target.id])
      }
      deeds.end(
        back.rest.failure == nil ? .joinedBack(JoinedNote(joined)) : nil, at: back.notes,
        back.rest.failure.map { .store($0) })
    }
  }
}
