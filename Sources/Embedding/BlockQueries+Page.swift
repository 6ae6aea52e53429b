package import Entities
package import Markdown
package import Services

extension BlockQueries {
  /// Returns the answers to the query blocks of one page. Their total cost and size are limited,
  /// and no block begins after the task is cancelled.
  @concurrent
  package func answers(to blocks: [AskedBlock]) async -> [AskedBlock: Embeds.Answer] {
    var answers: [AskedBlock: Embeds.Answer] = [:]
    var (work, bytes) = (0, 0)
    for asked in blocks where answers[asked] == nil {
      var answer = BlockAnswer.notReached
      if work < PageLimit.work, bytes < PageLimit.bytes {
        answer = await self.answer(asked.block, in: asked.note)
        work += answer.work
        bytes += answer.rows.reduce(0) { $0 + $1.cells.reduce(0) { $0 + $1.size } }
      }
      // A cancelled query has no answer.
      if Task.isCancelled { break }
      answers[asked] = Embeds.Answer(answer)
    }
    return answers
  }
}

/// The limits for all blocks of a page: twice those of a single block.
private enum PageLimit {
  static let work = 40_000_000
  static let bytes = 8 << 20
}

extension BlockAnswer {
  fileprivate static let notReached = BlockAnswer(
    [.init([.markdown("⚠ The query blocks above take too much work: this one is not answered.")])],
    showsSource: true)
}
