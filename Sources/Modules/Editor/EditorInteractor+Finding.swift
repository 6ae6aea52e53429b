import TextEngine
import Viper

/// Where a search goes.
enum EditorSearchWay: Equatable, Sendable {
  case from(ByteOffset)
  case after(Range<ByteOffset>)
  case before(ByteOffset)
}

/// Searches: at once in a text that is small, else off the main thread.
extension EditorInteractor {
  /// So much is searched before anybody sees that it takes time.
  private static let small = 1 << 20

  func find(
    _ search: TextSearch, _ way: EditorSearchWay, scope: Range<ByteOffset>?,
    then show: @escaping @MainActor (Result<TextSearch.Step?, SearchTrouble>) -> Void
  ) {
    let text = text
    runSearch({ Self.step(search, way, text, scope) }, then: show)
  }

  /// Works out what replacing all matches comes to.
  func replaceAll(
    _ search: TextSearch, with new: Replacement, inside parts: [Range<ByteOffset>]?,
    then put: @escaping @MainActor (Result<TextSearch.Replaced, SearchTrouble>) -> Void
  ) {
    let text = text
    runSearch({ Self.replaced(search, new, text, parts) }, then: put)
  }

  private func runSearch<Value: Sendable>(
    _ body: @escaping @Sendable () -> Result<Value, SearchTrouble>,
    then deliver: @escaping @MainActor (Result<Value, SearchTrouble>) -> Void
  ) {
    if text.byteCount <= Self.small { return deliver(body()) }
    scope.run(
      { body() },
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
