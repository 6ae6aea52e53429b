/// How a text is written besides its words: with which line endings, with one at the end, with a byte
/// order mark. Two sides may have changed that without touching each other's lines.
struct TextForm: Equatable {
  enum Ending: Equatable { case feed, paired, mixed }

  /// Nil where the text has none.
  var ending: Ending?
  var hasLastEnding: Bool?
  var hasMark: Bool?

  private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]
  private static let feed = UInt8(ascii: "\n")
  private static let `return` = UInt8(ascii: "\r")

  init(of text: [UInt8]) {
    if text.isEmpty { return }
    hasMark = text.starts(with: Self.mark)
    hasLastEnding = text.last == Self.feed
    var (feeds, pairs) = (0, 0)
    for index in text.indices where text[index] == Self.feed {
      feeds += 1
      if index > 0, text[index - 1] == Self.return { pairs += 1 }
    }
    if feeds > 0 { ending = pairs == feeds ? .paired : pairs == 0 ? .feed : .mixed }
  }

  /// The form of what comes of two texts; without a base, or where both changed it, the plain one.
  static func merged(_ base: TextForm, _ one: TextForm, _ other: TextForm) -> TextForm {
    var form = one
    form.ending = merged(base.ending, one.ending, other.ending, plain: .feed)
    form.hasLastEnding = merged(
      base.hasLastEnding, one.hasLastEnding, other.hasLastEnding, plain: true)
    form.hasMark = merged(base.hasMark, one.hasMark, other.hasMark, plain: false)
    return form
  }

  private static func merged<Value: Equatable>(
    _ base: Value?, _ one: Value?, _ other: Value?, plain: Value
  ) -> Value {
    guard let one, let other else { return one ?? other ?? base ?? plain }
    if one == other { return one }
    return base == nil ? plain : base == one ? other : one
  }

  /// The text in lines that all end alike. `keepsReturns`: another one of those that it is compared
  /// with has endings of both kinds.
  func plain(_ text: [UInt8], keepsReturns: Bool) -> [UInt8] {
    var plain = hasMark == true ? Array(text.dropFirst(Self.mark.count)) : text
    if !keepsReturns, ending == .paired {
      var kept = 0
      for index in plain.indices {
        let isPair =
          plain[index] == Self.return && index + 1 < plain.count && plain[index + 1] == Self.feed
        if isPair { continue }
        plain[kept] = plain[index]
        kept += 1
      }
      plain.removeLast(plain.count - kept)
    }
    if let last = plain.last, last != Self.feed {
      plain += keepsReturns && ending == .paired ? [Self.return, Self.feed] : [Self.feed]
    }
    return plain
  }

  /// The plain text in this form. `endsInMark`: its last line is the mark of a conflict.
  func text(_ plain: [UInt8], keepsReturns: Bool, endsInMark: Bool) -> [UInt8] {
    var text = plain
    if hasLastEnding == false, !endsInMark, text.last == Self.feed {
      text.removeLast()
      if keepsReturns, text.last == Self.return { text.removeLast() }
    }
    if !keepsReturns, ending == .paired {
      var paired: [UInt8] = []
      paired.reserveCapacity(text.count + text.count / 16)
      for byte in text {
        if byte == Self.feed { paired.append(Self.return) }
        paired.append(byte)
      }
      text = paired
    }
    return hasMark == true && !text.isEmpty ? Self.mark + text : text
  }
}
