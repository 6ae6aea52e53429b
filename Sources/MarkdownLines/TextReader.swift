import Bytes

/// Reads the marks within the text of a block's lines: links, tags, code, formulas.
///
/// The index and the editor both use it, so that they agree about links and tags. The text after
/// `$$` and `<!--` may continue below the block, so callers find its end themselves and pass it to
/// `skip(to:)`. Callers treat comments between `%%` differently: to the index, as to Obsidian,
/// links and tags in them count. The preview reads cmark's tree for code and links instead.
package struct TextReader {
  package enum Mark {
    /// A backslash and the character after it.
    case escape
    /// Code with this number of backticks at both ends.
    case code(Int)
    /// `$x$`
    case formula
    case wiki(WikiLink, isEmbed: Bool)
    /// `[Text](target)`, with the offset of the bracket that closes the text.
    case link(OpenBrackets.Bracket, close: Int, LinkDestination)
    /// Brackets without an address: `[^note]`, `[Text][label]`.
    case brackets(OpenBrackets.Bracket, close: Int)
    /// A tag's name, without the `#` and trailing slashes.
    case tag(Range<Int>)
    case markup(Markup)
    /// `$$` or `<!--`.
    case opensFormula, opensComment
    /// Another sign that the caller asked for.
    case sign(UInt8)
  }

  /// The start of the last mark.
  package private(set) var start = 0
  /// The next offset to read: after the mark, or after its first sign if that is a mark by itself.
  package var index = 0
  /// The start of the line's text, or of the rest after a construct that began above.
  package private(set) var first = 0
  /// The end of the last code, link or comment, before which no block id begins.
  package var lastConstruct = 0
  /// The number of marks read and bytes looked ahead, for tests.
  package private(set) var steps = 0

  private let signs: [Bool]
  private var textEnd = 0
  private var line = (start: 0, stop: 0, number: 0, isInWord: false)
  private var escaped = -1
  private var brackets = OpenBrackets()
  private var code = CodeRuns()
  /// The end of a line in which no formula can end any more.
  private var unclosedFormula = -1

  /// `more`: the signs that have a meaning to the caller, in addition to the reader's own.
  package init(signs more: String) {
    var signs = [Bool](repeating: false, count: 256)
    for byte in ("[]#`<$\\" + more).utf8 { signs[Int(byte)] = true }
    self.signs = signs
  }

  /// Begins a text that ends at `end`, all of whose lines are in the same bytes.
  package mutating func begin(end: Int) {
    textEnd = end
    index = 0
    brackets.removeAll()
    code.forget()
    unclosedFormula = -1
  }

  /// Begins a line of the text; false if a construct that began above covers it.
  package mutating func beginLine(
    _ start: Int, _ stop: Int, number: Int, isInWord: Bool = false
  ) -> Bool {
    guard index <= stop else { return false }
    index = max(index, start)
    line = (start, stop, number, isInWord)
    first = index
    lastConstruct = index
    escaped = -1
    return true
  }

  /// Ends the construct of the last mark at `end`.
  package mutating func skip(to end: Int) {
    index = end
    lastConstruct = end
  }

  /// Returns the next mark of the line; nil at its end.
  package mutating func next(in bytes: Span<UInt8>) -> Mark? {
    while true {
      while index < line.stop, !signs[Int(bytes[index])] { index += 1 }
      guard index < line.stop else { return nil }
      start = index
      index += 1
      steps += 1
      if let mark = mark(bytes[start], in: bytes) { return mark }
    }
  }

  private mutating func mark(_ byte: UInt8, in bytes: Span<UInt8>) -> Mark? {
    switch byte {
    case Byte.backslash:
      escaped = index
      index = min(line.stop, index + 1)
      return .escape
    case Byte.opening: return readOpening(bytes)
    case Byte.closing: return readClosing(bytes)
    case Byte.hash: return readTag(bytes)
    case Byte.backtick: return readCode(bytes)
    case Byte.dollar: return readFormula(bytes)
    case Byte.less:
      if Byte.matches("<!--", in: bytes, at: start, to: line.stop) {
        index = start + 4
        return .opensComment
      }
      // A tag may continue on the next lines.
      guard let markup = Markup(bytes, start, line.stop) ?? Markup(bytes, start, textEnd) else {
        return nil
      }
      skip(to: markup.end)
      return .markup(markup)
    default: return .sign(byte)
    }
  }

  private mutating func readOpening(_ bytes: Span<UInt8>) -> Mark? {
    let isEmbed = start > first && bytes[start - 1] == Byte.bang && escaped != start - 1
    if index < line.stop, bytes[index] == Byte.opening {
      let link = WikiLink(bytes, start, line.stop)
      steps += link.end - start
      if link.isLink {
        skip(to: link.end)
        return .wiki(link, isEmbed: isEmbed)
      }
      // A wiki link without a target is no mark, and its words are not text.
      if link.isClosed {
        index = link.end
        return nil
      }
    }
    brackets.append(OpenBrackets.Bracket(start: start, isEmbed: isEmbed, line: line.number))
    return nil
  }

  private mutating func readClosing(_ bytes: Span<UInt8>) -> Mark? {
    guard let open = brackets.popLast() else { return nil }
    guard index < line.stop, bytes[index] == Byte.leftParenthesis,
      let found = LinkDestination(bytes, parenthesis: index, line.stop)
    else { return .brackets(open, close: start) }
    if !open.isEmbed { brackets.keepEmbeds() }
    skip(to: found.end)
    return .link(open, close: start, found)
  }

  private mutating func readTag(_ bytes: Span<UInt8>) -> Mark? {
    let isFree =
      start == line.start ? !line.isInWord : TagName.mayBegin(bytes, at: start, from: line.start)
    guard isFree, index < line.stop else { return nil }
    let name = TagName(bytes, index, line.stop)
    index = name.end
    return name.hasMore ? .tag(name.range) : nil
  }

  private mutating func readCode(_ bytes: Span<UInt8>) -> Mark? {
    let count = Byte.run(of: Byte.backtick, in: bytes, from: start, to: line.stop)
    index = start + count
    guard count <= CodeRuns.longest else { return nil }
    if start >= code.end { code.read(bytes, from: start, to: textEnd) }
    guard let close = code.closer(of: count, at: start, in: bytes) else { return nil }
    skip(to: close + count)
    return .code(count)
  }

  private mutating func readFormula(_ bytes: Span<UInt8>) -> Mark? {
    if index < line.stop, bytes[index] == Byte.dollar {
      index += 1
      return .opensFormula
    }
    guard FormulaSigns.mayBegin(bytes, start, 1, line.stop), unclosedFormula != line.stop else {
      return nil
    }
    guard let after = FormulaSigns.end(bytes, start, 1, line.stop) else {
      // Formulas that begin later in the line have no end either.
      unclosedFormula = line.stop
      return nil
    }
    skip(to: after)
    return .formula
  }
}

