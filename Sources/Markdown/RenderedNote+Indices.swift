import Bytes

/// A unit's index in a note.
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

/// Moves through a note that read only the parts on their way and skip folded units.
extension RenderedNote {
  package func unit(at index: UnitIndex) -> RenderedUnit {
    let part = parts[index.part]
    var unit = part.units[index.unit]
    if let fold = unit.fold, folds.isFolded(fold, in: part),
      let sign = unit.prefix.first.indices.last
    {
      unit.prefix.first[sign] = RenderedFold.sign(isFolded: true)
    }
    return unit
  }

  /// The first visible unit. Even an empty note has a unit: a remark.
  package var first: UnitIndex { next(from: UnitIndex(part: 0, unit: 0)) ?? .start }

  package var last: UnitIndex {
    previous(from: UnitIndex(part: parts.count - 1, unit: .max)) ?? .start
  }

  package func index(after index: UnitIndex) -> UnitIndex? {
    next(from: UnitIndex(part: index.part, unit: index.unit + 1))
  }

  package func index(before index: UnitIndex) -> UnitIndex? {
    previous(from: UnitIndex(part: index.part, unit: index.unit - 1))
  }

  /// Returns the first visible unit from `index` on; `index` itself may not exist.
  private func next(from index: UnitIndex) -> UnitIndex? {
    var index = index
    while index.part < parts.count {
      if index.unit >= parts[index.part].units.count {
        index = UnitIndex(part: index.part + 1, unit: 0)
      } else if isHidden(index) {
        index.unit += 1
      } else {
        return index
      }
    }
    return nil
  }

  private func previous(from index: UnitIndex) -> UnitIndex? {
    var index = index
    while index.part >= 0 {
      index.unit = min(index.unit, parts[index.part].units.count - 1)
      if index.unit < 0 {
        index = UnitIndex(part: index.part - 1, unit: .max)
      } else if isHidden(index) {
        index.unit -= 1
      } else {
        return index
      }
    }
    return nil
  }

  /// Returns the line where a unit begins, counted from the note's first.
  package func line(of index: UnitIndex) -> Int {
    parts[index.part].firstLine + unit(at: index).line
  }

  /// Returns the unit of a line, or the next visible one above it.
  package func index(ofLine line: Int) -> UnitIndex { index(ofLine: line, evenHidden: false) }

  func index(ofLine line: Int, evenHidden: Bool) -> UnitIndex {
    let part = max(0, parts.partitionPoint { $0.firstLine > line } - 1)
    let first = parts[part].firstLine
    let units = parts[part].units
    let start = UnitIndex(part: part, unit: 0)
    guard let unit = units.lastIndex(where: { first + $0.line <= line }) else {
      if !units.isEmpty { return start }
      return index(before: start) ?? index(after: start) ?? self.first
    }
    let index = UnitIndex(part: part, unit: unit)
    return evenHidden ? index : previous(from: index) ?? self.first
  }

  /// Returns the unit for the same text as a unit of an earlier rendering.
  package func index(like index: UnitIndex, of earlier: RenderedNote) -> UnitIndex {
    guard parts.indices.contains(index.part), earlier.parts.indices.contains(index.part) else {
      return index
    }
    let (old, new) = (earlier.parts[index.part].units, parts[index.part].units)
    guard old.indices.contains(index.unit) else { return index }
    let line = old[index.unit].line
    guard let last = new.lastIndex(where: { $0.line <= line }) else {
      return UnitIndex(part: index.part, unit: 0)
    }
    let first = new.firstIndex { $0.line == new[last].line } ?? last
    // All rows of an answer have the same line.
    let above = old[..<index.unit].reversed().prefix { $0.line == line }.count
    return UnitIndex(
      part: index.part, unit: new[last].line == line ? min(first + above, last) : first)
  }

  /// Returns the offset in the note of the byte between a task's brackets.
  package func taskByte(of index: UnitIndex) -> Int? {
    unit(at: index).task?.byte.map { parts[index.part].start + $0 }
  }
}

extension RenderedNote {
  /// Reads the parts that are probably seen first, and those that take long to read.
  package func readAhead() {
    for (index, part) in parts.enumerated()
    where index < 2 || part.text.bytes.count > 4 * Self.partLength {
      _ = part.units
    }
  }
}
