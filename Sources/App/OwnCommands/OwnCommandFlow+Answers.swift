import Bytes
import Cells
import Editor
import Entities
import NewNotes
import NoteList
import OpenVault
import OwnCommands
import UseCases
import Viper

/// What becomes of a program's answer.
extension OwnCommandFlow {
  func give(_ result: OwnResult, of run: Run) {
    let complaint = Cells.visible(result.complaint)
    switch result.answer {
    case .nothing: router.notice = complaint.isEmpty ? "“\(run.name)” is done." : complaint
    case .message(let lines): show(lines.isEmpty ? [complaint] : lines, of: run)
    case .selection(let text): replaceSelection(by: text, of: run)
    case .note(let text): makeNote(text, run)
    case .rows(let rows): offer(rows, result.seen, run)
    case .edits(let json): apply([json], result.seen, run)
    }
  }

  private func show(_ lines: [String], of run: Run) {
    let lines = lines.map(Cells.visible)
    guard lines.count > 1 else {
      router.notice = lines.first { !$0.isEmpty } ?? "“\(run.name)” is done."
      return
    }
    let list = app.wireframe.list(lines, titled: run.name) { _ in }
    app.wireframe.attempt(try router.modal(list))
  }

  private func replaceSelection(by text: [UInt8], of run: Run) {
    guard let reporter = run.reporter, reporter.ownSubject.selection == run.subject.selection else {
      router.notice = "The selection is another one by now. Nothing was inserted."
      return
    }
    if !reporter.replaceSelection(by: text) {
      router.notice = "“\(run.name)” gives a text for an editor. Nothing was changed."
    }
  }

  // MARK: - Rows

  private func offer(_ rows: [OwnChoice], _ seen: [NoteID: String], _ run: Run) {
    if rows.isEmpty { return router.notice = "“\(run.name)” found nothing to choose from." }
    if rows.allSatisfy(\.isEdit), rows.count < Question.mostListed {
      return offer(rows, marked: [], seen, run)
    }
    choose(run.name, "Choose one:", among: rows.map(\.label)) { [weak self] index in
      self?.perform([rows[index]], seen, run)
    }
  }

  /// Lets the person mark several rows.
  private func offer(
    _ rows: [OwnChoice], marked: Set<Int>, _ seen: [NoteID: String], _ run: Run
  ) {
    let labels = rows.enumerated().map { "[\(marked.contains($0) ? "x" : " ")] \($1.label)" }
    let first = marked.isEmpty ? "all of them" : "those with [x]"
    choose(run.name, "Mark rows, then choose the first:", among: [first] + labels) {
      [weak self] index in
      if index > 0 {
        return self?.offer(rows, marked: marked.symmetricDifference([index - 1]), seen, run) ?? ()
      }
      let chosen = marked.isEmpty ? rows : marked.sorted().map { rows[$0] }
      self?.perform(chosen, seen, run)
    }
  }

  private func perform(_ rows: [OwnChoice], _ seen: [NoteID: String], _ run: Run) {
    var edits: [JSONReader.Value] = []
    for row in rows {
      switch row.action {
      case .edits(let json): edits.append(json)
      case .open(let name, let line): open(name, atLine: line)
      case .selection(let text): replaceSelection(by: Array(text.utf8), of: run)
      case .message(let text): router.notice = Cells.visible(text)
      }
    }
    if !edits.isEmpty { apply(edits, seen, run) }
  }

  private func open(_ name: String, atLine line: Int?) {
    app.open(.editor(note: name))
    guard let line else { return }
    scope.onNextTurn { [weak self] in
      self?.container.vault?.openEditors.editorOnTop?.editor?.go(to: .line(line))
    }
  }

  // MARK: - Changes

  private func makeNote(_ text: [UInt8], _ run: Run) {
    let change = OwnChange(run.name, in: run.vault, clock: container.clock) { [router] in
      router.notice = $0
    }
    let cases = NewNoteCases(
      store: change.services.store, texts: change.services.texts,
      planner: app.wireframe.notePlanner())
    var new = NewNote(title: nil)
    new.body = text
    scope.run { [new] in
      try await change.made { try await cases.make(new).id }
    } done: { [weak self] note in
      self?.changed([note], by: change, run)
      self?.app.open(.found(note))
    } failed: { [router] in
      router.notice = $0.explanation
    }
  }

  private func apply(_ json: [JSONReader.Value], _ seen: [NoteID: String], _ run: Run) {
    if container.isReadOnly {
      return router.notice = "The vault is opened read-only. Nothing was changed."
    }
    let change = OwnChange(run.name, in: run.vault, clock: container.clock) { [router] in
      router.notice = $0
    }
    let (cases, name) = (cases(run.vault, change.services), run.name)
    scope.run {
      try await change.made { try await cases.apply(json, of: name, seen: seen) }
    } done: { [weak self] edited in
      self?.changed(edited.filter(\.isChanged).map(\.note), by: change, run)
    } failed: { [router] in
      router.notice = Cells.visible($0.explanation)
    }
  }

  private func changed(_ notes: [NoteID], by change: OwnChange, _ run: Run) {
    guard run.vault === container.vault else { return }
    if notes.isEmpty { return router.notice = "“\(run.name)” changed nothing." }
    run.vault.notesWereRewritten(notes)
    run.vault.list.input?.canTakeBack(run.name, by: change.takeBack)
    router.notice =
      "“\(run.name)” changed \(counted(notes.count, "note")). u in the list undoes it."
  }
}
