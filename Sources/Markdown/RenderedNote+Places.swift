/// A unit's place in a note.
package struct UnitPlace: Hashable, Comparable, Sendable {
  package var part: Int
  package var unit: Int

  package init(part: Int, unit: Int) {
    self.part = part
    self.unit = unit
  }

  package static func < (left: UnitPlace, right: UnitPlace) -> Bool {
    (left.part, left.unit) < (right.part, right.unit)
  }
}

/// The ways through a note: only the parts on them are read.
extension RenderedNote {
  package func unit(at place: UnitPlace) -> RenderedUnit { parts[place.part].units[place.unit] }

  /// There is always a unit, if only a remark.
  package var first: UnitPlace {
    for part in parts.indices where !parts[part].units.isEmpty {
      return UnitPlace(part: part, unit: 0)
    }
    return UnitPlace(part: 0, unit: 0)
  }

  package var last: UnitPlace {
    for part in parts.indices.reversed() where !parts[part].units.isEmpty {
      return UnitPlace(part: part, unit: parts[part].units.count - 1)
    }
    return first
  }

  package func place(after place: UnitPlace) -> UnitPlace? {
    if place.unit + 1 < parts[place.part].units.count {
      return UnitPlace(part: place.part, unit: place.unit + 1)
    }
    for part in parts.indices[(place.part + 1)...] where !parts[part].units.isEmpty {
      return UnitPlace(part: part, unit: 0)
    }
    return nil
  }

  package func place(before place: UnitPlace) -> UnitPlace? {
    if place.unit > 0 { return UnitPlace(part: place.part, unit: place.unit - 1) }
    for part in parts.indices[..<place.part].reversed() where !parts[part].units.isEmpty {
      return UnitPlace(part: part, unit: parts[part].units.count - 1)
    }
    return nil
  }

  /// The line in which a unit begins, counted from the note's first.
  package func line(of place: UnitPlace) -> Int {
    parts[place.part].firstLine + unit(at: place).line
  }

  /// The unit in which a line stands, or the next one above.
  package func place(ofLine line: Int) -> UnitPlace {
    var low = 0
    var high = parts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].firstLine <= line { low = middle } else { high = middle }
    }
    let first = parts[low].firstLine
    guard let unit = parts[low].units.lastIndex(where: { first + $0.line <= line }) else {
      if !parts[low].units.isEmpty { return UnitPlace(part: low, unit: 0) }
      return place(before: UnitPlace(part: low, unit: 0))
        ?? place(after: UnitPlace(part: low, unit: 0)) ?? self.first
    }
    return UnitPlace(part: low, unit: unit)
  }

  /// Where the byte between a task's brackets stands in the note.
  package func taskByte(of place: UnitPlace) -> Int? {
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
