import Comparing
import Regex
import TextEngine
import Viper

/// Something that is read, searched or written elsewhere, with the type of its answer. Those that reach
/// beyond the text are in `+Vault`.
///
/// ```swift
/// interactor.ask(.recentNotes()) { notes in … }
/// ```
struct EditorRequest<Answer> {
  typealias Work = @Sendable @concurrent () async throws -> Answer

  /// How a fake tells requests apart.
  let name: String
  let start: @MainActor (EditorInteractor, @escaping @MainActor (Answer) -> Void) -> Void
}

extension EditorRequest where Answer: Sendable {
  /// Runs in the background. Without work, or if it fails, the answer is `fallback`.
  init(
    name: String, else fallback: Answer,
    _ work: @escaping @MainActor (EditorInteractor) -> Work?
  ) {
    self.init(name: name) { interactor, deliver in
      guard let work = work(interactor) else { return deliver(fallback) }
      interactor.scope.run(work, then: { deliver((try? $0.get()) ?? fallback) })
    }
  }
}

extension EditorRequest {
  /// Runs in the background and answers with a result. Without work there is no answer.
  init<Value: Sendable>(
    name: String,
    _ work: @escaping @MainActor (EditorInteractor) -> EditorRequest<Value>.Work?
  ) where Answer == Result<Value, any Error> {
    self.init(name: name) { interactor, deliver in
      if let work = work(interactor) { interactor.scope.run(work, then: deliver) }
    }
  }
}

extension EditorRequest {
  /// Where a line or a part begins, once the text was read to its end.
  static func offset(of target: EditorTarget) -> Self where Answer == ByteOffset? {
    Self(name: "offset of \(target)") { $0.find(target, then: $1) }
  }

  static func match(
    of search: TextSearch, _ way: EditorSearchWay, scope: Range<ByteOffset>?,
    within budget: RegexBudget
  ) -> Self where Answer == Result<TextSearch.Step?, SearchTrouble> {
    Self(name: "match \(way)") { interactor, deliver in
      let text = interactor.text
      let isCancelled: @Sendable () -> Bool = { Task.isCancelled }
      interactor.run(search, within: budget, then: deliver) { search throws(SearchTrouble) in
        switch way {
        case .from(let offset):
          try search.next(from: offset, in: text, scope: scope, isCancelled: isCancelled)
        case .after(let match):
          try search.next(after: match, in: text, scope: scope, isCancelled: isCancelled)
        case .before(let offset):
          try search.previous(before: offset, in: text, scope: scope, isCancelled: isCancelled)
        }
      }
    }
  }

  /// The edit that replaces all matches.
  static func replacement(
    of search: TextSearch, with new: Replacement, inside parts: [Range<ByteOffset>]?,
    within budget: RegexBudget
  ) -> Self where Answer == Result<TextSearch.Replaced, SearchTrouble> {
    Self(name: "replacement") { interactor, deliver in
      let text = interactor.text
      interactor.run(search, within: budget, then: deliver) { search throws(SearchTrouble) in
        try search.replacingAll(
          in: text, inside: parts, with: new, isCancelled: { Task.isCancelled })
      }
    }
  }

  /// Goes on counting matches. Nil if the count was stopped, or the text changed meanwhile.
  static func count(_ counter: MatchCounter, within budget: RegexBudget) -> Self
  where Answer == MatchCounter? {
    Self(name: "count") { interactor, deliver in
      let (text, revision) = (interactor.text, interactor.revision)
      interactor.scope.run(
        {
          var counter = counter
          _ = counter.advance(in: text, isCancelled: { budget.isSpent })
          return counter
        },
        then: { [weak interactor] result in
          let isSame =
            interactor?.revision == revision && interactor?.text.byteCount == text.byteCount
          deliver(isSame && !budget.isSpent ? try? result.get() : nil)
        })
    }
  }

  static func words(in ranges: [Range<ByteOffset>]) -> Self where Answer == Int? {
    Self(name: "words", else: nil) { interactor in
      let text = interactor.text
      return { WordCounter.count(in: ranges, of: text) { Task.isCancelled } }
    }
  }

  /// The name that a new note would get; empty without text. It is answered immediately.
  static func draftName() -> Self where Answer == String {
    Self(name: "draft name") { interactor, deliver in
      let (text, texts) = (interactor.text, interactor.services.naming.texts)
      deliver(text.isEmpty ? "" : DraftTitle.title(of: text, by: texts))
    }
  }

  /// The difference between the text and the one that a question is about.
  static func difference() -> Self where Answer == [DifferenceLine] {
    Self(name: "difference") { interactor, deliver in
      interactor.unsaved.findDifference(then: deliver)
    }
  }
}
