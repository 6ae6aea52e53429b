/// What a stretch of Markdown is; a theme gives each a look.
package enum Ink: UInt8, CaseIterable, Hashable, Sendable {
  case heading1, heading2, heading3, heading4, heading5, heading6
  case emphasis, strong, strike, mark
  /// Code in a line, code in lines of its own, and the name of its language.
  case code, codeBlock, language
  /// The words of a link, and where it leads.
  case link, linkTarget, embed, footnote, tag
  /// The box of a task, and all of a task that is done.
  case task, taskDone
  case listMarker, quote, callout, table, ruler, math, html, escape, comment, blockID
  case frontMatter, property
  /// Words of a programming language or of a property's value.
  case keyword, string, number, codeComment
  /// The signs that make something what it is: `**`, `#`, `[`, fences. Always beside what they make.
  case marker

  package static func heading(_ level: Int) -> Ink {
    Ink(rawValue: UInt8(max(1, min(level, 6)) - 1)) ?? .heading1
  }
}

/// Several inks at once: strong words in a heading are both.
package struct InkSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  package private(set) var bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  package init(_ ink: Ink) { bits = 1 << UInt64(ink.rawValue) }

  package init(arrayLiteral inks: Ink...) {
    bits = inks.reduce(0) { $0 | InkSet($1).bits }
  }

  package var isEmpty: Bool { bits == 0 }

  package func contains(_ ink: Ink) -> Bool { bits & InkSet(ink).bits != 0 }

  package func union(_ other: InkSet) -> InkSet { InkSet(bits: bits | other.bits) }

  package var inks: [Ink] { Ink.allCases.filter(contains) }
}

/// A stretch of text and all that it is.
package struct StyledSpan: Hashable, Sendable {
  package var range: Range<ByteOffset>
  package var kinds: InkSet
}
