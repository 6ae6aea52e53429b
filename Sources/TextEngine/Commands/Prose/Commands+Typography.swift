import Bytes

extension CommandID {
  package static let smartQuotes: Self = "smart-quotes"
  package static let plainQuotes: Self = "plain-quotes"
}

extension EditCommands {
  static let typography: [EditCommand] = [
    EditCommand(
      .smartQuotes, "quotes and dashes of print: “ ” ‘ ’ – — …",
      words: ["typographic quotes", "curly quotes", "smart quotes"]
    ) { context in
      var typography = Typography(quotes: context.quotes)
      return context.rewriteProse { typography.printed($0) }
    },
    EditCommand(
      .plainQuotes, "quotes and dashes of the keyboard: \" ' -- --- ...", words: ["straight quotes"]
    ) {
      $0.rewriteProse(Typography.plain)
    },
  ]
}

extension EditContext {
  /// Rewrites signs in the selected text, or in the paragraph; never in code, links and addresses.
  fileprivate func rewriteProse(
    _ changes: (_ text: ArraySlice<UInt8>) -> [Typography.Change]
  ) -> TextChange? {
    var replacements: [DraftReplacement] = []
    var isFound = false
    for selection in selections.all {
      for lines in proseLines(in: selection) {
        isFound = true
        let words = lines.map { ParagraphFlow.Line(words: $0) }
        let splitter = WordSplitter(text, words)
        for (range, bytes) in splitter.prose {
          for change in changes(bytes) {
            let low = range.lowerBound + (change.range.lowerBound - bytes.startIndex)
            let found = low..<low + change.range.count
            let isSelected =
              selection.isEmpty
              || selection.range.lowerBound <= found.lowerBound
                && found.upperBound <= selection.range.upperBound
            if isSelected { replacements.append(DraftReplacement(found, change.new)) }
          }
        }
      }
    }
    if !isFound {
      return TextChange(
        selections: selections,
        problem: "There is no paragraph here. Code and tables keep their signs.")
    }
    return replacing(replacements)
  }

  /// Returns the lines of each paragraph and heading, without their marks.
  private func proseLines(in selection: Selection) -> [[Range<ByteOffset>]] {
    guard let run = LineRuns(text, Selections(selection)).runs.first else { return [] }
    var found: [[Range<ByteOffset>]] = []
    var line = run.lowerBound
    while line <= run.upperBound {
      let start = text.start(of: line)
      let content = text.content(of: line)
      if let whole = paragraph(start) {
        var lines: [Range<ByteOffset>] = []
        var next = text.line(at: whole.lowerBound)
        while next <= text.lastLine, text.start(of: next) < whole.upperBound || next <= line {
          let content = text.content(of: next)
          let head = LineHead(text, next)
          lines.append(
            min(content.lowerBound + head.textStart, content.upperBound)..<content.upperBound)
          next = next + 1
        }
        found.append(lines)
        line = next
        continue
      }
      let head = text.bytes(in: start..<min(content.upperBound, start + 16))
      if let mark = HeadingMark(head), !isCode(start) {
        found.append([min(start + mark.byteCount, content.upperBound)..<content.upperBound])
      }
      line = line + 1
    }
    return found
  }
}

/// Replaces plain signs with typographic ones.
private struct Typography {
  struct Change: Equatable {
    var range: Range<Int>
    var new: [UInt8]
  }

  let quotes: QuoteSigns
  /// Whether `'` may close a quote; else it is an apostrophe.
  private var isInnerOpen = false
  /// Whether the last quote opened.
  private var hasOpened = false

  init(quotes: QuoteSigns) { self.quotes = quotes }

