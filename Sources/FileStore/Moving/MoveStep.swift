import Entities

/// One call of the system on the way of several notes to their new names.
enum MoveStep: Equatable, Sendable {
  /// To a name that is free by then.
  case rename(from: NotePath, to: NotePath)
  /// Both names are taken by notes that move.
  case exchange(NotePath, NotePath)

  /// An order in which no note ever stands in another's way: who leaves a name goes before who takes
  /// it, and those that go round in a circle change places two by two.
  static func steps(_ moves: [NoteMove]) -> [MoveStep] {
    var targets: [NotePath: NotePath] = [:]
    var arriving: [NotePath: NotePath] = [:]
    for move in moves where move.from != move.to {
      targets[move.from.path] = move.to.path
      arriving[move.to.path] = move.from.path
    }
    var steps: [MoveStep] = []
    for move in moves where targets[move.to.path] == nil {
      // A free end: it goes, then whoever wants the place that it leaves, and so on.
      var next: NotePath? = move.from.path
      while let from = next, let to = targets.removeValue(forKey: from) {
        steps.append(.rename(from: from, to: to))
        next = arriving[from]
      }
    }
    for move in moves {
      let start = move.from.path
      var next = targets.removeValue(forKey: start)
      while let place = next, place != start {
        steps.append(.exchange(start, place))
        next = targets.removeValue(forKey: place)
      }
    }
    return steps
  }

  var names: [NotePath] {
    switch self {
    case .rename(let from, let to): [from, to]
    case .exchange(let one, let other): [one, other]
    }
  }

  /// What stands where once the step is done.
  func apply<Note>(to places: inout [NotePath: Note]) {
    switch self {
    case .rename(let from, let to): places[to] = places.removeValue(forKey: from)
    case .exchange(let one, let other): (places[one], places[other]) = (places[other], places[one])
    }
  }

  /// How many of the steps are done, judged by which note stands under which name. A name under
  /// which something unknown stands, because another program wrote there, tells nothing; the others
  /// still do.
  static func done(
    of steps: [MoveStep], starting places: [NotePath: Int], now: (NotePath) -> Occupant
  ) -> Int {
    var expected = places
    var actual: [NotePath: Occupant] = [:]
    for name in steps.flatMap(\.names) where actual[name] == nil { actual[name] = now(name) }
    let agrees = { (name: NotePath) -> Int in
      let occupant = expected[name].map { Occupant.note($0) } ?? .nobody
      return actual[name] == occupant ? 1 : 0
    }
    // Only what a step touches can change the count.
    var score = 0
    var best = (count: 0, score: 0)
    for (index, step) in steps.enumerated() {
      score -= step.names.map(agrees).reduce(0, +)
      step.apply(to: &expected)
      score += step.names.map(agrees).reduce(0, +)
      if score > best.score { best = (index + 1, score) }
    }
    return best.count
  }

  /// Who stands under a name.
  enum Occupant: Equatable {
    case nobody
    /// The note of this number among those that move.
    case note(Int)
    case stranger
  }
}
