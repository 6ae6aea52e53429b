/// A unit's place in a note.
package struct UnitIndex: Hashable, Comparable, Sendable {
  package var part: Int
  package var unit: Int

  package init(part: Int, unit: Int) {
    self.part = part
    self.unit = unit
  }

  static let start = UnitIndex(part: 0, unit: 0)

  package static func < (left: UnitIndex, right: UnitIndex) -> Bool {
    (left.part, left.unit) < (right.part, right.unit)
  }
}

/// The ways through a note: only the parts on them are read, and what is folded is left out.
extension RenderedNote {
  package func unit(at place: UnitIndex) -> RenderedUnit {
    let part = parts[place.part]
    var unit = part.units[place.unit]
    if let fold = unit.fold, folds.isFolded(fold, in: part),
      let sign = unit.prefix.first.indices.last
    {
      unit.prefix.first[sign] = RenderedFold.sign(isFolded: true)
    }
    return unit
  }

  /// There is always a unit, if only a remark.
  package var first: UnitIndex { next(from: UnitIndex(part: 0, unit: 0)) ?? .start }

  package var last: UnitIndex {
    previous(from: UnitIndex(part: parts.count - 1, unit: .max)) ?? .start
  }

  package func place(after place: UnitIndex) -> UnitIndex? {
    next(from: UnitIndex(part: place.part, unit: place.unit + 1))
  }

  package func place(before place: UnitIndex) -> UnitIndex? {
    previous(from: UnitIndex(part: place.part, unit: place.unit - 1))
  }

  /// The first that is in sight from there on; there may be none at `place` itself.
  private func next(from place: UnitIndex) -> UnitIndex? {
    var place = place
    while place.part < parts.count {
      if place.unit >= parts[place.part].units.count {
        place = UnitIndex(part: place.part + 1, unit: 0)
      } else if isHidden(place) {
        place.unit += 1
      } else {
        return place
      }
    }
    return nil
  }

  private func previous(from place: UnitIndex) -> UnitIndex? {
    var place = place
    while place.part >= 0 {
      place.unit = min(place.unit, parts[place.part].units.count - 1)
      if place.unit < 0 {
        place = UnitIndex(part: place.part - 1, unit: .max)
      } else if isHidden(place) {
        place.unit -= 1
      } else {
        return place
      }
    }
    return nil
  }

  /// The line in which a unit begins, counted from the note's first.
  package func line(of place: UnitIndex) -> Int {
    parts[place.part].firstLine + unit(at: place).line
  }

  /// The unit in which a line stands, or the next one above that is in sight.
  package func place(ofLine line: Int) -> UnitIndex { place(ofLine: line, evenHidden: false) }

  func place(ofLine line: Int, evenHidden: Bool) -> UnitIndex {
    var low = 0
    var high = parts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].firstLine <= line { low = middle } else { high = middle }
    }
    let first = parts[low].firstLine
    let units = parts[low].units
    let start = UnitIndex(part: low, unit: 0)
    guard let unit = units.lastIndex(where: { first + $0.line <= line }) else {
      if !units.isEmpty { return start }
      return place(before: start) ?? place(after: start) ?? self.first
    }
    let place = UnitIndex(part: low, unit: unit)
    return evenHidden ? place : previous(from: place) ?? self.first
  }

  /// Where a unit of the same text is, which came to something else before.
  package func place(like place: UnitIndex, of earlier: RenderedNote) -> UnitIndex {
    guard parts.indices.contains(place.part), earlier.parts.indices.contains(place.part) else {
      return place
    }
    let (old, new) = (earlier.parts[place.part].units, parts[place.part].units)
    guard old.indices.contains(place.unit) else { return place }
    let line = old[place.unit].line
    guard let last = new.lastIndex(where: { $0.line <= line }) else {
      return UnitIndex(part: place.part, unit: 0)
    }
    let first = new.firstIndex { $0.line == new[last].line } ?? last
    // All rows of an answer are in one line.
    let above = old[..<place.unit].reversed().prefix { $0.line == line }.count
    return UnitIndex(
      part: place.part, unit: new[last].line == line ? min(first + above, last) : first)
  }

  /// Where the byte between a task's brackets stands in the note.
  package func taskByte(of place: UnitIndex) -> Int? {
    unit(at: place).task?.byte.map { parts[place.part].start + $0 }
  }
}

extension RenderedNote {
  /// Reads what is likely to be seen first, and what is so long that nobody should wait for it.
  package func readAhead() {
    for (index, part) in parts.enumerated()
    where index < 2 || part.text.bytes.count > 4 * Self.partLength {
      _ = part.units
    }
  }
}