  mutating func printed(_ text: ArraySlice<UInt8>) -> [Change] {
    var changes: [Change] = []
    func change(_ index: Int, _ count: Int, _ new: String) {
      changes.append(Change(range: index..<index + count, new: Array(new.utf8)))
    }
    var index = text.startIndex
    while index < text.endIndex {
      let before = index > text.startIndex ? text[index - 1] : .space
      let byte = text[index]
      let count = text[index...].prefix { $0 == byte }.count
      let after = index + count < text.endIndex ? text[index + count] : .space
      switch byte {
      case .backslash:
        index += 2
        continue
      case UInt8(ascii: "\""):
        hasOpened = opens(text, index)
        change(index, 1, hasOpened ? quotes.open : quotes.close)
      case UInt8(ascii: "'"):
        hasOpened = opens(text, index) && !after.isDigit
        let closes = !hasOpened && isInnerOpen && !Self.isInWord(after)
        isInnerOpen = hasOpened || isInnerOpen && !closes
        change(index, 1, hasOpened ? quotes.innerOpen : closes ? quotes.innerClose : "’")
      case .dash where count == 2:
        // `--option`
        if !(before.isSpaceOrTab && Byte.isLetter(after)) { change(index, 2, "–") }
      case .dash where count == 3: change(index, 3, "—")
      case Byte.dot where count == 3: change(index, 3, "…")
      default: break
      }
      index += byte == .dash || byte == Byte.dot ? count : 1
    }
    return changes
  }

  /// Whether a byte is an ASCII letter or part of a two-byte letter.
  private static func isInWord(_ byte: UInt8) -> Bool {
    Byte.isLetter(byte) || (0xc3..<0xe0).contains(byte)
  }

  /// Whether a quote opens: after a blank, or after an opening sign.
  private func opens(_ text: ArraySlice<UInt8>, _ index: Int) -> Bool {
    guard index > text.startIndex else { return true }
    let byte = text[index - 1]
    if byte.isSpaceOrTab || byte == .lineFeed { return true }
    if byte == .star || byte == Byte.underscore || byte == Byte.equals {
      // Emphasis marks do not count: look before them.
      let mark = text[..<index].lastIndex { $0 != byte }
      return mark.map { text[$0].isSpaceOrTab || text[$0] == .lineFeed } ?? true
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return hasOpened }
    return "([{-".utf8.contains(byte)
      || text[..<index].suffix(3).elementsEqual("—".utf8)
      || text[..<index].suffix(3).elementsEqual("–".utf8)
  }

  private static let plainSigns: [(sign: [UInt8], plain: [UInt8])] = [
    ("«\u{202f}", "\""), ("\u{202f}»", "\""), ("«\u{a0}", "\""), ("\u{a0}»", "\""), ("«", "\""),
    ("»", "\""), ("‹", "'"), ("›", "'"), ("“", "\""), ("”", "\""), ("„", "\""), ("‘", "'"),
    ("’", "'"),
    ("‚", "'"), ("–", "--"), ("—", "---"), ("…", "..."),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  static func plain(_ text: ArraySlice<UInt8>) -> [Change] {
    var changes: [Change] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] >= 0x80,
        let found = plainSigns.first(where: {
          text[index...].starts(with: $0.sign)
        })
      else {
        index += 1
        continue
      }
      changes.append(Change(range: index..<index + found.sign.count, new: found.plain))
      index += found.sign.count
    }
    return changes
  }
}

/// The quotes of a language in print; the French ones have narrow blanks inside.
package struct QuoteSigns: Equatable, Sendable {
  var open: String
  var close: String
  /// The quotes within quotes.
  var innerOpen: String
  var innerClose: String

  private static let byLanguage: [(languages: String, signs: String)] = [
    ("cs de is lt sk sl", "„ “ ‚ ‘"), ("hr pl", "„ ” ‚ ’"), ("ro", "„ ” « »"), ("hu", "„ ” » «"),
    ("fi sv", "” ” ’ ’"), ("da", "» « › ‹"), ("nb nn no", "« » ‘ ’"), ("el es it pt", "« » “ ”"),
    ("be ru uk", "« » „ “"), ("fr", "«\u{202f} \u{202f}» “ ”"),
    ("de_ch fr_ch it_ch", "« » ‹ ›"), ("pt_br", "“ ” ‘ ’"),
  ]

  /// The English quotes, made once, since every context has quotes and few use them.
  package static let usual = QuoteSigns(language: "en")

  /// Finds the quotes of a language code, such as `de` or `de_CH`; English ones if it is unknown.
  package init(language: String) {
    let code = language.lowercased().replacing("-", with: "_")
    let found = [code, String(code.prefix { $0 != "_" })].lazy.compactMap { name in
      Self.byLanguage.first { $0.languages.split(separator: " ").contains { $0 == name } }
    }.first
    let signs = (found?.signs ?? "“ ” ‘ ’").split(separator: " ").map(String.init)
    (open, close, innerOpen, innerClose) = (signs[0], signs[1], signs[2], signs[3])
  }
}
