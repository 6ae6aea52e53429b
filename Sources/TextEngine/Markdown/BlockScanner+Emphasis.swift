import Bytes

/// A run of `*`, `_`, `~~` or `==` that may open or close emphasis.
struct Delimiter {
  var start: Int
  /// The unused signs of the run; an opener is used from its end, a closer from its start.
  var count: Int
  let length: Int
  let sign: UInt8
  let canOpen: Bool
  let canClose: Bool
  /// The link whose text contains the run.
  var group: UInt16 = 0
}

/// Emphasis by the rules of CommonMark, and highlights and strikethrough in the same way.
extension BlockScanner {
  /// The most delimiters in a unit; further signs are text.
  private static let mostDelimiters = 512
  /// The number of openers to try.
  private static let deepest = 32

  mutating func readDelimiter(_ index: Int, from start: Int, to stop: Int) -> Int {
    let sign = bytes[index]
    let length = Byte.run(of: sign, in: bytes.span, from: index, to: stop)
    let end = index + length
    guard canvas.isOn, index >= inline.quietEnd, inline.delimiters.count < Self.mostDelimiters
    else { return end }
    let isPair = sign == Byte.tilde || sign == Byte.equals
    if isPair, length != 2 { return end }
    let before = kind(
      UTF8Scalars.decode(bytes.span, before: index, from: start), isEdge: index == start)
    let after =
      end < stop
      ? kind(UTF8Scalars.decode(bytes.span, at: end, end: stop).scalar, isEdge: false) : .blank
    let isLeft = after == .letter || after == .sign && before != .letter
    let isRight = before == .letter || before == .sign && after != .letter
    let isUnderscore = sign == Byte.underscore
    let canOpen = isLeft && (!isUnderscore || !isRight || before == .sign)
    let canClose = isRight && (!isUnderscore || !isLeft || after == .sign)
    if canOpen || canClose {
      inline.delimiters.append(
        Delimiter(
          start: index, count: length, length: length, sign: sign, canOpen: canOpen,
          canClose: canClose))
    }
    return end
  }

  private enum Neighbor { case blank, sign, letter }

  private func kind(_ scalar: Unicode.Scalar?, isEdge: Bool) -> Neighbor {
    if isEdge { return .blank }
    guard let scalar else { return .letter }
    if scalar.isASCII {
      let byte = UInt8(scalar.value)
      return Byte.isBlank(byte) ? .blank : Byte.isPunctuation(byte) ? .sign : .letter
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .blank
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      return .sign
    default: return .letter
    }
  }

  /// Pairs all delimiters, and paints the text between them.
  mutating func paintEmphasis() {
    if inline.delimiters.count < 2 { return }
    var open: [Delimiter] = []
    for index in inline.delimiters.indices {
      var closer = inline.delimiters[index]
      while closer.canClose, closer.count > 0, let depth = opener(for: closer, among: open) {
        let used = use(&open, depth, &closer)
        if used == 0 { break }
      }
      if closer.canOpen, closer.count > 0 { open.append(closer) }
    }
  }

  private mutating func opener(for closer: Delimiter, among open: [Delimiter]) -> Int? {
    var index = open.count
    let least = max(0, open.count - Self.deepest)
    while index > least {
      index -= 1
      inline.steps += 1
      let candidate = open[index]
      if candidate.group != closer.group { return nil }
      guard candidate.sign == closer.sign else { continue }
      let isMixed = closer.canOpen || candidate.canClose
      if isMixed, (candidate.length + closer.length) % 3 == 0,
        candidate.length % 3 != 0 || closer.length % 3 != 0
      {
        continue
      }
      return index
    }
    return nil
  }

  private mutating func use(_ open: inout [Delimiter], _ depth: Int, _ closer: inout Delimiter)
    -> Int
  {
    let isPair = closer.sign == Byte.tilde || closer.sign == Byte.equals
    let used = isPair || open[depth].count >= 2 && closer.count >= 2 ? 2 : 1
    let ink: Ink =
      switch closer.sign {
      case Byte.tilde: .strike
      case Byte.equals: .mark
      default: used == 2 ? .strong : .emphasis
      }
    let inner = open[depth].start + open[depth].count
    canvas.paint(inner - used, closer.start + used, InkSet(ink))
    canvas.paint(inner - used, inner, [.marker])
    canvas.paint(closer.start, closer.start + used, [.marker])
    open[depth].count -= used
    closer.start += used
    closer.count -= used
    // Unclosed openers in between are text.
    open.removeSubrange((open[depth].count > 0 ? depth + 1 : depth)...)
    return used
  }
}

/// The state while the text of a unit is painted.
struct InlineState {
  var delimiters: [Delimiter] = []
  /// Before this index, stars and underscores are not emphasis: in an address or a reference.
  var quietEnd = 0
  /// The end of the last tag.
  var tagEnd = 0
  /// The number of links in this unit so far.
  var linkCount: UInt16 = 0
  /// The number of steps taken to pair delimiters.
  var steps = 0

  mutating func reset() {
    delimiters.removeAll(keepingCapacity: true)
    quietEnd = 0
    tagEnd = 0
    linkCount = 0
  }
}
