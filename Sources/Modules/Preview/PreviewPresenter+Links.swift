import Entities
import Markdown
import VaultSettings
import Viper

/// Links and boxes: walked, opened, ticked.
extension PreviewPresenter {
  func walk(_ steps: Int) -> Bool {
    guard let layout else { return false }
    let selected = state.selected.flatMap { layout.isInSight($0, from: state.top) ? $0 : nil }
    state.selected =
      if let selected { layout.stop(steps, from: selected) } else {
        layout.stop(steps, fromEdgeAt: state.top)
      }
    if let found = state.selected {
      let position = layout.position(of: found)
      if position < state.top {
        state.top = position
      } else if position > layout.bottom(from: state.top) {
        state.top = layout.advance(position, by: 1 - max(1, room.rows))
      }
    }
    view?.show(state)
    return state.selected != nil
  }

  func press(_ stop: PreviewStop) {
    state.selected = stop
    if stop.link == PreviewStop.box { toggle() } else { _ = open() }
  }

  // MARK: - Opening

  func open() -> Bool {
    guard let text, let stop = state.selected else { return false }
    let unit = text.note.unit(at: stop.place)
    if let row = unit.origin, let wireframe, stop.link == PreviewStop.box || unit.isOwn(stop.link) {
      wireframe.open(row.note, atLine: row.line)
      return true
    }
    if stop.link == PreviewStop.box {
      toggle()
      return true
    }
    if stop.link == PreviewStop.fold {
      fold()
      return true
    }
    let links = unit.links
    guard links.indices.contains(stop.link) else { return false }
    open(links[stop.link])
    return true
  }

  private func open(_ link: RenderedLink) {
    guard let text else { return }
    switch LinkPosition(link) {
    case .line(let line): go(toLine: line)
    case .part(let part): interactor.find(part, in: text)
    case .place(let place):
      guard let wireframe else { return showMessage(place) }
      let home = note.map { LinkHome(note: $0, isMarkdown: link.kind != .wiki) }
      wireframe.open(place: place, in: home)
    case .outside(let address):
      guard let wireframe else { return showMessage("\(address) is outside of the vault.") }
      wireframe.open(address: address)
    case .nowhere: showMessage("This link says nothing.")
    }
    view?.show(state)
  }

  /// False where nothing was open here and nobody holds the preview.
  func leave() -> Bool {
    if state.selected != nil {
      state.selected = nil
      view?.show(state)
      return true
    }
    return wireframe?.leave() ?? false
  }

  // MARK: - Boxes

  func toggle() {
    guard let text else { return }
    let place = unit(with: PreviewStop.box, where: { $0.task != nil })
    if let place, let row = text.note.unit(at: place).origin { return interactor.toggle(row) }
    guard let note else { return showMessage("This text is being written: tick the box there.") }
    guard let place else { return showMessage("No task is on the screen.") }
    guard let byte = text.note.taskByte(of: place) else {
      return showMessage("This box is another note's: open that one to tick it.")
    }
    interactor.toggle(byte, of: note)
  }

  /// The selected one, else the first on the screen.
  private func unit(with link: Int, where isMeant: (RenderedUnit) -> Bool) -> UnitIndex? {
    guard let layout else { return nil }
    if let stop = state.selected, isMeant(layout.note.unit(at: stop.place)) { return stop.place }
    return layout.firstInSight(from: state.top) { $0.link == link }?.place
  }

  // MARK: - Callouts

  /// Folds the selected callout, else the first on the screen, or opens it.
  func fold() {
    guard let text else { return }
    let place = unit(with: PreviewStop.fold, where: \.canBeFolded)
    guard let place, let turned = text.note.turning(place) else {
      return showMessage("No callout on the screen can be folded.")
    }
    layOut(text.with(turned))
    state.selected = PreviewStop(place: place, link: PreviewStop.fold)
    // What was first may be hidden, and fewer rows be left than the window has room for.
    if let layout { move(to: min(layout.nearest(to: state.top), layout.lastTop)) }
  }
}

extension RenderedUnit {
  /// Whether a link of an answer's row leads to the note that the row comes from.
  func isOwn(_ link: Int) -> Bool {
    guard let origin, links.indices.contains(link) else { return false }
    return links[link] == RenderedLink(.markdown, origin.address)
  }
}
