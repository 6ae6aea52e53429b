package import Entities

/// All that one pass over a note's bytes finds, as ranges of these bytes, so that nothing is
/// copied before someone asks for it. Links and tags in code are none.
package struct NoteScan: Sendable {
  /// Front matter from its first `---` to the end of its last line; an empty range without.
  package var frontMatter = 0..<0
  /// Where the text after the front matter begins.
  package var body = 0
  /// Whether the front matter can be read; if not, it is left alone.
  package var frontMatterProblem: String?
  /// What the front matter calls the note; see `title(in:)`.
  var frontMatterTitle: String?
  package var properties: [NoteProperty] = []
  /// From the properties; the file's name is not one of them.
  package var aliases: [String] = []
  package var headings: [Heading] = []
  package var links: [Link] = []
  package var tags: [Tag] = []
  /// The names of the tags in the text: they are the last ones of `tags`.
  var tagRanges: [Range<Int>] = []
  package var blocks: [Block] = []
  package var tasks: [Task] = []
  package var fields: [Field] = []

  /// Beyond this number of one kind, the rest is ignored: a file made of nothing but links would
  /// take many times its size.
  static let most = 300_000

  package struct Heading: Equatable, Sendable {
    package var level: Int
    /// The words, without the marks.
    package var text: Range<Int>
    /// Counted from 1, as everywhere here.
    package var line: Int
  }

  package struct Link: Equatable, Sendable {
    package enum Kind: Sendable {
      /// `[[Target#Part|Text]]`
      case wiki
      /// `[Text](target.md#part)`, percent-encoded
      case markdown
      /// `[label]: target.md`
      case reference
    }

    package var kind: Kind
    package var isEmbed: Bool
    /// From the first bracket (with `!`) to the last.
    package var whole: Range<Int>
    /// The note's name or path, without part and text; empty for a link within the note.
    package var target: Range<Int>
    /// The text behind the first `#`; nil without.
    package var part: Range<Int>?
    /// The words shown instead of the target; nil without.
    package var text: Range<Int>?
    package var line: Int
    /// It leads out of the vault: `https:`, `mailto:`.
    package var isExternal: Bool
    /// The quote around the value, for a link in the front matter; nil elsewhere.
    package var quote: UInt8?

    package init(
      kind: Kind, isEmbed: Bool, whole: Range<Int>, target: Range<Int>, part: Range<Int>?,
      text: Range<Int>?, line: Int, isExternal: Bool, quote: UInt8? = nil
    ) {
      self.kind = kind
      self.isEmbed = isEmbed
      self.whole = whole
      self.target = target
      self.part = part
      self.text = text
      self.line = line
      self.isExternal = isExternal
      self.quote = quote
    }
  }

  package struct Tag: Equatable, Sendable {
    /// Without the `#`. Includes tags of the front matter in any form.
    package var name: String
    package var line: Int
  }

  package struct Block: Equatable, Sendable {
    package var id: Range<Int>
    package var line: Int
    /// The lines that the id names: its paragraph, its item, or the block above an id that has a
    /// line of its own.
    package var lines: ClosedRange<Int>
  }

  /// `name:: value` in the text.
  package struct Field: Equatable, Sendable {
    package var name: Range<Int>
    package var value: Range<Int>
    package var line: Int
  }

  package struct Task: Equatable, Sendable {
    /// The sign between the brackets.
    package var status: Unicode.Scalar
    package var text: Range<Int>
    package var line: Int
  }
}
