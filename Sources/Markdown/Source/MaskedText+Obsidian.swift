import Bytes
import MarkdownLines

/// Formulas and inline footnotes.
extension MaskedText {
  /// Finds an inline footnote, `^[words]`, which may span lines of a paragraph.
  func note(_ index: Int) -> Found? {
    guard index > noteEnd, index + 1 < source.count, source[index + 1] == Byte.opening else {
      return nil
    }
    let limit = min(source.count, index + Self.longestNote)
    var next = index + 2
    var depth = 1
    while next < limit {
      switch source[next] {
      case Byte.opening: depth += 1
      case Byte.closing:
        depth -= 1
        if depth == 0 {
          return next > index + 2
            ? Found(mask: .beginNote, range: index..<(index + 2), end: next) : nil
        }
      case Byte.lineFeed:
        let text = Byte.skippingBlanks(in: source.span, from: next + 1, to: limit)
        if source[(next + 1)..<text].contains(Byte.lineFeed) { return nil }
      default: break
      }
      next = skipped(next, limit)
    }
    return nil
  }

  private static let longestNote = 4 << 10

  /// Finds a formula, `$x_1$`, in which nothing is emphasis.
  func formula(_ index: Int, _ stop: Int) -> Found? {
    let count = Byte.run(of: Byte.dollar, in: source.span, from: index, to: stop)
    guard FormulaSigns.mayBegin(source.span, index, count, stop),
      let after = FormulaSigns.end(source.span, index, count, stop)
    else { return nil }
    return Found(mask: .formula, range: index..<after)
  }

  /// Masks each line separately, so that all stay in their paragraph and in their quote or item.
  mutating func putFormula(_ range: Range<Int>) {
    var start = range.lowerBound
    while let feed = Byte.find(Byte.lineFeed, in: source.span, from: start, to: range.upperBound) {
      let end = feed > start && source[feed - 1] == 0x0d ? feed - 1 : feed
      put(.formulaLine, start..<end)
      copy(end, feed)
      bytes.append(Byte.lineFeed)
      let next = Byte.find(Byte.lineFeed, in: source.span, from: feed + 1, to: range.upperBound)
      start = blocks.textStart(source.span, feed + 1, next ?? range.upperBound)
      copy(feed + 1, start)
    }
    put(start == range.lowerBound ? .formula : .formulaLine, start..<range.upperBound)
  }
}

extension MaskedText.WikiMask {
  private static let pictures: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif",
  ]

  /// Whether it shows a picture, judged by the file's name.
  var isPicture: Bool {
    guard isEmbed, let dot = target.lastIndex(of: ".") else { return false }
    return Self.pictures.contains(target[target.index(after: dot)...].lowercased())
  }

  /// Whether it shows a view of a base.
  var isBase: Bool { isEmbed && EmbedNames.isBase(target.prefix { $0 != "#" }) }

  /// The shown text: `Target › Part`.
  var shown: String {
    if isPicture { return "[image: \(target)]" }
    if let words { return words }
    let parts = target.split(separator: "#", omittingEmptySubsequences: true)
    return parts.joined(separator: " › ")
  }
}
