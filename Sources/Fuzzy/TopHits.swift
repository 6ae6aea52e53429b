/// The best of many hits: a heap with the worst of them on top.
struct TopHits: Sendable {
  private(set) var all: [FuzzyHit] = []
  private let most: Int

  init(most: Int) {
    self.most = most
  }

  /// Whether a hit of no more than this score can change nothing. They must come in their order, so
  /// that of equal ones the earlier stays.
  func isBeyond(_ score: Int32) -> Bool {
    all.count >= most && (all.first.map { score <= $0.score } ?? true)
  }

  mutating func add(_ hit: FuzzyHit) {
    if all.count < most {
      all.append(hit)
      rise(from: all.count - 1)
    } else if let worst = all.first, hit.comesBefore(worst) {
      all[0] = hit
      sink()
    }
  }

  private mutating func rise(from index: Int) {
    var index = index
    while index > 0 {
      let parent = (index - 1) / 2
      guard all[parent].comesBefore(all[index]) else { return }
      all.swapAt(parent, index)
      index = parent
    }
  }

  private mutating func sink() {
    var index = 0
    while true {
      var worst = index
      for child in [2 * index + 1, 2 * index + 2] where child < all.count {
        if all[worst].comesBefore(all[child]) { worst = child }
      }
      if worst == index { return }
      all.swapAt(worst, index)
      index = worst
    }
  }
}
