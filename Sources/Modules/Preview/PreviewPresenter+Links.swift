import Entities
import Markdown
import Viper

/// Links and boxes: walked, opened, ticked.
extension PreviewPresenter {
  /// Units that are looked through for the next one.
  private static let farthest = 5_000

  func walk(_ steps: Int) -> Bool {
    guard let text, let view else { return false }
    let following = state.selected.flatMap { isInSight($0) ? next($0, steps, text.note) : nil }
    let isLeaving = state.selected.map(isInSight) == true
    let found = following ?? (isLeaving ? nil : edge(steps, text.note, view))
    guard let found else {
      state.selected = nil
      view.show(state)
      return false
    }
    state.selected = found
    reveal(found)
    return true
  }

  func isThere(_ stop: PreviewStop, in note: RenderedNote) -> Bool {
    stop.place.part < note.parts.count
      && stop.place.unit < note.parts[stop.place.part].units.count
      && !note.isHidden(stop.place) && stops(of: stop.place, in: note).contains(stop)
  }

  /// What a unit has, in the order of its rows.
  func stops(of place: UnitPlace, in note: RenderedNote) -> [PreviewStop] {
    let unit = note.unit(at: place)
    var stops = unit.task == nil ? [] : [PreviewStop(place: place, link: PreviewStop.box)]
    if unit.canBeFolded { stops.append(PreviewStop(place: place, link: PreviewStop.fold)) }
    guard !unit.links.isEmpty else { return stops }
    for row in view?.rows(of: place) ?? [] {
      for run in row.runs where run.link >= 0 {
        let stop = PreviewStop(place: place, link: run.link)
        if !stops.contains(stop) { stops.append(stop) }
      }
    }
    return stops
  }

  private func next(_ stop: PreviewStop, _ steps: Int, _ note: RenderedNote) -> PreviewStop? {
    let own = stops(of: stop.place, in: note)
    if let index = own.firstIndex(of: stop), own.indices.contains(index + steps) {
      return own[index + steps]
    }
    var place = stop.place
    for _ in 0..<Self.farthest {
      guard let other = steps > 0 ? note.place(after: place) : note.place(before: place) else {
        return nil
      }
      let stops = stops(of: other, in: note)
      if let found = steps > 0 ? stops.first : stops.last { return found }
      place = other
    }
    return nil
  }

  /// The first one from the top of the window on; going back, the last one in sight.
  private func edge(
    _ steps: Int, _ note: RenderedNote, _ view: any PreviewView
  ) -> PreviewStop? {
    let start =
      steps > 0 ? state.top : advance(state.top, by: max(0, view.visibleRows - 1))
    let here = stops(of: start.place, in: note)
    let found = here.filter { steps < 0 || row(of: $0) >= start.row }
    if let stop = steps > 0 ? found.first : found.last { return stop }
    return next(PreviewStop(place: start.place, link: .max), steps, note)
  }

  private func row(of stop: PreviewStop) -> Int {
    let rows = view?.rows(of: stop.place) ?? []
    if stop.link < 0 { return text?.note.unit(at: stop.place).emptyRows ?? 0 }
    return rows.firstIndex { $0.runs.contains { $0.link == stop.link } } ?? 0
  }

  func isInSight(_ stop: PreviewStop) -> Bool {
    let position = PreviewPosition(place: stop.place, row: row(of: stop))
    let last = advance(state.top, by: max(0, (view?.visibleRows ?? 1) - 1))
    return position >= state.top && position <= last
  }

  private func reveal(_ stop: PreviewStop) {
    let position = PreviewPosition(place: stop.place, row: row(of: stop))
    let rows = view?.visibleRows ?? 1
    if position < state.top {
      state.top = position
    } else if position > advance(state.top, by: max(0, rows - 1)) {
      state.top = advance(position, by: 1 - rows)
    }
    view?.show(state)
  }

  func press(_ stop: PreviewStop) {
    state.selected = stop
    _ = open()
  }

  // MARK: - Opening

  func open() -> Bool {
    guard let text, let stop = state.selected else { return false }
    if stop.link == PreviewStop.box {
      toggle()
      return true
    }
    if stop.link == PreviewStop.fold {
      fold()
      return true
    }
    let links = text.note.unit(at: stop.place).links
    guard links.indices.contains(stop.link) else { return false }
    open(links[stop.link])
    return true
  }

  private func open(_ link: RenderedLink) {
    guard let text else { return }
    switch LinkPlace(link) {
    case .line(let line): go(toLine: line)
    case .part(let part): interactor.find(part, in: text)
    case .place(let place):
      guard let wireframe else { return showMessage(place) }
      wireframe.open(place: place, makingIn: link.kind == .wiki ? nil : note?.path.folder)
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
    guard let note else { return showMessage("This text is being written: tick the box there.") }
    guard let place = boxToToggle(in: text.note) else { return showMessage("No box is in sight.") }
    guard let byte = text.note.taskByte(of: place) else {
      return showMessage("This box is another note's: open that one to tick it.")
    }
    interactor.toggle(byte, of: note)
  }

  /// The selected one, else the first in sight.
  private func boxToToggle(in note: RenderedNote) -> UnitPlace? {
    place(of: PreviewStop.box, in: note) { $0.task != nil }
  }

  private func place(
    of link: Int, in note: RenderedNote, where isThere: (RenderedUnit) -> Bool
  ) -> UnitPlace? {
    if let stop = state.selected, isThere(note.unit(at: stop.place)) { return stop.place }
    let last = advance(state.top, by: max(0, (view?.visibleRows ?? 1) - 1)).place
    var place: UnitPlace? = state.top.place
    while let here = place, here <= last {
      if isThere(note.unit(at: here)), isInSight(PreviewStop(place: here, link: link)) {
        return here
      }
      place = note.place(after: here)
    }
    return nil
  }

  // MARK: - Callouts

  /// Folds the selected callout, else the first in sight, or opens it.
  func fold() {
    guard let text else { return }
    let place = place(of: PreviewStop.fold, in: text.note, where: \.canBeFolded)
    guard let place, let turned = text.note.turning(place) else {
      return showMessage("No callout that can be folded is in sight.")
    }
    self.text = text.with(turned)
    state.selected = PreviewStop(place: place, link: PreviewStop.fold)
    view?.reloadRows()
    // What was first may be hidden, and fewer rows be left than the window has room for.
    move(to: min(kept(state.top, in: turned), lastPosition))
  }
}
