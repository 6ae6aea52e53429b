/// Something that stands at a place and moves with the text.
protocol Positioned {
  var place: Int { get set }
}

/// Things at places of a text, in order. An edit costs what lies between it and the edit before,
/// however many there are: those behind the last edit count their places from the text's end.
struct OffsetList<Element: Positioned> {
  /// Those behind the split at places from the end: for what is asked of many, and is no place.
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
      if index >= split { item.place += byteCount }
      return item
    }
    set {
      items[index] = newValue
      if index >= split { items[index].place -= byteCount }
    }
  }

  func place(at index: Int) -> Int {
    index < split ? items[index].place : items[index].place + byteCount
  }

  /// How many stand before a place.
  func count(before place: Int) -> Int { lowerBound { $0 < place } }

  /// How many stand at a place or before it.
  func count(upTo place: Int) -> Int { lowerBound { $0 <= place } }

  private func lowerBound(_ isBefore: (Int) -> Bool) -> Int {
    items.indices.leadingCount { isBefore(place(at: $0)) }
  }

  mutating func insert(_ item: Element, at index: Int) {
    var item = item
    if index <= split { split += 1 } else { item.place -= byteCount }
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

  /// Moves all through a replacement. What stands inside of what goes is dropped, and answered as the
  /// index where it was; its borders stay borders. What comes in goes behind what stands there.
  @discardableResult
  mutating func replace(at place: Int, removing removed: Int, inserting inserted: Int) -> Int {
    let low = count(upTo: place)
    if removed > 0 { remove(low..<max(low, count(before: place + removed))) }
    moveSplit(to: low)
    byteCount += inserted - removed
    return low
  }

  private mutating func moveSplit(to index: Int) {
    while split < index {
      items[split].place += byteCount
      split += 1
    }
    while split > index {
      split -= 1
      items[split].place -= byteCount
    }
  }
}

extension OffsetList: Sendable where Element: Sendable {}
