extension TextSearch {
  /// What replacing came to.
  package struct Replaced: Equatable, Sendable {
    package var edit: Edit
    package var count: Int
  }

  /// Puts a replacement in the place of one match.
  package func replacing(_ match: Match, in text: Rope, with new: Replacement) -> Edit {
    Edit(in: text, replacing: match.range, with: new.bytes(for: match, in: text))
  }

  /// Puts a replacement in the place of all matches inside of some parts of a text, or of all, as
  /// one edit. The parts are in order and do not overlap.
  package func replacingAll(
    in text: Rope, inside parts: [Range<ByteOffset>]? = nil, with new: Replacement,
    isCancelled: () -> Bool = { false }
  ) throws(SearchTrouble) -> Replaced {
    var builder = EditBuilder(text)
    var count = 0
    // Parts that touch would find the same empty match twice.
    var last: Range<ByteOffset>?
    for part in parts ?? [text.all] {
      let start = SearchStart(part.lowerBound)
      let stop = stop(inside: part, of: text)
      func isGood(_ range: Range<ByteOffset>) -> Bool {
        if range.upperBound > part.upperBound || range == last { return false }
        count += 1
        last = range
        return true
      }
      if let bytes = new.constant {
        try scanRanges(text, from: start, startsBefore: stop, isCancelled) { range in
          if isGood(range) { builder.replace(range, with: bytes) }
          return true
        }
      } else {
        try scan(text, from: start, startsBefore: stop, isCancelled) { match in
          if isGood(match.range) {
            builder.replace(match.range, with: new.bytes(for: match, in: text))
          }
          return true
        }
      }
    }
    return Replaced(edit: builder.takeEdit(), count: count)
  }
}
