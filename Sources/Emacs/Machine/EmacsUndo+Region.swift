import TextEngine

/// Undoing what was done in the region alone, as Emacs's `undo-make-selective-list` has it.
extension EmacsUndoState {
  /// The records that lie in a range of the text of now, the oldest first, with offsets as if all that lies
  /// elsewhere stayed done.
  func records(in region: Range<Int>) -> [Record] {
    var end = region.upperBound
    // The newest first; shifts the last found first.
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

  /// By how much what is behind an offset moves where a record is taken back.
  fileprivate struct Shift {
    var offset: Int
    var amount: Int
  }
}

extension EmacsUndoState.Record {
  var isBoundary: Bool { if case .boundary = self { true } else { false } }

  /// What is between changes.
  var isNoChange: Bool {
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

  /// Its offsets at characters of the text of now: those of a region were worked out.
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
