/// The best of many hits, in their order.
struct TopHits: Sendable {
  private(set) var all: [FuzzyHit] = []
  private let most: Int

  init(most: Int) {
    self.most = most
  }

  mutating func add(_ hit: FuzzyHit) {
    if all.count >= most, let worst = all.last, worst.comesBefore(hit) { return }
    all.insert(hit, at: all.firstIndex { hit.comesBefore($0) } ?? all.count)
    if all.count > most { all.removeLast() }
  }
}
