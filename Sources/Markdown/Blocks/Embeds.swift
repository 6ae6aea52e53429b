package import Entities

/// The texts of other notes that a note shows in place, by the links as they are written, and what
/// its query blocks come to.
///
/// How deep that goes, their reader decides: what is not here is shown as a link, or as code.
package struct Embeds: Sendable {
  package final class Text: Sendable {
    let bytes: [UInt8]
    let embeds: Embeds

    /// The bytes are those of the part that is shown; see `EmbeddedPart`.
    package init(_ bytes: [UInt8], embeds: Embeds = Embeds()) {
      self.bytes = bytes
      self.embeds = embeds
    }
  }

  /// What is shown for a query block.
  package final class Answer: Sendable {
    let markdown: [UInt8]
    let note: RenderedNote
    /// Where the lines of the Markdown come from.
    let origins: [RowOrigin?]
    /// The block's own text stays above.
    let showsSource: Bool

    package init(_ markdown: [UInt8], origins: [RowOrigin?], showsSource: Bool) {
      self.markdown = markdown
      note = RenderedNote(answer: markdown)
      // Here, and not on the way of a frame.
      note.readAhead()
      self.origins = origins
      self.showsSource = showsSource
    }
  }

  /// By `Target#Part`.
  package var texts: [String: Text]
  package var answers: [QueryBlock: Answer]
  /// What a span of code begins with that is an expression of Dataview's.
  package var inlineSign: [UInt8]

  package init(
    _ texts: [String: Text] = [:], answers: [QueryBlock: Answer] = [:],
    inlineSign: [UInt8] = InlineQueries.usualSign
  ) {
    self.texts = texts
    self.answers = answers
    self.inlineSign = inlineSign
  }

  var isEmpty: Bool { texts.isEmpty && answers.isEmpty }
}
