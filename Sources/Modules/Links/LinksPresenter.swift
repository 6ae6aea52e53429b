import Entities
import Services
import Viper

/// Turns commands into use cases and routes, and what the interactor holds into rows.
@MainActor
final class LinksPresenter {
  weak var view: (any LinksView)? { didSet { view?.show(state) } }

  let interactor: any NoteLinksInteracting
  let wireframe: any LinksWireframe
  private weak var output: (any LinksOutput)?
  private var route: RouteHandle?
  var state = LinksState()
  private var layout = LinksLayout()
  var walk = GraphWalk()

  init(
    interactor: any NoteLinksInteracting, wireframe: any LinksWireframe, output: (any LinksOutput)?
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.output = output
    state.title = interactor.note.path.stem.text
    interactor.output = self
    layOut()
  }

  func say(_ message: String, warning: Bool = false) {
    state.message = message
    state.isWarning = warning
    view?.show(state)
  }

  // MARK: - Rows

  /// The rows anew, with the cursor where it was: at the same link of the same section.
  private func layOut() {
    let before = layout.isEmpty ? nil : layout.place(ofRow: state.selected)
    layout.counts = LinkSection.allCases.map { interactor.count(of: $0) }
    state.counts = layout.counts
    state.rowCount = layout.rowCount
    select(before.map(layout.row(of:)) ?? 0)
  }

  private func select(_ row: Int) {
    state.selected = min(max(0, row), layout.rowCount - 1)
  }

  private var place: LinksLayout.Place { layout.place(ofRow: state.selected) }

  private var selectedLink: LinkItem? {
    guard case .link(let index, let section) = place else { return nil }
    return interactor.link(index, of: section)
  }

  private func fold() {
    let section = place.section
    layout.toggle(section)
    state.rowCount = layout.rowCount
    select(layout.row(of: .section(section)))
    view?.reloadRows()
  }

  // MARK: - Opening

  private func open(peeking: Bool) {
    guard case .link = place else { return fold() }
    guard let link = selectedLink else { return }
    guard let note = link.note else {
      return say("“\(link.title)” is no note: it cannot be opened here.")
    }
    let wanted = link.line.map { LinkPlace.line($0) } ?? link.part.map { .part($0) }
    if peeking {
      wireframe.peek(at: note, at: wanted)
    } else {
      wireframe.open(note, at: wanted)
    }
  }

  private func close() {
    if let error = route?.close() { say(error.message, warning: true) }
  }

  // MARK: - Changing

  private func makeLink(ofAll: Bool) {
    let count = interactor.count(of: .mentions) ?? 0
    if ofAll {
      if count == 0 { return say("Nobody speaks of this note without linking it.") }
      return interactor.makeLinks(ofMentions: 0..<count)
    }
    guard case .link(let index, .mentions) = place else {
      return say("Select a mention: c makes it a link. C makes links of all.")
    }
    interactor.makeLinks(ofMentions: index..<(index + 1))
  }

  private func makeNote() {
    guard case .link(let index, .broken) = place else {
      return say("Select a link that leads nowhere: n makes its note.")
    }
    guard let link = interactor.link(index, of: .broken) else { return }
    if link.isPartMissing {
      return say("The note of “\(link.written)” is there, but not that part of it.")
    }
    guard link.missing != nil else {
      return say("“\(link.written)” names nothing that a note can be called.", warning: true)
    }
    interactor.makeNote(forBroken: index)
  }
}

extension LinksPresenter: ListPresenting {
  typealias Command = LinksCommand

  func handle(_ command: LinksCommand) {
    state.message = ""
    state.isWarning = false
    switch command {
    case .move(let rows): select(state.selected + rows)
    case .page(let pages):
      select(state.selected + pages * max(1, (view?.visibleRows ?? 1) - 1))
    case .first: select(0)
    case .last: select(layout.rowCount - 1)
    case .select(let row): select(row)
    case .nextSection: select(layout.rowOfSection(after: place.section) ?? state.selected)
    case .previousSection: select(layout.rowOfSection(before: place))
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
    say(deed.message)
    output?.linksDidChange(notes)
  }

  func nothingToUndo() { say("Nothing to undo.") }

  func failed(_ message: String) { say(message, warning: true) }
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

extension LinksPresenter: LinksInput {
  package func notesChangedOutside() {
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
