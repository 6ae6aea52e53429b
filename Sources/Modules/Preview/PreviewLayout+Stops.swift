import Markdown

/// The stops: links, boxes and the signs of callouts.
extension PreviewLayout {
  /// The most units searched for the next stop.
  private static let farthest = 5_000

  func has(_ stop: PreviewStop) -> Bool {
    stop.index.part < note.parts.count
      && stop.index.unit < note.parts[stop.index.part].units.count
      && !note.isHidden(stop.index) && stops(of: stop.index).contains(stop)
  }

  /// Returns the stops of a unit, in the order of its rows.
  private func stops(of index: UnitIndex) -> [PreviewStop] {
    let unit = note.unit(at: index)
    var stops = unit.task == nil ? [] : [PreviewStop(index: index, link: PreviewStop.box)]
    if unit.canBeFolded { stops.append(PreviewStop(index: index, link: PreviewStop.fold)) }
    guard !unit.links.isEmpty else { return stops }
    // A task's row is one stop: its box opens the note as the link does.
    for run in rows(of: index).flatMap(\.runs)
    where run.link >= 0 && !(unit.task != nil && unit.isOwn(run.link)) {
      let stop = PreviewStop(index: index, link: run.link)
      if !stops.contains(stop) { stops.append(stop) }
    }
    return stops
  }

  /// Returns the first row of a stop.
  func position(of stop: PreviewStop) -> PreviewPosition {
    let row =
      stop.link < 0
      ? note.unit(at: stop.index).emptyRows
      : rows(of: stop.index).firstIndex { $0.runs.contains { $0.link == stop.link } } ?? 0
    return PreviewPosition(index: stop.index, row: row)
  }

  func isInSight(_ stop: PreviewStop, from top: PreviewPosition) -> Bool {
    let position = position(of: stop)
    return position >= top && position <= bottom(from: top)
  }

  func firstInSight(
    from top: PreviewPosition, where isMeant: (PreviewStop) -> Bool
  ) -> PreviewStop? {
    let last = bottom(from: top).index
    var index: UnitIndex? = top.index
    while let here = index, here <= last {
      let found = stops(of: here).first { isMeant($0) && isInSight($0, from: top) }
      if let found { return found }
      index = note.index(after: here)
    }
    return nil
  }

  /// Returns the next stop, or the one before.
  func stop(_ steps: Int, from stop: PreviewStop) -> PreviewStop? {
    let own = stops(of: stop.index)
    if let index = own.firstIndex(of: stop), own.indices.contains(index + steps) {
      return own[index + steps]
    }
    var index = stop.index
    for _ in 0..<Self.farthest {
      guard let other = steps > 0 ? note.index(after: index) : note.index(before: index) else {
        return nil
      }
      let stops = stops(of: other)
      if let found = steps > 0 ? stops.first : stops.last { return found }
      index = other
    }
    return nil
  }

  /// Returns the first stop from the top of the window on; going back, the last visible one.
  func stop(_ steps: Int, fromEdgeAt top: PreviewPosition) -> PreviewStop? {
    let start = steps > 0 ? top : bottom(from: top)
    let found = stops(of: start.index).filter { steps < 0 || position(of: $0) >= start }
    if let stop = steps > 0 ? found.first : found.last { return stop }
    return stop(steps, from: PreviewStop(index: start.index, link: .max))
  }

  /// Returns the stop at a cell of a row.
  func stop(in row: PreviewRow, column: Int) -> PreviewStop? {
    var end = 0
    let run = row.row.runs.first {
      end += $0.width
      return column < end
    }
    guard let run else { return nil }
    let (index, unit) = (row.position.index, note.unit(at: row.position.index))
    if run.link >= 0 { return PreviewStop(index: index, link: run.link) }
    guard row.position.row == unit.emptyRows else { return nil }
    if run.style == .marker, unit.task != nil {
      return PreviewStop(index: index, link: PreviewStop.box)
    }
    let isFold = run.style.contains(.heading) && unit.canBeFolded
    return isFold ? PreviewStop(index: index, link: PreviewStop.fold) : nil
  }

  /// Returns whether a run belongs to the selected stop.
  func isPart(_ run: RenderedRow.Run, of stop: PreviewStop?, in row: PreviewRow) -> Bool {
    guard let stop, stop.index == row.position.index else { return false }
    if stop.link >= 0 { return run.link == stop.link }
    guard row.position.row == note.unit(at: stop.index).emptyRows else { return false }
    return stop.link == PreviewStop.box ? run.style == .marker : run.style.contains(.heading)
  }
}
