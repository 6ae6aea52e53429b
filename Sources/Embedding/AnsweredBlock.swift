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

extension BlockQueries {
  /// The answers to the query blocks of one page. All of them together are bounded, and none is begun
  /// once the task is cancelled.
  @concurrent
  package func answers(to blocks: [AskedBlock]) async -> [AskedBlock: AnsweredBlock] {
    var answers: [AskedBlock: AnsweredBlock] = [:]
    var (work, bytes) = (0, 0)
    for asked in blocks where answers[asked] == nil {
      var answer = BlockAnswer.notReached
      if work < PageLimit.work, bytes < PageLimit.bytes {
        answer = await self.answer(asked.block, in: asked.note)
        work += answer.work
        bytes += answer.lines.reduce(0) { $0 + $1.markdown.utf8.count }
      }
      // What was cancelled is no answer.
      if Task.isCancelled { break }
      answers[asked] = AnsweredBlock(answer)
    }
    return answers
  }
}

/// What the blocks of a page may cost: twice what one may.
private enum PageLimit {
  static let work = 40_000_000
  static let bytes = 8 << 20
}

extension BlockAnswer {
  fileprivate static let notReached = BlockAnswer(
    [.init("⚠ The query blocks above take too much work: this one is not answered.")],
    showsSource: true)
}
