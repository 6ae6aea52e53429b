import Bytes

/// Reads the marks within the text of lines that belong together: links, tags, code, formulas.
///
/// The index and the editor read by it, so that both take the same for a link or a tag. What `$$` and
/// `<!--` open may go on below the text: they alone are looked for by who reads, and `skip(to:)` says
/// where they end. Nor do both read comments between `%%` alike: to the index, as to Obsidian, links and
/// tags count in them. The preview reads the tree of cmark instead, which says what is code and a link.
package struct TextReader {
  package enum Mark {
    /// A backslash and the sign behind it.
    case escape
    /// With this number of backticks at both ends.
    case code(Int)
    /// `$x$`
    case formula
    case wiki(WikiLink, isEmbed: Bool)
    /// `[Text](target)`, with the bracket that closes the text.
    case link(OpenBrackets.Bracket, close: Int, LinkDestination)
    /// Brackets that lead nowhere by themselves: `[^note]`, `[Text][label]`.
    case brackets(OpenBrackets.Bracket, close: Int)
    /// A name, without the `#` before it and the slashes behind it.
    case tag(Range<Int>)
    case markup(Markup)
    /// `$$` or `<!--`.
    case opensFormula, opensComment
    /// Another of the signs that were asked for.
    case sign(UInt8)
  }

  /// Where the mark begins that was read last.
  package private(set) var start = 0
  /// Where to read on: behind the mark, or behind its first sign where that is a mark by itself.
  package var index = 0
  /// Where the line's text begins, or what is left of it behind something that began above.
  package private(set) var first = 0
  /// Where the last code, link or comment ended: no id of a block begins before.
  package var lastConstruct = 0
  /// How many marks were read, and how far ahead that looked; what tests look at.
  package private(set) var steps = 0

  private let signs: [Bool]
  private var textEnd = 0
  private var line = (start: 0, stop: 0, number: 0, isInWord: false)
  private var escaped = -1
  private var brackets = OpenBrackets()
  private var code = CodeRuns()
  /// The end of the line in which no formula ends any more.
  private var unclosedFormula = -1

  /// `signs`: those that mean something to the caller, besides the reader's own.
  package init(signs more: String) {
    var signs = [Bool](repeating: false, count: 256)
    for byte in ("[]#`<$\\" + more).utf8 { signs[Int(byte)] = true }
    self.signs = signs
  }

  /// Begins a text that ends at `end`. All its lines are read of the same bytes.
  package mutating func begin(end: Int) {
    textEnd = end
    index = 0
    brackets.removeAll()
    code.forget()
    unclosedFormula = -1
  }

  /// Begins a line of the text. False where all of it belongs to what began above.
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

  /// What began at the last mark ends here.
  package mutating func skip(to end: Int) {
    index = end
    lastConstruct = end
  }

  /// The next mark of the line; nil at its end.
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
      // A tag may go on in the next lines.
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
      // One without a target leads nowhere, and its words are no text.
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
      // Nor is there an end for any that begins later in the line.
      unclosedFormula = line.stop
      return nil
    }
    skip(to: after)
    return .formula
  }
}

/// Brackets that wait for their partner. Of very many only the latest count.
package struct OpenBrackets {
  package struct Bracket {
    /// The offset of the bracket.
    package let start: Int
    /// It follows a `!`.
    package let isEmbed: Bool
    /// Of the text, or of whatever is read.
    package let line: Int

    /// Where all of it begins.
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

  /// There are no links within links, but pictures.
  mutating func keepEmbeds() {
    if !open.isEmpty { open.removeAll { !$0.isEmbed } }
  }
}

/// `$x$` and `$$x$$` within a line.
package enum FormulaSigns {
  /// Whether a formula may begin with this number of signs at `start`: no blank follows them.
  package static func mayBegin(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ stop: Int
  ) -> Bool {
    count <= 2 && start + count < stop && !Byte.isBlank(bytes[start + count])
  }

  /// Behind the signs that end it; nil where none do.
  package static func end(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ stop: Int
  ) -> Int? {
    var next = start + count
    while let sign = Byte.find(Byte.dollar, in: bytes, from: next, to: stop) {
      let length = Byte.run(of: Byte.dollar, in: bytes, from: sign, to: stop)
      let after = sign + length
      // A sum of money is none: `$5 and $6`.
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
