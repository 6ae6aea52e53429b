import TextEngine

/// Undo in the region only, as by Emacs's `undo-make-selective-list`.
extension EmacsUndoState {
  /// Returns the records inside a range of the current text, the oldest first, with their offsets
  /// adjusted as if all changes elsewhere stayed.
  func records(in region: Range<Int>) -> [Record] {
    var end = region.upperBound
    // The newest first; the last shift found comes first.
    var (found, shifts): ([Record], [Shift]) = ([], [])
    for record in records.reversed() {
      switch record {
      case .cursors: continue
      case .boundary:
        if let last = found.last, !last.isBoundary { found.append(record) }
      case .point, .inserted, .deleted:
        let moved = record.moved(by: shifts)
        if moved.lies(in: region.lowerBound...end) {
          end += moved.shift.amount
          found.append(moved)
        } else if record.shift.amount != 0 {
          shifts.insert(record.shift, at: 0)
        }
      }
    }
    return found.reversed() + [.boundary]
  }

  /// The distance that text after an offset moves when a record is undone.
  fileprivate struct Shift {
    var offset: Int
    var amount: Int
  }
}

extension EmacsUndoState.Record {
  var isBoundary: Bool { if case .boundary = self { true } else { false } }

  /// Whether the record only separates changes.
  var isUndoSeparator: Bool {
    switch self {
    case .boundary, .cursors: true
    case .point, .inserted, .deleted: false
    }
  }

  fileprivate var shift: EmacsUndoState.Shift {
    switch self {
    case .boundary, .point, .cursors: .init(offset: 0, amount: 0)
    case .inserted(let range): .init(offset: range.lowerBound, amount: -range.count)
    case .deleted(let text, let offset, _, _): .init(offset: offset, amount: text.byteCount)
    }
  }

  fileprivate func lies(in region: ClosedRange<Int>) -> Bool {
    switch self {
    case .boundary, .cursors: true
    case .point(let offset), .deleted(_, let offset, _, _): region.contains(offset)
    case .inserted(let range):
      range.lowerBound >= region.lowerBound && range.upperBound <= region.upperBound
    }
  }

  fileprivate func moved(by shifts: [EmacsUndoState.Shift]) -> Self {
    func moved(_ offset: Int, isEnd: Bool = false) -> Int {
      shifts.reduce(offset) { offset, shift in
        let isBehind = isEnd ? shift.offset < offset : shift.offset <= offset
        return isBehind ? max(shift.offset, offset - shift.amount) : offset
      }
    }
    return mapped({ moved($0) }, end: { moved($0, isEnd: true) })
  }

  /// Returns the record with its computed offsets moved to characters of the current text.
  func atCharacters(of text: Rope) -> Self {
    func start(_ offset: Int) -> Int {
      text.boundary(atOrBefore: ByteOffset(min(offset, text.byteCount))).value
    }
    return mapped(start, end: start)
  }

  private func mapped(_ start: (Int) -> Int, end: (Int) -> Int) -> Self {
    switch self {
    case .boundary, .cursors: return self
    case .point(let offset): return .point(start(offset))
    case .inserted(let range):
      let low = start(range.lowerBound)
      return .inserted(low..<max(low, end(range.upperBound)))
    case .deleted(let text, let offset, let isPointBehind, let mark):
      return .deleted(text, at: start(offset), isPointBehind: isPointBehind, mark: mark)
    }
  }
}
