import Entities
import Viper

/// Turns commands into use cases and routes, and links into rows.
@MainActor
final class LinksPresenter: ListPresenter {
  weak var view: (any LinksView)? { didSet { view?.show(state) } }

  let interactor: NoteLinksInteractor
  let wireframe: any LinksWireframe
  private let didChange: @MainActor ([NoteID]) -> Void
  var route: RouteHandle?
  var state = LinksState()
  private var layout = LinksLayout()
  var walk = GraphWalk()

  init(
    interactor: NoteLinksInteractor, wireframe: any LinksWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.didChange = didChange
    state.title = interactor.note.path.stem.text
    interactor.output = self
    layOut()
  }

  // MARK: - Rows

  /// Lays out the rows again and keeps the same link of the same section selected.
  private func layOut() {
    let before = layout.isEmpty ? nil : item
    layout.counts = LinkSection.allCases.map { interactor.count(of: $0) }
    state.counts = layout.counts
    state.rowCount = layout.rowCount
    state.select(before.map(layout.row(of:)) ?? 0)
  }

  private var item: LinksLayout.Item { layout.item(ofRow: state.selected ?? 0) }

  private var selectedLink: LinkItem? {
    guard case .link(let index, let section) = item else { return nil }
    return interactor.link(index, of: section)
  }

  private func fold() {
    let section = item.section
    layout.toggle(section)
    state.rowCount = layout.rowCount
    state.select(layout.row(of: .section(section)))
    view?.reloadRows()
  }

  // MARK: - Opening

  private func open(peeking: Bool) {
    guard case .link = item else { return fold() }
    guard let link = selectedLink else { return }
    guard let note = link.note else {
      return showMessage(LinksWords.noNote(link.title))
    }
    let wanted = link.line.map { LinkPosition.line($0) } ?? link.part.map { .part($0) }
    if peeking {
      wireframe.peek(at: note, at: wanted)
    } else {
      wireframe.open(note, at: wanted)
    }
  }

  // MARK: - Changes

  private func makeLink(ofAll: Bool) {
    let count = interactor.count(of: .mentions) ?? 0
    if ofAll {
      if count == 0 { return showMessage(LinksWords.noMentions) }
      return interactor.makeLinks(ofMentions: 0..<count)
    }
    guard case .link(let index, .mentions) = item else {
      return showMessage(LinksWords.selectMention)
    }
    interactor.makeLinks(ofMentions: index..<(index + 1))
  }

  private func makeNote() {
    guard case .link(let index, .broken) = item else {
      return showMessage(LinksWords.selectBroken)
    }
    guard let link = interactor.link(index, of: .broken) else { return }
    if link.isPartMissing {
      return showMessage(LinksWords.partIsMissing(of: link.written))
    }
    guard link.missing != nil else {
      return showMessage(LinksWords.noName(link.written), isWarning: true)
    }
    interactor.makeNote(forBroken: index)
  }
}

extension LinksPresenter: ListPresenting {
  typealias Command = LinksCommand

  func handle(_ command: LinksCommand) {
    state.message = Message()
    switch command {
    case .move(let move):
      let wanted = row(after: move)
      state.select(layout.row(wanted, besideRemarksFrom: state.selected ?? 0))
    case .select(let row): state.select(row)
    case .nextSection:
      if let row = layout.rowOfSection(after: item.section) { state.select(row) }
    case .previousSection: state.select(layout.rowOfSection(before: item))
    case .fold: fold()
    case .open: open(peeking: false)
    case .peek: open(peeking: true)
    case .makeLink: makeLink(ofAll: false)
    case .makeAllLinks: makeLink(ofAll: true)
    case .makeNote: makeNote()
    case .undo: interactor.undo()
    case .showGraph: showGraph()
    case .graph(let command): handle(command)
    case .reload: interactor.load()
    case .close: close()
    }
    view?.show(state)
  }

  func row(at index: Int) -> LinksRow {
    switch layout.item(ofRow: index) {
    case .section(let section):
      return .section(
        name: section.name, count: layout.counts[section.rawValue].map { "\($0)" } ?? "…",
        isFolded: layout.isFolded(section))
    case .remark(let section): return .remark(section.emptyRemark)
    case .link(let index, let section):
      guard let link = interactor.link(index, of: section) else {
        return .remark(LinksWords.changed)
      }
      return .link(LinksRow.Line(link))
    }
  }
}

extension LinksRow.Line {
  init(_ link: LinkItem) {
    title = link.title
    isEmbed = link.isEmbed
    let context = Array(link.context.utf8)
    let written = Array(link.written.utf8)
    let start = context.indices.first { context[$0...].starts(with: written) }
    guard let start, !written.isEmpty else {
      (before, self.link, after) = (link.context, "", "")
      return
    }
    before = String(decoding: context[..<start], as: UTF8.self)
    self.link = link.written
    after = String(decoding: context[(start + written.count)...], as: UTF8.self)
  }
}

extension LinksPresenter: NoteLinksOutput {
  func titleIs(_ title: String) {
    state.title = title
    view?.show(state)
  }

  func notesChanged() { reloadGraph() }

  func linksChanged(in section: LinkSection) {
    layOut()
    view?.reloadRows()
    view?.show(state)
  }

  func did(_ change: LinkChange, changing notes: [NoteID]) {
    showMessage(LinksWords.done(change))
    didChange(notes)
  }

  func nothingToUndo() { showMessage(SharedWords.nothingToUndo) }

  func failed(_ message: String) { showMessage(message, isWarning: true) }
}

extension LinksPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  package func moduleWasRemoved() { interactor.stop() }
}
