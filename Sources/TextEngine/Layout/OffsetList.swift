/// Something at an offset that moves with the text.
protocol Positioned {
  var offset: Int { get set }
}

/// Things at offsets of a text, in order. An edit costs what lies between it and the edit before,
/// however many there are: those behind the last edit count their offsets from the text's end.
struct OffsetList<Element: Positioned> {
  /// Those behind the split have offsets from the end: for questions about many that need no offset.
  private(set) var items: [Element] = []
  /// How many count from the start.
  private var split = 0
  private(set) var byteCount: Int

  init(byteCount: Int = 0) { self.byteCount = byteCount }

  var count: Int { items.count }
  var isEmpty: Bool { items.isEmpty }
  var indices: Range<Int> { items.indices }

  subscript(index: Int) -> Element {
    get {
      var item = items[index]
      if index >= split { item.offset += byteCount }
      return item
    }
    set {
      items[index] = newValue
      if index >= split { items[index].offset -= byteCount }
    }
  }

  func offset(at index: Int) -> Int {
    index < split ? items[index].offset : items[index].offset + byteCount
  }

  /// How many are before an offset.
  func count(before offset: Int) -> Int { lowerBound { $0 < offset } }

  /// How many are at an offset or before it.
  func count(upTo offset: Int) -> Int { lowerBound { $0 <= offset } }

  private func lowerBound(_ isBefore: (Int) -> Bool) -> Int {
    items.indices.leadingCount { isBefore(offset(at: $0)) }
  }

  mutating func insert(_ item: Element, at index: Int) {
    var item = item
    if index <= split { split += 1 } else { item.offset -= byteCount }
    items.insert(item, at: index)
  }

  mutating func remove(_ range: Range<Int>) {
    if range.isEmpty { return }
    items.removeSubrange(range)
    split -= range.clamped(to: 0..<split).count
  }

  mutating func remove(at index: Int) { remove(index..<index + 1) }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    for index in items.indices.reversed() where isUnwanted(self[index]) { remove(at: index) }
  }

  mutating func removeAll(for byteCount: Int) {
    items.removeAll(keepingCapacity: true)
    split = 0
    self.byteCount = byteCount
  }

  /// Moves all through a replacement. Items inside of the removed bytes are dropped, and the index where
  /// they were is answered; those at its borders stay. What comes in goes behind an item at its offset.
  @discardableResult
  mutating func replace(at offset: Int, removing removed: Int, inserting inserted: Int) -> Int {
    let low = count(upTo: offset)
    if removed > 0 { remove(low..<max(low, count(before: offset + removed))) }
    moveSplit(to: low)
    byteCount += inserted - removed
    return low
  }

  private mutating func moveSplit(to index: Int) {
    while split < index {
      items[split].offset += byteCount
      split += 1
    }
    while split > index {
      split -= 1
      items[split].offset -= byteCount
    }
  }
}

extension OffsetList: Sendable where Element: Sendable {}
