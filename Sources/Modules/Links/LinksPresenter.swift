import Entities
import Services
import Viper

/// Turns commands into use cases and routes, and what the interactor holds into rows.
@MainActor
final class LinksPresenter: ListPresenter {
  weak var view: (any LinksView)? { didSet { view?.show(state) } }

  let interactor: any NoteLinksInteracting
  let wireframe: any LinksWireframe
  private let didChange: @MainActor ([NoteID]) -> Void
  var route: RouteHandle?
  var state = LinksState()
  private var layout = LinksLayout()
  var walk = GraphWalk()

  init(
    interactor: any NoteLinksInteracting, wireframe: any LinksWireframe,
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

  /// The rows again, with the cursor where it was: at the same link of the same section.
  private func layOut() {
    let before = layout.isEmpty ? nil : place
    layout.counts = LinkSection.allCases.map { interactor.count(of: $0) }
    state.counts = layout.counts
    state.rowCount = layout.rowCount
    state.select(before.map(layout.row(of:)) ?? 0)
  }

  private var place: LinksLayout.Place { layout.place(ofRow: state.selected ?? 0) }

  private var selectedLink: LinkItem? {
    guard case .link(let index, let section) = place else { return nil }
    return interactor.link(index, of: section)
  }

  private func fold() {
    let section = place.section
    layout.toggle(section)
    state.rowCount = layout.rowCount
    state.select(layout.row(of: .section(section)))
    view?.reloadRows()
  }

  // MARK: - Opening

  private func open(peeking: Bool) {
    guard case .link = place else { return fold() }
    guard let link = selectedLink else { return }
    guard let note = link.note else {
      return showMessage("“\(link.title)” is no note: it cannot be opened here.")
    }
    let wanted = link.line.map { LinkPosition.line($0) } ?? link.part.map { .part($0) }
    if peeking {
      wireframe.peek(at: note, at: wanted)
    } else {
      wireframe.open(note, at: wanted)
    }
  }

  // MARK: - Changing

  private func makeLink(ofAll: Bool) {
    let count = interactor.count(of: .mentions) ?? 0
    if ofAll {
      if count == 0 { return showMessage("No note mentions this one without a link.") }
      return interactor.makeLinks(ofMentions: 0..<count)
    }
    guard case .link(let index, .mentions) = place else {
      return showMessage("Select a mention: c makes it a link. C makes links of all.")
    }
    interactor.makeLinks(ofMentions: index..<(index + 1))
  }

  private func makeNote() {
    guard case .link(let index, .broken) = place else {
      return showMessage("Select a link that leads nowhere: n makes its note.")
    }
    guard let link = interactor.link(index, of: .broken) else { return }
    if link.isPartMissing {
      return showMessage("The note of “\(link.written)” exists, but not that heading or block.")
    }
    guard link.missing != nil else {
      return showMessage(
        "“\(link.written)” names nothing that a note can be called.", isWarning: true)
    }
    interactor.makeNote(forBroken: index)
  }
}

extension LinksPresenter: ListPresenting {
  typealias Command = LinksCommand

  func handle(_ command: LinksCommand) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let row): state.select(row)
    case .nextSection:
      if let row = layout.rowOfSection(after: place.section) { state.select(row) }
    case .previousSection: state.select(layout.rowOfSection(before: place))
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
}

extension LinksPresenter {
  func row(at index: Int) -> LinksRow {
    switch layout.place(ofRow: index) {
    case .section(let section):
      return .section(
        name: section.name, count: layout.counts[section.rawValue].map { "\($0)" } ?? "…",
        isFolded: layout.isFolded(section))
    case .remark(let section): return .remark(section.emptyRemark)
    case .link(let index, let section):
      guard let link = interactor.link(index, of: section) else { return .remark("changed…") }
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

  func linksChanged(in section: LinkSection) {
    layOut()
    view?.reloadRows()
    view?.show(state)
  }

  func did(_ deed: LinkDeed, changing notes: [NoteID]) {
    showMessage(deed.message)
    didChange(notes)
  }

  func nothingToUndo() { showMessage("Nothing to undo.") }

  func failed(_ message: String) { showMessage(message, isWarning: true) }
}

extension LinkDeed {
  fileprivate var message: String {
    switch self {
    case .linked(0, _): "Nothing was changed: the text says it no longer, or links it by now."
    case .linked(1, _): "The mention is a link now. Press u to undo."
    case .linked(let mentions, 1): "\(mentions) mentions in 1 note are links now. Press u to undo."
    case .linked(let mentions, let notes):
      "\(mentions) mentions in \(notes) notes are links now. Press u to undo."
    case .made(let note): "Made \(note.path.text). Press u to undo."
    case .unlinked(1): "The text of 1 note is as it was."
    case .unlinked(let notes): "The texts of \(notes) notes are as they were."
    case .unmade(let note): "\(note.path.text) is in the trash."
    }
  }
}

extension LinksPresenter: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) {
    interactor.notesChangedOutside()
    reloadGraph()
  }
}

extension LinksPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  package func moduleWasRemoved() { interactor.stop() }
}
