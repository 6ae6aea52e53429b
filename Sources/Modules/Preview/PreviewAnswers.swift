import Embedding
import Entities
import Markdown
import Services
import Viper

/// Asks what the query blocks of the shown text come to, and keeps that while the text is shown: until
/// an answer is there, the one before it or the block itself is seen.
@MainActor
final class PreviewAnswers {
  private(set) var known: [AskedBlock: Embeds.Answer] = [:]
  /// They are asked for again though they are known.
  var areOld = true
  private let queries: (any BlockQueries)?
  private let shown: (any ShownNotes)?
  /// Of its own: what is asked is cancelled without the rest.
  private let scope: WorkScope
  private var isAsking = false
  private var asking: Set<AskedBlock> = []
  /// Those of the text that is shown.
  private var blocks: Set<AskedBlock> = []
  /// What is asked next.
  private var wish: (blocks: [AskedBlock], note: NoteID?, then: @MainActor () -> Void)?

  init(_ queries: (any BlockQueries)?, _ shown: (any ShownNotes)?, scope: WorkScope) {
    self.queries = queries
    self.shown = shown
    self.scope = scope
  }

  /// `then` is called where an answer is another one than before.
  func ask(
    _ blocks: [AskedBlock], shownBy note: NoteID?, then: @escaping @MainActor () -> Void
  ) {
    self.blocks = Set(blocks)
    if !asking.isSubset(of: self.blocks) { scope.cancel() }
    known = known.filter { self.blocks.contains($0.key) }
    let unknown = areOld ? blocks : blocks.filter { known[$0] == nil }
    areOld = false
    wish = unknown.isEmpty || queries == nil ? nil : (unknown, note, then)
    askNext()
  }

  /// The text is left: what it asked for is worked out no further.
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
    // Blocks may be gone by now.
    let changed = answers.filter { asked, new in
      blocks.contains(asked) && new.answer != known[asked]?.answer
    }
    known.merge(changed) { $1 }
    return !changed.isEmpty
  }
}
