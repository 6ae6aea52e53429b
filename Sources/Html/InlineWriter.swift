import Bytes

/// Writes a line's runs as Markdown, with HTML for styles whose signs would not be recognized.
struct InlineWriter {
  private(set) var out: [UInt8] = []
  private let runs: [InlineRuns.Run]
  private let links: [InlineRuns.Link]
  /// The position of the last sign that ended a style.
  private var lastEnd = -1
  /// The adjacent signs that began styles last, which are read together.
  private var opening = 0..<0

  private init(_ runs: [InlineRuns.Run], _ links: [InlineRuns.Link]) {
    self.runs = runs
    self.links = links
  }

  /// `beginsLine`: words that would begin a block are escaped.
  static func markdown(
    _ line: InlineLine, _ links: [InlineRuns.Link], beginsLine: Bool = true
  ) -> [UInt8] {
    var writer = InlineWriter(line.runs, links)
    writer.write(0..<line.runs.count, inside: [], link: -1)
    if beginsLine, let first = line.runs.first, first.styles.isEmpty, first.link < 0,
      case .text = first.content
    {
      TextEscaping.guardStart(of: &writer.out)
    }
    return writer.out
  }

  private mutating func write(_ range: Range<Int>, inside styles: InlineStyles, link: Int) {
    var index = range.lowerBound
    while index < range.upperBound {
      let run = runs[index]
      // A blank between styles belongs to none.
      if run.isBlank {
        out.append(Byte.space)
        index += 1
        continue
      }
      var longest = (end: index, style: InlineStyles?.none)
      if run.link != link, run.link >= 0 {
        longest.end = end(of: index, range) { $0.link == run.link }
      }
      for (style, _) in InlineStyles.wrapping
      where run.styles.contains(style) && !styles.contains(style) {
        let end = end(of: index, range) { $0.styles.contains(style) }
        if end > longest.end { longest = (end, style) }
      }
      if let style = longest.style {
        wrap(index..<longest.end, in: style, inside: styles, link: link)
        index = longest.end
      } else if longest.end > index {
        writeLink(index..<longest.end, inside: styles, run.link)
        index = longest.end
      } else if run.styles.contains(.code), case .text = run.content {
        let end = end(of: index, range) {
          $0.styles == run.styles && $0.link == run.link && $0.isText
        }
        writeCode(index..<end)
        index = end
      } else {
        write(run, before: index + 1, inLink: link >= 0)
        index += 1
      }
    }
  }

  private func end(of index: Int, _ range: Range<Int>, while holds: (InlineRuns.Run) -> Bool) -> Int
  {
    var end = index + 1
    while end < range.upperBound, holds(runs[end]) { end += 1 }
    while runs[end - 1].isBlank { end -= 1 }
    return end
  }

  private mutating func write(_ run: InlineRuns.Run, before next: Int, inLink: Bool) {
    switch run.content {
    case .text(let text):
      TextEscaping.append(
        text, to: &out, next: firstByte(of: next, after: run), inLink: inLink,
        isStruck: run.styles.contains(.struck))
    case .raw(let bytes): out += bytes
    default: break
    }
  }

  /// Returns the byte after a run: of a run with the same styles its text, or else a sign.
  private func firstByte(of index: Int, after run: InlineRuns.Run) -> UInt8? {
    let next = index < runs.count ? runs[index] : nil
    if run.link >= 0, next?.link != run.link { return Byte.closing }
    guard let next else { return run.styles.isEmpty ? nil : Byte.star }
    if next.link != run.link { return Byte.opening }
    if next.styles != run.styles { return next.styles.contains(.code) ? Byte.backtick : Byte.star }
    switch next.content {
    case .text(let text): return text.first
    case .raw(let bytes): return bytes.first
    default: return nil
    }
  }

