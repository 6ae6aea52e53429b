import Services

/// Changes as rows: each note's title, and for each place the line as it is and as it will be.
struct ReplaceRows {
  /// A place among the changes.
  struct Place: Hashable {
    var note: Int
    var piece: Int
  }

  private let changes: [NoteChange]
  /// For each note its first row; one more at the end.
  private var starts = [0]
  private(set) var leftOut: Set<Place> = []

  init(_ changes: [NoteChange] = []) {
    self.changes = changes
    for change in changes { starts.append(count + 1 + 2 * change.pieces.count) }
  }

  var count: Int { starts[starts.count - 1] }
  var noteCount: Int { changes.count }
  var placeCount: Int { changes.reduce(0) { $0 + $1.pieces.count } }
  /// How many places are not left out.
  var wantedCount: Int { placeCount - leftOut.count }

  /// Nil for a row with a note's title.
  func place(atRow row: Int) -> Place? {
    guard row >= 0, row < count else { return nil }
    let note = note(atRow: row)
    let within = row - starts[note] - 1
    return within < 0 ? nil : Place(note: note, piece: within / 2)
  }

  func rows(of place: Place) -> Range<Int> {
    let first = starts[place.note] + 1 + 2 * place.piece
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

  var first: Place? { changes.isEmpty ? nil : Place(note: 0, piece: 0) }

  var last: Place? {
    changes.last.map { Place(note: changes.count - 1, piece: $0.pieces.count - 1) }
  }

  /// So many places further, as far as there are.
  func place(_ place: Place, movedBy count: Int) -> Place {
    var (place, left) = (place, abs(count))
    while left > 0 {
      if count > 0 {
        if place.piece + 1 < changes[place.note].pieces.count {
          place.piece += 1
        } else if place.note + 1 < changes.count {
          place = Place(note: place.note + 1, piece: 0)
        } else {
          break
        }
      } else if place.piece > 0 {
        place.piece -= 1
      } else if place.note > 0 {
        place = Place(note: place.note - 1, piece: changes[place.note - 1].pieces.count - 1)
      } else {
        break
      }
      left -= 1
    }
    return place
  }

  mutating func toggle(_ place: Place) {
    if leftOut.remove(place) == nil { leftOut.insert(place) }
  }

  /// All places of a note: left out, unless they all are.
  mutating func toggleNote(_ note: Int) {
    let places = changes[note].pieces.indices.map { Place(note: note, piece: $0) }
    if places.allSatisfy(leftOut.contains) {
      leftOut.subtract(places)
    } else {
      leftOut.formUnion(places)
    }
  }

  /// What is to be done.
  var wanted: [NoteChange] {
    if leftOut.isEmpty { return changes }
    return changes.enumerated().compactMap { note, change in
      var change = change
      change.pieces = change.pieces.enumerated().filter {
        !leftOut.contains(Place(note: note, piece: $0.offset))
      }.map(\.element)
      return change.pieces.isEmpty ? nil : change
    }
  }

  func row(at row: Int) -> ReplaceRow {
    let note = note(atRow: row)
    let change = changes[note]
    guard let place = place(atRow: row) else {
      return ReplaceRow(kind: .note, before: change.title)
    }
    let piece = change.pieces[place.piece]
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
      isLeftOut: leftOut.contains(place))
  }
}
