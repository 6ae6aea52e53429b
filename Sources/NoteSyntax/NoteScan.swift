package import Entities

/// Everything that one pass over a note's bytes finds, as ranges of these bytes, so that nothing is
/// copied unless needed. Links and tags in code do not count.
package struct NoteScan: Sendable {
  /// The front matter with its `---` lines; an empty range without front matter.
  package var frontMatter = 0..<0
  /// The start of the text after the front matter.
  package var body = 0
  /// Why the front matter cannot be read, in which case it is not changed.
  package var frontMatterProblem: String?
  /// The title in the front matter; see `title(in:)`.
  var frontMatterTitle: String?
  package var properties: [NoteProperty] = []
  /// Aliases from the properties, without the file's name.
  package var aliases: [String] = []
  package var headings: [Heading] = []
  package var links: [Link] = []
  package var tags: [Tag] = []
  /// The ranges of the tags in the text, which are the last ones of `tags`.
  package var tagRanges: [Range<Int>] = []
  package var blocks: [Block] = []
  package var tasks: [Task] = []
  package var fields: [Field] = []

  /// The greatest number of items of one kind; the rest is ignored, since a file of nothing but
  /// links would use many times its size.
  static let most = 300_000

  package struct Heading: Equatable, Sendable {
    package var level: Int
    /// The words without the heading's signs.
    package var text: Range<Int>
    /// Counted from 1, like all lines here.
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
    /// From the first bracket, including `!`, to the last.
    package var whole: Range<Int>
    /// The name or path of the target, without part and text; empty for a link within the note.
    package var target: Range<Int>
    /// The text after the first `#`; nil without one.
    package var part: Range<Int>?
    /// The words that are shown instead of the target; nil without them.
    package var text: Range<Int>?
    package var line: Int
    /// Whether the link leads out of the vault: `https:`, `mailto:`.
    package var isExternal: Bool
    /// The quote around the value, for a link in a property; nil elsewhere.
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
    /// The name without `#`. Tags in the front matter may be written in any form.
    package var name: String
    package var line: Int
  }

  package struct Block: Equatable, Sendable {
    package var id: Range<Int>
    package var line: Int
    /// The lines that the id names: its paragraph or item, or the block above if it is alone in its
    /// line.
    package var lines: ClosedRange<Int>
  }

  /// A field in the text: `name:: value`.
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
