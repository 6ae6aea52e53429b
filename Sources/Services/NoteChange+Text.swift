extension NoteChange {
  /// The text with all pieces replaced; nil where it has other bytes in the place of one.
  package func applied(to text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var done = 0
    for piece in pieces {
      let range = piece.range
      guard range.lowerBound >= done, range.upperBound <= text.count,
        text[range].elementsEqual(piece.old)
      else { return nil }
      result += text[done..<range.lowerBound]
      result += piece.new
      done = range.upperBound
    }
    return result + text[done...]
  }

  /// What takes it back, where nobody touched the text since.
  package var reversed: NoteChange {
    var back = self
    if let newName { (back.note, back.newName) = (newName, note) }
    // How far the pieces before moved what stands here, in bytes and in lines.
    var (shift, lines) = (0, 0)
    for (index, piece) in pieces.enumerated() {
      let start = piece.range.lowerBound + shift
      back.pieces[index] = Piece(
        range: start..<(start + piece.new.count), old: piece.new, new: piece.old,
        line: piece.line + lines, context: piece.contextAfter, place: piece.placeAfter)
      shift += piece.new.count - piece.old.count
      lines += Self.lineEnds(in: piece.new) - Self.lineEnds(in: piece.old)
    }
    return back
  }

  private static func lineEnds(in bytes: [UInt8]) -> Int {
    bytes.count { $0 == UInt8(ascii: "\n") }
  }
}

extension NoteChange.Piece {
  private var shown: (text: String, place: Range<Int>) {
    let bytes = Array(context.utf8)
    guard place.upperBound <= bytes.count else { return (context, place) }
    // Bytes that are no UTF-8 take another room as text.
    let text = String(decoding: new, as: UTF8.self)
    let after =
      String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + text
      + String(decoding: bytes[place.upperBound...], as: UTF8.self)
    return (after, place.lowerBound..<(place.lowerBound + text.utf8.count))
  }

  /// The line with the piece replaced.
  package var contextAfter: String { shown.text }

  /// Where the piece stands in it then.
  package var placeAfter: Range<Int> { shown.place }
}
