package import Entities
package import Markdown
package import Services

/// A query block, and the note that has it: nil for a text without a file.
package struct AskedBlock: Hashable, Sendable {
  package let block: QueryBlock
  package let note: NoteID?
}

/// What a block comes to, and how that is shown.
package struct AnsweredBlock: Sendable {
  package let answer: BlockAnswer
  package let shown: Embeds.Answer

  package init(_ answer: BlockAnswer) {
    self.answer = answer
    shown = Embeds.Answer(
      answer.markdown, origins: answer.lines.map(\.origin), showsSource: answer.showsSource)
  }
}
