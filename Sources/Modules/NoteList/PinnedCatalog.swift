import Entities
import Services

/// A catalog with a few of its notes before all others; among themselves they keep their order.
final class PinnedCatalog: NoteCatalog {
  private let base: any NoteCatalog
  /// Where the pinned notes stand in the catalog below, ascending.
  private let pinned: [Int]

  /// The catalog itself where none of the pinned notes stands in it. Looks each of them up: many are
  /// nothing for the main actor.
  static func of(_ base: any NoteCatalog, pins: Set<NoteID>) -> any NoteCatalog {
    let pinned = pins.compactMap { base.position(of: $0) }.sorted()
    return pinned.isEmpty ? base : PinnedCatalog(base, pinned)
  }

  private init(_ base: any NoteCatalog, _ pinned: [Int]) {
    self.base = base
    self.pinned = pinned
  }

  var count: Int { base.count }
  var total: Int { base.total }

  func notes(in range: Range<Int>) -> [NoteSummary] {
    let range = range.clamped(to: 0..<count)
    var notes: [NoteSummary] = []
    for index in range.prefix(while: { $0 < pinned.count }) {
      notes += base.notes(in: pinned[index]..<(pinned[index] + 1))
    }
    var left = range.count - notes.count
    guard left > 0 else { return notes }
    // The rest stands in stretches between the pinned ones.
    var start = max(range.lowerBound, pinned.count) - pinned.count
    var next = 0
    while next < pinned.count, pinned[next] <= start {
      start += 1
      next += 1
    }
    while left > 0 {
      let end = next < pinned.count ? pinned[next] : count
      let stretch = start..<min(end, start + left)
      notes += base.notes(in: stretch)
      left -= stretch.count
      start = end + 1
      next += 1
      if end >= count { break }
    }
    return notes
  }

  func tags(of note: NoteID) -> [String] { base.tags(of: note) }

  func position(of note: NoteID) -> Int? {
    guard let place = base.position(of: note) else { return nil }
    if let index = pinned.firstIndex(of: place) { return index }
    return pinned.count + place - pinned.count { $0 < place }
  }
}
