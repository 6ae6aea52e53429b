package import Entities
import Synchronization

/// The texts that a note embeds, by the links as they are written, and the answers of its query
/// blocks.
///
/// The reader of the embeds limits their depth: a missing embed is shown as a link or as code.
package struct Embeds: Sendable {
  package final class Text: Sendable {
    let bytes: [UInt8]
    let embeds: Embeds
    private let read = Mutex<RenderedNote?>(nil)

    /// `bytes`: only the part that is shown; see `EmbeddedPart`.
    package init(_ bytes: [UInt8], embeds: Embeds = Embeds()) {
      self.bytes = bytes
      self.embeds = embeds
    }

    /// Reads the text on the first call only.
    func note(_ answers: Answers) -> RenderedNote {
      let note = read.withLock { read in
        let note = read ?? RenderedNote(bytes, embeds: embeds)
        read = note
        return note
      }
      return note.answered(answers.known)
    }
  }

  /// The answer that is shown for a query block.
  package final class Answer: Sendable {
    package let answer: BlockAnswer
    let markdown: [UInt8]
    let tree: NoteTree
    let units: [RenderedUnit]

    /// Lays the answer out here, so that drawing a frame need not.
    package init(_ answer: BlockAnswer) {
      self.answer = answer
      let markdown = AnswerMarkdown.text(of: answer)
      let made = AnswerTree(answer.rows, LineTable(markdown))
      var reader = UnitReader(
        made.tree, markdown, shown: markdown, embeds: Embeds(), followsBlank: false)
      reader.read()
      units = reader.units.map { unit in
        var unit = unit.embedded
        unit.origin = made.origins[unit.line]
        return unit
      }
      tree = made.tree
      self.markdown = markdown
    }

    /// Whether the block's own text stays above the answer.
    var showsSource: Bool { answer.showsSource }
    /// The answer's inlines, for a query within a line.
    var inlines: [NoteInline] { tree.blocks.first?.inlines ?? [] }
    var words: [UInt8] { Array((units.first?.words ?? "").utf8) }
  }

  /// The answers to the query blocks of a page, including those of its embeds.
  package struct Answers: Sendable {
    var known: [AskedBlock: Answer]
    /// The note whose queries are answered; nil for a text without a file.
    package var asker: NoteID?

    package init(_ known: [AskedBlock: Answer] = [:], asker: NoteID? = nil) {
      (self.known, self.asker) = (known, asker)
    }

    subscript(block: QueryBlock) -> Answer? { known[AskedBlock(block, in: asker)] }
    var isEmpty: Bool { known.isEmpty }
  }

  /// Texts by `Target#Part`.
  package var texts: [String: Text]
  package var answers: Answers
  /// The prefix that makes a code span a Dataview expression.
  package var inlineSign: [UInt8]

  package init(
    _ texts: [String: Text] = [:], answers: Answers = Answers(),
    inlineSign: [UInt8] = InlineQueries.defaultPrefix
  ) {
    self.texts = texts
    self.answers = answers
    self.inlineSign = inlineSign
  }

  /// Returns these embeds with other answers, in the embedded texts too.
  package func answered(_ known: [AskedBlock: Answer]) -> Embeds {
    var embeds = self
    embeds.answers.known = known
    embeds.texts = texts.mapValues { Text($0.bytes, embeds: $0.embeds.answered(known)) }
    for (asked, answer) in known where asked.block.language == .baseFile {
      if asked.note == answers.asker { embeds.texts[asked.block.text] = Text(answer.markdown) }
    }
    return embeds
  }
}
