import TextEngine
import Viper

/// Searches: at once in a text that is small, else off the main thread.
extension EditorInteractor {
  /// So much is searched before anybody sees that it takes time.
  private static let small = 1 << 20

  func find(
    _ search: TextSearch, _ way: EditorSearchWay, scope: Range<ByteOffset>?, number: Int
  ) {
    let text = text
    if text.byteCount <= Self.small {
      output?.matchWasFound(Self.step(search, way, text, scope), number: number)
      return
    }
    runSearch({ Self.step(search, way, text, scope) }) { [weak self] result in
      self?.output?.matchWasFound(result, number: number)
    }
  }

  func replaceAll(
    _ search: TextSearch, with new: Replacement, inside parts: [Range<ByteOffset>]?, number: Int
  ) {
    let text = text
    if text.byteCount <= Self.small {
      output?.replacementWasMade(Self.replaced(search, new, text, parts), number: number)
      return
    }
    runSearch({ Self.replaced(search, new, text, parts) }) { [weak self] result in
      self?.output?.replacementWasMade(result, number: number)
    }
  }

  private func runSearch<Value: Sendable>(
    _ body: @escaping @Sendable () -> Result<Value, SearchTrouble>,
    then deliver: @escaping @MainActor (Result<Value, SearchTrouble>) -> Void
  ) {
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
