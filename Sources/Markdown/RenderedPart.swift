import Bytes
import Synchronization

/// Some of a note's lines, read on first use. New answers need no second reading.
package final class RenderedPart: Sendable {
  /// The part's first line, counted from 0.
  package let firstLine: Int
  /// The part's offset in the note.
  package let start: Int
  let text: PartText
  private let answers: Embeds.Answers
  private let shown = Mutex<[RenderedUnit]?>(nil)

  init(firstLine: Int, start: Int, text: PartText, _ answers: Embeds.Answers = .init()) {
    (self.firstLine, self.start, self.text, self.answers) = (firstLine, start, text, answers)
  }

  /// Returns the same part with other answers.
  func answered(_ answers: Embeds.Answers) -> RenderedPart {
    RenderedPart(firstLine: firstLine, start: start, text: text, answers)
  }

  /// The units; the first use reads the text.
  package var units: [RenderedUnit] {
    shown.withLock { known in
      if let known { return known }
      let units = text.units(answers)
      known = units
      return units
    }
  }
}

/// The text of a part, which versions of the note can share.
final class PartText: Sendable {
  let bytes: [UInt8]
  let followsBlank: Bool
  private let isRaw: Bool
  let definitions: Definitions
  /// The labels of the footnotes in this part.
  private let footnotes: [[UInt8]]
  private let embeds: Embeds
  private let known: Mutex<Read?>

  private enum Read {
    case units([RenderedUnit])
    /// A part with queries, whose units depend on their answers.
    case tree(NoteTree, shown: [UInt8])
  }

  init(
    _ bytes: [UInt8], _ part: NotePart, _ definitions: Definitions, footnotes: [[UInt8]],
    embeds: Embeds
  ) {
    self.bytes = bytes
    followsBlank = part.followsBlank
    isRaw = part.isRaw
    self.definitions = definitions
    self.footnotes = footnotes
    self.embeds = embeds
    known = Mutex(nil)
  }

  /// Makes a text with ready units.
  init(_ units: [RenderedUnit]) {
    bytes = []
    followsBlank = false
    isRaw = false
    definitions = Definitions()
    footnotes = []
    embeds = Embeds()
    known = Mutex(.units(units))
  }

  func isRead(as other: Embeds) -> Bool {
    embeds.texts.isEmpty && embeds.answers.asker == other.answers.asker
      && embeds.inlineSign == other.inlineSign
  }

  /// Returns the units for these answers; the text is read only once.
  func units(_ answers: Embeds.Answers) -> [RenderedUnit] {
    let read = known.withLock { known in
      let read = known ?? firstRead()
      known = read
      return read
    }
    return switch read {
    case .units(let units): units
    case .tree(let tree, let shown): units(of: tree, shown, answers)
    }
  }

  private func firstRead() -> Read {
    guard let (tree, masked) = read() else { return .units(RawUnits.units(of: bytes)) }
    return tree.asks
      ? .tree(tree, shown: masked.bytes) : .units(units(of: tree, masked.bytes, .init()))
  }

  private func units(
    of tree: NoteTree, _ shown: [UInt8], _ answers: Embeds.Answers
  ) -> [RenderedUnit] {
    var embeds = embeds
    embeds.answers.known = answers.known
    var reader = UnitReader(tree, bytes, shown: shown, embeds: embeds, followsBlank: followsBlank)
    reader.read()
    return reader.units
  }

  /// The text's tree; nil if the text is shown as it is written.
  var tree: NoteTree? { read()?.tree }

  /// Returns nil if there is no tree, or reading would take too long.
  private func read() -> (tree: NoteTree, masked: MaskedText)? {
    if isRaw { return nil }
    let masked = MaskedText(bytes, definitions)
    guard let tree = MarkdownTree(masked.bytes + referenced(masked.missingFence)) else {
      return nil
    }
    return (TreeReader.tree(of: tree.document, masked, embeds), masked)
  }

  /// Returns lines to append to the text: the definitions of its links, and references to its
  /// footnotes, which the tree would leave out without them.
  private func referenced(_ missingFence: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    if !definitions.links.isEmpty {
      for label in Set(Self.labels(in: bytes)) {
        if let line = definitions.links[label] { lines += [Byte.lineFeed, Byte.lineFeed] + line }
      }
    }
    for label in footnotes {
      lines += Array("\n\n[^".utf8) + label + Array("]".utf8)
    }
    return lines.isEmpty ? [] : missingFence + lines + [Byte.lineFeed]
  }

  private static func labels(in source: [UInt8]) -> [[UInt8]] {
    var labels: [[UInt8]] = []
    var open: Int?
    for index in source.indices {
      if source[index] == Byte.opening {
        open = index
      } else if source[index] == Byte.closing, let start = open {
        if index - start < 1_000 { labels.append(Definitions.key(source[(start + 1)..<index])) }
        open = nil
      }
    }
    return labels
  }
}

/// Makes units of text as it is written, line by line.
enum RawUnits {
  /// The number of bytes of a long line that are laid out together.
  private static let together = 4 << 10

  static func units(of source: [UInt8]) -> [RenderedUnit] {
    let lines = LineTable(source)
    var units: [RenderedUnit] = []
    for line in 0..<lines.count {
      let range = lines.range(of: line)
      if range.isEmpty { continue }
      var start = range.lowerBound
      while start < range.upperBound {
        var end = min(range.upperBound, start + together)
        // No cut falls within a character.
        while end < range.upperBound, end > start + 1, source[end] & 0xc0 == 0x80 { end -= 1 }
        var text = InlineText(line: line)
        text.append(source[start..<end].map { Byte.isBlank($0) ? Byte.space : $0 }, [])
        var unit = RenderedUnit(.text(text), line: line)
        if start == range.lowerBound, line > 0, lines.isBlank(line - 1) { unit.gap = [] }
        units.append(unit)
        start = end
      }
    }
    return units
  }
}