/// Open brackets that may still be closed. If there are too many, only the latest count.
package struct OpenBrackets {
  package struct Bracket {
    package let start: Int
    /// Whether it follows a `!`.
    package let isEmbed: Bool
    /// The line's number, as the caller counts it.
    package let line: Int

    /// The start of the whole, including the `!`.
    package var wholeStart: Int { isEmbed ? start - 1 : start }
  }

  private static let most = 64
  private var open: [Bracket] = []

  init() {}

  mutating func removeAll() {
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
  }

  package mutating func append(_ bracket: Bracket) {
    if open.count == Self.most { open.removeFirst(Self.most / 2) }
    open.append(bracket)
  }

  package mutating func popLast() -> Bracket? { open.popLast() }

  /// Drops link brackets around a link: links contain no links, but pictures may contain them.
  mutating func keepEmbeds() {
    if !open.isEmpty { open.removeAll { !$0.isEmbed } }
  }
}

/// Recognizes `$x$` and `$$x$$` within a line.
package enum FormulaSigns {
  /// Whether a formula may begin with this number of signs at `start`: no blank may follow them.
  package static func mayBegin(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ stop: Int
  ) -> Bool {
    count <= 2 && start + count < stop && !Byte.isBlank(bytes[start + count])
  }

  /// Returns the offset after the closing signs; nil if there are none.
  package static func end(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ stop: Int
  ) -> Int? {
    var next = start + count
    while let sign = Byte.find(Byte.dollar, in: bytes, from: next, to: stop) {
      let length = Byte.run(of: Byte.dollar, in: bytes, from: sign, to: stop)
      let after = sign + length
      // Sums of money are not formulas: `$5 and $6`.
      if length == count, !Byte.isBlank(bytes[sign - 1]), bytes[sign - 1] != Byte.backslash,
        after == stop || !Byte.isDigit(bytes[after])
      {
        return after
      }
      next = after
    }
    return nil
  }
}
