import Bytes
package import Entities

/// The change of a note's text, with enough data to restore the old text byte for byte from the new one.
package struct RewrittenText: Equatable, Sendable {
  /// A range of the new text, and the old bytes there.
  package struct Piece: Equatable, Sendable {
    package var range: Range<Int>
    package var old: [UInt8]

    package init(range: Range<Int>, old: [UInt8]) {
      self.range = range
      self.old = old
    }
  }

  package var note: NotePath
  package var before: LineMark
  package var after: LineMark
  /// The pieces in order; nil if they were too large to store.
  package var pieces: [Piece]?
  /// The time when the old text was written, if known.
  package var modified: Timestamp?

  package init(
    note: NotePath, before: LineMark, after: LineMark, pieces: [Piece]?, modified: Timestamp? = nil
  ) {
    (self.note, self.before, self.after) = (note, before, after)
    (self.pieces, self.modified) = (pieces, modified)
  }

  package init(note: NotePath, old: [UInt8], new: [UInt8], modified: Timestamp? = nil) {
    self.init(
      note: note, before: .whole(old), after: .whole(new), pieces: Self.pieces(old, new),
      modified: modified)
  }

  /// The limit of stored pieces; larger texts have only their versions.
  package static let largestKept = 1 << 20

  /// The largest text that is compared by line.
  private static let mostCompared = 8 << 20

  private static func pieces(_ old: [UInt8], _ new: [UInt8]) -> [Piece] {
    if old == new { return [] }
    guard max(old.count, new.count) <= mostCompared else {
      return [Piece(range: 0..<new.count, old: old)]
    }
    let (before, after) = (TextLines(old), TextLines(new))
    return LineDifference.between(before, after).map { hunk in
      let bytes = after[hunk.new]
      return Piece(range: bytes.startIndex..<bytes.endIndex, old: Array(before[hunk.old]))
    }
  }

  package var isSame: Bool { before == after }

  /// Returns the old text; nil if this text has changed since, or if the pieces were too large to store.
  package func old(of text: [UInt8]) -> [UInt8]? {
    guard let pieces, isNew(text) else { return nil }
    var (old, next): ([UInt8], Int) = ([], 0)
    old.reserveCapacity(before.byteCount)
    for piece in pieces {
      guard next <= piece.range.lowerBound, piece.range.upperBound <= text.count else {
        return nil
      }
      old += text[next..<piece.range.lowerBound]
      old += piece.old
      next = piece.range.upperBound
    }
    old += text[next...]
    return isOld(old) ? old : nil
  }

  package func isNew(_ text: [UInt8]) -> Bool {
    text.count == after.byteCount && after == .whole(text)
  }

  package func isOld(_ text: [UInt8]) -> Bool {
    text.count == before.byteCount && before == .whole(text)
  }
}

/// Identifies a text by digest and size.
package struct LineMark: Hashable, Sendable {
  package var digest: UInt64
  package var byteCount: Int

  package init(digest: UInt64, byteCount: Int) {
    self.digest = digest
    self.byteCount = byteCount
  }
}

extension LineMark {
  /// Returns the mark of a whole text.
  fileprivate static func whole(_ text: [UInt8]) -> LineMark {
    LineMark(digest: RunningDigest.of(text), byteCount: text.count)
  }
}

extension [RewrittenText] {
  /// The texts, without their pieces if those are too large to store.
  package var ifSmall: [RewrittenText] {
    let size = reduce(0) { ($1.pieces ?? []).reduce($0) { $0 + $1.old.count } }
    return size <= RewrittenText.largestKept ? self : withoutPieces
  }

  package var withoutPieces: [RewrittenText] {
    map {
      var text = $0
      text.pieces = text.isSame ? [] : nil
      return text
    }
  }
}
