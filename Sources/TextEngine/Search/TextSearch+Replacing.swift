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
    var replacing = Replacing(text)
    for part in parts ?? [text.all] {
      let start = SearchStart(part.lowerBound)
      let stop = stop(inside: part, of: text)
      try scan(text, from: start, startsBefore: stop, isCancelled) { match in
        if replacing.isGood(match.range, inside: part) {
          replacing.builder.replace(match.range, with: new.bytes(for: match, in: text))
        }
        return true
      }
    }
    return Replaced(edit: replacing.builder.takeEdit(), count: replacing.count)
  }
}

/// What is replaced so far.
private struct Replacing {
  var builder: EditBuilder
  private(set) var count = 0
  /// Parts that touch would find the same empty match twice.
  private var last: Range<ByteOffset>?

  init(_ text: Rope) { builder = EditBuilder(text) }

  mutating func isGood(_ range: Range<ByteOffset>, inside part: Range<ByteOffset>) -> Bool {
    if range.upperBound > part.upperBound || range == last { return false }
    count += 1
    last = range
    return true
  }
}
