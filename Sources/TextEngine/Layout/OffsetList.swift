import Bytes

/// An element with an offset that moves with the text.
protocol Positioned {
  var offset: Int { get set }
}

/// Elements at offsets of a text, in order. An edit costs only the elements between it and the
/// previous edit: offsets after the last edit count from the end of the text.
struct OffsetList<Element: Positioned> {
  /// Elements after the split have offsets from the end: use only where offsets do not matter.
  private(set) var items: [Element] = []
  /// The number of elements that count from the start.
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

  /// Returns the number of elements before an offset.
  func count(before offset: Int) -> Int {
    indices.partitionPoint { self.offset(at: $0) >= offset }
  }

  /// Returns the number of elements at or before an offset.
  func count(upTo offset: Int) -> Int { count(before: offset + 1) }

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

  /// Moves all elements through a replacement. Those inside the removed bytes are dropped and those
  /// at the borders stay; inserted bytes go after an element at the offset. Returns the index after
  /// the elements up to the offset.
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
