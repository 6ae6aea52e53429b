import Embedding
import Entities
import Markdown
import Services
import Viper

/// Fetches the answers of the query blocks in the shown text, and caches them while it is shown.
/// Until an answer arrives, the previous one or the block itself is shown.
@MainActor
final class PreviewAnswers {
  private(set) var known: [AskedBlock: Embeds.Answer] = [:]
  /// Whether known answers are fetched again.
  var mustAskAgain = true
  private let queries: (any BlockQueries)?
  private let shown: (any ShownNotes)?
  /// A scope of its own, so that queries can be canceled alone.
  private let scope: WorkScope
  private var isAsking = false
  private var asking: Set<AskedBlock> = []
  /// The blocks of the shown text.
  private var blocks: Set<AskedBlock> = []
  /// The next request.
  private var wish: (blocks: [AskedBlock], note: NoteID?, then: @MainActor () -> Void)?

  init(_ queries: (any BlockQueries)?, _ shown: (any ShownNotes)?, scope: WorkScope) {
    self.queries = queries
    self.shown = shown
    self.scope = scope
  }

  /// Fetches the answers; calls `then` if one has changed.
  func ask(
    _ blocks: [AskedBlock], shownBy note: NoteID?, then: @escaping @MainActor () -> Void
  ) {
    self.blocks = Set(blocks)
    if !asking.isSubset(of: self.blocks) { scope.cancel() }
    known = known.filter { self.blocks.contains($0.key) }
    let unknown = mustAskAgain ? blocks : blocks.filter { known[$0] == nil }
    mustAskAgain = false
    wish = unknown.isEmpty || queries == nil ? nil : (unknown, note, then)
    askNext()
  }

  /// Cancels the queries, because the text is not shown any more.
  func leave() {
    blocks = []
    wish = nil
    scope.cancel()
  }

  func end() { scope.end() }

  private func askNext() {
    guard !isAsking, let queries, let (blocks, note, then) = wish else { return }
    wish = nil
    isAsking = true
    asking = Set(blocks)
    scope.run { [shown] in
      if let note { shown?.willShow(note) }
      defer { if let note { shown?.wasShown(note) } }
      return await queries.answers(to: blocks)
    } then: { [weak self] result in
      guard let self else { return }
      self.isAsking = false
      self.asking = []
      if let answers = try? result.get(), self.take(answers) { then() }
      self.askNext()
    }
  }

  private func take(_ answers: [AskedBlock: Embeds.Answer]) -> Bool {
    // Skip blocks that are gone by now.
    let changed = answers.filter { asked, new in
      blocks.contains(asked) && new.answer != known[asked]?.answer
    }
    known.merge(changed) { $1 }
    return !changed.isEmpty
  }
}
