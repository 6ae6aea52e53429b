import Entities
import Markdown
import VaultSettings
import Viper

/// Selecting, opening and ticking links and boxes.
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
    let unit = text.note.unit(at: stop.index)
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
    case .address(let address):
      guard let wireframe else { return showMessage(address) }
      let home = note.map { LinkHome(note: $0, isMarkdown: link.kind != .wiki) }
      wireframe.follow(link: address, in: home)
    case .outside(let address):
      guard let wireframe else { return showMessage(PreviewWords.isOutside(address)) }
      wireframe.open(address: address)
    case .nowhere: showMessage(PreviewWords.noTarget)
    }
    view?.show(state)
  }

  /// Takes one step back; returns false if nothing was open and the preview has no holder.
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
    let index = unit(with: PreviewStop.box, where: { $0.task != nil })
    if let index, let row = text.note.unit(at: index).origin { return interactor.toggle(row) }
    guard let note else { return showMessage(PreviewWords.tickWhereWritten) }
    guard let index else { return showMessage(PreviewWords.noTask) }
    guard let byte = text.note.taskByte(of: index) else {
      return showMessage(PreviewWords.boxOfOtherNote)
    }
    interactor.toggle(byte, of: note)
  }

  /// Returns the selected unit, else the first visible one.
  private func unit(with link: Int, where isMeant: (RenderedUnit) -> Bool) -> UnitIndex? {
    guard let layout else { return nil }
    if let stop = state.selected, isMeant(layout.note.unit(at: stop.index)) { return stop.index }
    return layout.firstInSight(from: state.top) { $0.link == link }?.index
  }

  // MARK: - Callouts

  /// Folds or unfolds the selected callout, else the first visible one.
  func fold() {
    guard let text else { return }
    let index = unit(with: PreviewStop.fold, where: \.canBeFolded)
    guard let index, let turned = text.note.turning(index) else {
      return showMessage(PreviewWords.noCallout)
    }
    layOut(text.with(turned))
    state.selected = PreviewStop(index: index, link: PreviewStop.fold)
    // The top row may be hidden now, or fewer rows may be left than fit the window.
    if let layout { move(to: min(layout.nearest(to: state.top), layout.lastTop)) }
  }
}

extension RenderedUnit {
  /// Returns whether a link in an answer's row points to the note that the row comes from.
  func isOwn(_ link: Int) -> Bool {
    guard let origin, links.indices.contains(link) else { return false }
    return links[link] == RenderedLink(.markdown, origin.address)
  }
}
