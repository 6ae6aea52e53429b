import Entities
import Viper

/// The state of a walk through the graph.
struct GraphWalk {
  /// The neighbors of the middle note; nil while they load.
  var around: NoteNeighbors?
  /// The neighbors of selected notes, as far as they were loaded.
  var known: [NoteID: NoteNeighbors] = [:]
  /// The earlier middle notes, the last at the end.
  var trail: [NoteID] = []
  var wanted: NoteID?
  var selected = LinkGraph.Node.middle

  var selectedNote: NoteID? {
    guard let around else { return nil }
    switch selected {
    case .middle: return around.note
    case .left(let index): return Self.note(index, of: around.incoming)
    case .right(let index): return Self.note(index, of: around.outgoing)
    }
  }

  private static func note(_ index: Int, of side: NoteNeighbors.Side) -> NoteID? {
    side.notes.indices.contains(index) ? side.notes[index].note : nil
  }
}

/// The graph: a note's neighbors, walked with arrow keys.
extension LinksPresenter {
  func showGraph() {
    walk = GraphWalk()
    var graph = LinkGraph()
    graph.middle = state.title
    state.graph = graph
    center(interactor.note)
  }

  func reloadGraph() {
    guard state.graph != nil, let note = walk.around?.note ?? walk.wanted else { return }
    walk.known = [:]
    walk.wanted = note
    interactor.loadNeighbors(of: note)
  }

  private func center(_ note: NoteID) {
    walk.wanted = note
    walk.selected = .middle
    interactor.loadNeighbors(of: note)
  }

  func handle(_ command: GraphCommand) {
    switch command {
    case .up: walkAlong(-1)
    case .down: walkAlong(1)
    case .left: walkAcross(towardsLeft: true)
    case .right: walkAcross(towardsLeft: false)
    case .select(let node): walk.selected = node
    case .center:
      guard let note = walk.selectedNote, let middle = walk.around?.note, note != middle else {
        break
      }
      walk.trail.append(middle)
      return center(note)
    case .goBack:
      guard let note = walk.trail.popLast() else {
        return showMessage(LinksWords.isStart)
      }
      return center(note)
    case .open: if let note = walk.selectedNote { wireframe.open(note, at: nil) }
    case .peek: if let note = walk.selectedNote { wireframe.peek(at: note, at: nil) }
    case .close:
      state.graph = nil
      view?.reloadRows()
      return
    }
    showWalk()
  }

  /// Moves along one side, and past its end through the middle to the other side: a narrow window
  /// shows them all in one column.
  private func walkAlong(_ step: Int) {
    guard let around = walk.around else { return }
    let (left, right) = (around.incoming.notes.count, around.outgoing.notes.count)
    let now =
      switch walk.selected {
      case .left(let index): index
      case .middle: left
      case .right(let index): left + 1 + index
      }
    let next = min(max(0, now + step), left + right)
    walk.selected =
      next < left ? .left(next) : next == left ? .middle : .right(next - left - 1)
  }

  private func walkAcross(towardsLeft: Bool) {
    guard let around = walk.around else { return }
    switch (walk.selected, towardsLeft) {
    case (.middle, true) where !around.incoming.notes.isEmpty:
      walk.selected = .left(0)
    case (.middle, false) where !around.outgoing.notes.isEmpty:
      walk.selected = .right(0)
    case (.left, false), (.right, true): walk.selected = .middle
    default: break
    }
  }

  func neighborsFound(_ neighbors: NoteNeighbors) {
    guard state.graph != nil else { return }
    if neighbors.note == walk.wanted {
      let isSame = walk.around?.note == neighbors.note
      walk.wanted = nil
      walk.around = neighbors
      if !isSame { walk.selected = .middle }
      keepSelectionInside()
    } else {
      walk.known[neighbors.note] = neighbors
    }
    showWalk()
  }

  private func keepSelectionInside() {
    guard let around = walk.around else { return }
    switch walk.selected {
    case .left(let index) where index >= around.incoming.notes.count,
      .right(let index) where index >= around.outgoing.notes.count:
      walk.selected = .middle
    default: break
    }
  }

  private func showWalk() {
    guard let around = walk.around else { return }
    var graph = LinkGraph()
    graph.isLoading = walk.wanted != nil
    graph.middle = around.title
    graph.left = LinkGraph.Side(around.incoming)
    graph.right = LinkGraph.Side(around.outgoing)
    graph.selected = walk.selected
    graph.beyond = beyond
    state.graph = graph
    view?.show(state)
  }

  /// The neighbors of the selected note: on the left those that link to it, on the right its
  /// targets.
  private var beyond: LinkGraph.Side? {
    guard walk.selected != .middle, let note = walk.selectedNote else { return nil }
    guard let known = walk.known[note] else {
      if walk.known.count > 500 { walk.known = [:] }
      interactor.loadNeighbors(of: note)
      return nil
    }
    if case .left = walk.selected { return LinkGraph.Side(known.incoming) }
    return LinkGraph.Side(known.outgoing)
  }
}

extension LinkGraph.Side {
  fileprivate init(_ side: NoteNeighbors.Side) {
    titles = side.notes.map(\.title)
    more = side.more
  }
}
