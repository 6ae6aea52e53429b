import Bytes
import Entities

/// The lines of front matter by property, as far as properties can be changed separately.
struct PropertyLines: ~Escapable {
  /// The way a property's value is written.
  enum Shape {
    /// No value or only a comment; the offset is after the colon.
    case empty(Int)
    case scalar(Range<Int>, PropertyText.Quote)
    /// `[a, b]` on the property's line; the range is between the brackets.
    case list(Range<Int>, items: [Item])
    /// `- a`, on a line for each item.
    case lines([Item])
    /// Anything else: a block of text, a mapping, a flow list over several lines.
    case other
  }

  struct Item {
    /// The item with its quotes.
    var text: Range<Int>
    var quote: PropertyText.Quote
    /// The whole line with its end, in a list with a line for each item.
    var line: Range<Int>
  }

  struct Property {
    var name: String
    var values: [String]
    /// The offset after the colon.
    var valueStart: Int
    /// The property's lines with their ends, without comments after them.
    var lines: Range<Int>
    var shape: Shape
  }

  private(set) var properties: [Property] = []

  private let bytes: Span<UInt8>
  /// The offsets of lines, counted from 1.
  private var starts: [Int] = []

  @_lifetime(copy bytes)
  init(
    _ bytes: Span<UInt8>, _ frontMatter: FrontMatter
  ) throws(PropertyProblem) {
    self.bytes = bytes
    let inner = frontMatter.inner
    let content = FrontMatterReader.read(bytes, frontMatter)
    if let problem = content.problem { throw .broken(problem) }
    if content.isFlow { throw .isFlow }
    starts = [0, frontMatter.whole.lowerBound, inner.lowerBound]
    for index in inner where bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    for (index, property) in content.properties.enumerated() {
      let first = content.keyLines[index]
      let next = index + 1 < content.keyLines.count ? content.keyLines[index + 1] : starts.count - 1
      guard first < next, next < starts.count, let colon = colon(inLine: first) else {
        throw .isFlow
      }
      var end = next
      while end > first + 1, isIdle(end - 1) { end -= 1 }
      let lines = starts[first]..<starts[end]
      properties.append(
        Property(
          name: property.name, values: property.values, valueStart: colon + 1, lines: lines,
          shape: shape(colon + 1, first..<end)))
    }
  }

  @_lifetime(copy self)
  private func line(_ number: Int) -> Line {
    Line(bytes, starts[number], starts[number + 1]).trimmed
  }

  /// Whether a line is blank or only a comment.
  private func isIdle(_ number: Int) -> Bool {
    let line = line(number)
    return line.isEmpty || line.first == UInt8(ascii: "#")
  }

  private func colon(inLine number: Int) -> Int? {
    let line = line(number)
    var index = line.start
    if let quoted = quotedEnd(line) { index = quoted }
    while index < line.end {
      if bytes[index] == UInt8(ascii: ":"),
        index + 1 == line.end || Byte.isBlank(bytes[index + 1])
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Returns the offset after the closing quote; nil if the line does not begin with a quote.
  private func quotedEnd(_ line: Line) -> Int? {
    guard let quote = line.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return nil }
    var index = line.start + 1
    while index < line.end {
      if quote == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if bytes[index] == quote {
        let isDouble =
          quote == UInt8(ascii: "'") && index + 1 < line.end && bytes[index + 1] == quote
        if !isDouble { return index + 1 }
        index += 1
      }
      index += 1
    }
    return nil
  }

  private func shape(_ start: Int, _ numbers: Range<Int>) -> Shape {
    let whole = line(numbers.lowerBound)
    let value = Line(bytes, min(start, whole.end), whole.end).trimmed
    let isEmpty = value.isEmpty || value.first == UInt8(ascii: "#")
    if numbers.count > 1 { return isEmpty ? items(numbers.dropFirst()) : .other }
    if isEmpty { return .empty(start) }
    if value.first == UInt8(ascii: "[") { return list(value) }
    guard let scalar = scalar(value), isComment(after: scalar.range.upperBound, value.end) else {
      return .other
    }
    return .scalar(scalar.range, scalar.quote)
  }

  private func isComment(after index: Int, _ end: Int) -> Bool {
    let rest = Line(bytes, index, end)
    return rest.isEmpty || Byte.isBlank(bytes[index]) && rest.trimmed.first == UInt8(ascii: "#")
  }

  private func scalar(_ value: Line) -> (range: Range<Int>, quote: PropertyText.Quote)? {
    switch value.first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let end = quotedEnd(value) else { return nil }
      return (value.start..<end, value.first == UInt8(ascii: "'") ? .single : .double)
    case UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "&"),
      UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "["), nil:
      return nil
    default:
      var end = value.start
      while end < value.end {
        if bytes[end] == UInt8(ascii: "#"), end > value.start, Byte.isBlank(bytes[end - 1]) {
          break
        }
        end += 1
      }
      let plain = Line(bytes, value.start, end).trimmed
      return (plain.start..<plain.end, .plain)
    }
  }

  private func list(_ value: Line) -> Shape {
    var items: [Item] = []
    var index = value.start + 1
    while true {
      var rest = Line(bytes, index, value.end).trimmed
      guard let first = rest.first else { return .other }
      if first == UInt8(ascii: "]") {
        index = rest.start
        break
      }
      var end = rest.start
      var quote = PropertyText.Quote.plain
      if let quoted = quotedEnd(rest) {
        quote = first == UInt8(ascii: "'") ? .single : .double
        end = quoted
      } else {
        while end < rest.end, !Self.listMarks.contains(bytes[end]) { end += 1 }
        rest.end = end
        if rest.trimmed.isEmpty { return .other }
        end = rest.trimmed.end
      }
      items.append(Item(text: rest.start..<end, quote: quote, line: end..<end))
      let after = Line(bytes, end, value.end).trimmed
      if after.first == UInt8(ascii: ",") {
        index = after.start + 1
      } else if after.first == UInt8(ascii: "]") {
        index = after.start
        break
      } else {
        return .other
      }
    }
    guard isComment(after: index + 1, value.end) else { return .other }
    return .list(value.start..<(index + 1), items: items)
  }

  private static let listMarks = Set(",[]{}#&*!".utf8)

  private func items(_ numbers: Range<Int>) -> Shape {
    var items: [Item] = []
    var indent: Int?
    for number in numbers where !isIdle(number) {
      let item = line(number)
      guard item.count > 1, item.first == UInt8(ascii: "-"), Byte.isBlank(bytes[item.start + 1]),
        indent == nil || indent == item.start - starts[number],
        let scalar = scalar(item.dropping(1).trimmed),
        isComment(after: scalar.range.upperBound, item.end)
      else { return .other }
      indent = item.start - starts[number]
      items.append(
        Item(text: scalar.range, quote: scalar.quote, line: starts[number]..<starts[number + 1]))
    }
    return .lines(items)
  }
}
