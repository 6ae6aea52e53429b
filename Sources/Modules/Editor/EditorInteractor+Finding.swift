import Regex
import TextEngine
import Viper

/// Where a search goes.
enum EditorSearchWay: Equatable, Sendable {
  case from(ByteOffset)
  case after(Range<ByteOffset>)
  case before(ByteOffset)
}

/// Searches: at once where that takes little, else off the main thread until the person ends it.
extension EditorInteractor {
  /// So much is searched before anybody sees that it takes time.
  private static let small = 1 << 20

  func find(
    _ search: TextSearch, _ way: EditorSearchWay, scope: Range<ByteOffset>?,
    within patience: RegexBudget,
    then show: @escaping @MainActor (Result<TextSearch.Step?, SearchTrouble>) -> Void
  ) {
    let text = text
    run(search, within: patience, { Self.step($0, way, text, scope) }, then: show)
  }

  /// Works out what replacing all matches comes to.
  func replaceAll(
    _ search: TextSearch, with new: Replacement, inside parts: [Range<ByteOffset>]?,
    within patience: RegexBudget,
    then put: @escaping @MainActor (Result<TextSearch.Replaced, SearchTrouble>) -> Void
  ) {
    let text = text
    run(search, within: patience, { Self.replaced($0, new, text, parts) }, then: put)
  }

  /// Counts on, for a while. Nil where that was ended, or the text changed meanwhile.
  func count(
    _ counter: MatchCounter, within patience: RegexBudget,
    then show: @escaping @MainActor (MatchCounter?) -> Void
  ) {
    let (text, revision) = (text, revision)
    scope.run(
      {
        var counter = counter
        _ = counter.advance(in: text, isCancelled: { patience.isSpent })
        return counter
      },
      then: { [weak self] result in
        let isSame = self?.revision == revision && self?.text.byteCount == text.byteCount
        show(isSame && !patience.isSpent ? try? result.get() : nil)
      })
  }

  private func run<Value: Sendable>(
    _ search: TextSearch, within patience: RegexBudget,
    _ body: @escaping @Sendable (TextSearch) -> Result<Value, SearchTrouble>,
    then deliver: @escaping @MainActor (Result<Value, SearchTrouble>) -> Void
  ) {
    var search = search
    if text.byteCount <= Self.small {
      let instant = RegexBudget(RegexBudget.instant)
      search.budget = instant
      let result = body(search)
      if !instant.isSpent { return deliver(result) }
    }
    search.budget = patience
    let patient = search
    scope.run(
      { body(patient) },
      then: { result in deliver((try? result.get()) ?? .failure(.cancelled)) })
  }

  private nonisolated static func step(
    _ search: TextSearch, _ way: EditorSearchWay, _ text: Rope, _ scope: Range<ByteOffset>?
  ) -> Result<TextSearch.Step?, SearchTrouble> {
    do throws(SearchTrouble) {
      switch way {
      case .from(let place):
        return .success(
          try search.next(
            from: place, in: text, scope: scope, isCancelled: { Task.isCancelled }))
      case .after(let match):
        return .success(
          try search.next(
            after: match, in: text, scope: scope, isCancelled: { Task.isCancelled }))
      case .before(let place):
        return .success(
          try search.previous(
            before: place, in: text, scope: scope, isCancelled: { Task.isCancelled }))
      }
    } catch {
      return .failure(error)
    }
  }

  private nonisolated static func replaced(
    _ search: TextSearch, _ new: Replacement, _ text: Rope, _ parts: [Range<ByteOffset>]?
  ) -> Result<TextSearch.Replaced, SearchTrouble> {
    do throws(SearchTrouble) {
      return .success(
        try search.replacingAll(
          in: text, inside: parts, with: new, isCancelled: { Task.isCancelled }))
    } catch {
      return .failure(error)
    }
  }
}