  private mutating func writeCode(_ range: Range<Int>) {
    var text: [UInt8] = []
    for run in runs[range] { if case .text(let part) = run.content { text += part } }
    var longest = 0
    var run = 0
    for byte in text {
      run = byte == Byte.backtick ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = [UInt8](repeating: Byte.backtick, count: longest + 1)
    let isOpen = text.first == Byte.backtick || text.last == Byte.backtick
    if out.last == Byte.backtick { out += "<!-- -->".utf8 }
    out += isOpen ? fence + [Byte.space] + text + [Byte.space] + fence : fence + text + fence
  }

  private mutating func writeLink(_ range: Range<Int>, inside styles: InlineStyles, _ link: Int) {
    let target = links[link]
    if range.count == 1, target.title.isEmpty,
      case .text(let text) = runs[range.lowerBound].content,
      text.elementsEqual(target.destination.utf8), Destination.isAuto(target.destination)
    {
      out += [Byte.less] + text + [Byte.greater]
      return
    }
    out.append(Byte.opening)
    write(range, inside: styles, link: link)
    out += [Byte.closing, Byte.leftParenthesis] + Destination.written(target.destination)
    if !target.title.isEmpty { out += Destination.title(target.title) }
    out.append(Byte.rightParenthesis)
  }

  private mutating func wrap(
    _ range: Range<Int>, in style: InlineStyles, inside styles: InlineStyles, link: Int
  ) {
    let start = out.count
    let element = InlineStyles.wrapping.first { $0.style == style }?.element ?? "span"
    let signs = Self.signs(of: style, at: out, touches: lastEnd == start && start > 0)
    let run = (opening.upperBound == start && !opening.isEmpty ? opening.lowerBound : start)
    out += signs ?? Array("<\(element)>".utf8)
    opening = signs?.first == Byte.star ? run..<out.count : 0..<0
    write(range, inside: styles.union(style), link: link)
    if let signs,
      isRead(start, signs, behind: run, before: range.upperBound, styles, link)
    {
      out += signs
      lastEnd = out.count
      return
    }
    if let signs {
      out.replaceSubrange(start..<(start + signs.count), with: Array("<\(element)>".utf8))
    }
    out += "</\(element)>".utf8
    lastEnd = -1
  }

  private static func signs(of style: InlineStyles, at out: [UInt8], touches: Bool) -> [UInt8]? {
    switch style {
    case .strong: touches ? nil : Array("**".utf8)
    case .emphasis: touches ? nil : Array("*".utf8)
    case .struck: out.last == Byte.tilde ? nil : Array("~~".utf8)
    case .marked: out.last == Byte.equals ? nil : Array("==".utf8)
    default: nil
    }
  }

  /// Whether signs around the text since `start` would be recognized as a style.
  private func isRead(
    _ start: Int, _ signs: [UInt8], behind run: Int, before next: Int, _ styles: InlineStyles,
    _ link: Int
  ) -> Bool {
    let inner = out[(start + signs.count)...]
    let before = Self.last(of: out[..<run])
    guard let first = Self.first(of: inner), let last = Self.last(of: inner) else { return false }
    let after = firstOf(next, styles, link)
    switch signs.first {
    case Byte.equals: return !inner.contains(Byte.equals) && after != "="
    case Byte.tilde: if first == "~" || last == "~" || after == "~" { return false }
    default: break
    }
    let (beginsFree, endsFree) = (before.map(Self.isFree) ?? true, after.map(Self.isFree) ?? true)
    guard !Self.isMark(first) || beginsFree, !Self.isMark(last) || endsFree else { return false }
    // Within a style with the same sign, a sign that could both begin and end a style is ambiguous.
    if signs.first != Byte.star || styles.isDisjoint(with: [.strong, .emphasis]) { return true }
    return beginsFree && endsFree
      && (before.map { $0.properties.isWhitespace } ?? true || !Self.isMark(first))
      && (after.map { $0.properties.isWhitespace } ?? true || !Self.isMark(last))
  }

  /// Returns the first character after the style that ends before `index`.
  private func firstOf(_ index: Int, _ styles: InlineStyles, _ link: Int) -> Unicode.Scalar? {
    guard index < runs.count else { return nil }
    let run = runs[index]
    if run.link >= 0, run.link != link { return "[" }
    if !run.styles.isSubset(of: styles) { return "*" }
    switch run.content {
    case .text(let text): return Self.first(of: text[...])
    case .raw(let bytes): return Self.first(of: bytes[...])
    default: return nil
    }
  }

  private static func first(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first
  }

  private static func last(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let tail = bytes.suffix(4).drop { $0 & 0xc0 == 0x80 }
    return String(decoding: tail, as: UTF8.self).unicodeScalars.last
  }

  /// Whether it is punctuation or a symbol, which Markdown readers treat differently.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return Byte.isPunctuation(UInt8(scalar.value)) }
    return switch scalar.properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: true
    default: isPunctuation(scalar)
    }
  }

  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return Byte.isPunctuation(UInt8(scalar.value)) }
    return switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  private static func isFree(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || isPunctuation(scalar)
  }
}

extension InlineRuns.Run {
  fileprivate var isText: Bool { if case .text = content { true } else { false } }
  fileprivate var isBlank: Bool { content == .text([Byte.space]) }
}
