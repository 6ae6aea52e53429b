import Services

/// The changes as rows: each note's title, then for each match the old line and the new one.
struct ReplaceRows {
  /// A match among the changes.
  struct Match: Hashable {
    var note: Int
    var piece: Int
  }

  private let changes: [NoteChange]
  /// The first row of each note, and the row after the last note.
  private var starts = [0]
  private(set) var leftOut: Set<Match> = []

  init(_ changes: [NoteChange] = []) {
    self.changes = changes
    for change in changes { starts.append(count + 1 + 2 * change.pieces.count) }
  }

  var count: Int { starts[starts.count - 1] }
  var noteCount: Int { changes.count }
  var matchCount: Int { changes.reduce(0) { $0 + $1.pieces.count } }
  /// The count of matches that are not left out.
  var wantedCount: Int { matchCount - leftOut.count }

  /// Returns the match; nil for a row with a note's title.
  func match(atRow row: Int) -> Match? {
    guard row >= 0, row < count else { return nil }
    let note = note(atRow: row)
    let within = row - starts[note] - 1
    return within < 0 ? nil : Match(note: note, piece: within / 2)
  }

  func rows(of match: Match) -> Range<Int> {
    let first = starts[match.note] + 1 + 2 * match.piece
    return first..<(first + 2)
  }

  private func note(atRow row: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle } else { high = middle }
    }
    return low
  }

  var first: Match? { changes.isEmpty ? nil : Match(note: 0, piece: 0) }

  var last: Match? {
    changes.last.map { Match(note: changes.count - 1, piece: $0.pieces.count - 1) }
  }

  /// Returns the match `count` further on, or the last one in that direction.
  func match(_ match: Match, movedBy count: Int) -> Match {
    var (match, left) = (match, abs(count))
    while left > 0 {
      if count > 0 {
        if match.piece + 1 < changes[match.note].pieces.count {
          match.piece += 1
        } else if match.note + 1 < changes.count {
          match = Match(note: match.note + 1, piece: 0)
        } else {
          break
        }
      } else if match.piece > 0 {
        match.piece -= 1
      } else if match.note > 0 {
        match = Match(note: match.note - 1, piece: changes[match.note - 1].pieces.count - 1)
      } else {
        break
      }
      left -= 1
    }
    return match
  }

  mutating func toggle(_ match: Match) {
    if leftOut.remove(match) == nil { leftOut.insert(match) }
  }

  /// Leaves out all matches of a note, or none if all are left out.
  mutating func toggleNote(_ note: Int) {
    let matches = changes[note].pieces.indices.map { Match(note: note, piece: $0) }
    if matches.allSatisfy(leftOut.contains) {
      leftOut.subtract(matches)
    } else {
      leftOut.formUnion(matches)
    }
  }

  /// The changes without the matches that are left out.
  var wanted: [NoteChange] {
    if leftOut.isEmpty { return changes }
    return changes.enumerated().compactMap { note, change in
      var change = change
      change.pieces = change.pieces.enumerated().filter {
        !leftOut.contains(Match(note: note, piece: $0.offset))
      }.map(\.element)
      return change.pieces.isEmpty ? nil : change
    }
  }

  func row(at row: Int) -> ReplaceRow {
    let note = note(atRow: row)
    let change = changes[note]
    guard let match = match(atRow: row) else {
      return ReplaceRow(kind: .note, before: change.title)
    }
    let piece = change.pieces[match.piece]
    let context = Array(piece.context.utf8)
    let end = min(piece.contextRange.upperBound, context.count)
    let start = min(piece.contextRange.lowerBound, end)
    let isOld = (row - starts[note]) % 2 == 1
    return ReplaceRow(
      kind: isOld ? .old(piece.line) : .new,
      before: String(decoding: context[..<start], as: UTF8.self),
      piece: isOld
        ? String(decoding: context[start..<end], as: UTF8.self)
        : String(decoding: piece.new, as: UTF8.self),
      after: String(decoding: context[end...], as: UTF8.self),
      isLeftOut: leftOut.contains(match))
  }
}
