import Bases
import Entities
import UseCases
import Viper

/// Marks, and changes of the notes in the rows.
extension TablePresenter {
  func mark() {
    guard let selected = state.selected, let path = lines?.row(at: selected)?.path else { return }
    if marked.remove(path) == nil { marked.insert(path) }
    select(selected + 1)
    view?.reloadRows()
  }

  func markAll() {
    marked = marked.isEmpty ? Set(lines?.paths ?? []) : []
    view?.reloadRows()
  }

  func edit(asIs: Bool) {
    guard let column, let table, let lines else { return }
    guard let property = column.property else {
      if case .formula = column.kind { return showMessage(TableWords.isFormula) }
      return showMessage(TableWords.isReadOnly)
    }
    let selected = state.selected.flatMap { lines.row(at: $0)?.path }
    let wanted = marked.isEmpty ? Set([selected].compactMap(\.self)) : marked
    let rows = table.groups.flatMap(\.rows).filter { wanted.contains($0.path) && $0.path.isOfNote }
    if rows.isEmpty { return showMessage(TableWords.noNote) }
    let values = Set(rows.map { $0.cells[state.focus].text })
    let value = values.count == 1 ? values.first ?? "" : ""
    let title = table.columns[state.focus].title
    wireframe.ask(.value(of: title, value, in: rows.count, isReplaced: !asIs)) {
      [weak self] answer in
      if case .typed(let words) = answer {
        self?.interactor.edit(rows.map(\.path), property, to: words)
      }
    }
  }

  func makeBase() {
    wireframe.ask(.baseName) { [weak self] answer in
      if case .typed(let name) = answer { self?.interactor.makeBase(named: name) }
    }
  }

  func makeNote() {
    guard let base, let shown else { return }
    wireframe.ask(.title) { [weak self] answer in
      guard let self, case .typed(let title) = answer else { return }
      if title.allSatisfy(\.isWhitespace) {
        return showMessage(TableWords.nameIsMissing, isWarning: true)
      }
      interactor.makeNote(titled: title, base.file.seed(for: shown))
    }
  }
}

extension TablePresenter: OwnSubjectReporting {
  package var ownSubject: OwnSubject {
    let paths = marked.isEmpty ? [selectedPath].compactMap(\.self) : marked.sorted()
    let notes = paths.filter(\.isOfNote).map { NoteID($0) }
    return OwnSubject { notes }
  }
}
