import Entities
import Services
import VaultSettings
import Viper

/// Runs searches. A new search cancels the one before, whose result is never reported.
@MainActor
final class SearchInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any SearchInteractorOutput)?
  private let cases: SearchCases
  private let work: Work
  private let scope: WorkScope
  /// The scope of the running search, so that it can be canceled alone.
  private var asking: WorkScope?
  private var hasEnded = false
  /// The saved searches as last read.
  private(set) var saved: [SavedSearch] = []
  private let latestSaved = Latest()

  init(cases: SearchCases, work: Work) {
    (self.cases, self.work) = (cases, work)
    scope = work.scope()
  }

  func search(_ typed: String, limit: Int, withExcerpts: Bool) {
    cancel()
    if hasEnded { return }
    let scope = work.scope()
    asking = scope
    scope.run { [cases] in
      try await cases.find(typed, limit: limit, withExcerpts: withExcerpts)
    } then: { [weak self] result in
      guard let self else { return }
      asking = nil
      switch result {
      case .success(let answer):
        output?.searchFound(SearchRows(answer.hits), hasMore: answer.hasMore)
      case .failure(SearchFailure.unreadable(let position, let reason)):
        output?.searchCannotRead(typed, position: position, reason: reason)
      case .failure(SearchFailure.failed(let error)): output?.searchFailed(error.message)
      case .failure: break
      }
    }
  }

  func cancel() {
    asking?.end()
    asking = nil
  }

  /// Reads the saved searches after this change; reports them by `savedSearchesChanged`.
  func loadSaved(after change: SavedSearchChange? = nil) {
    let take = latestSaved.only { [weak self] in self?.saved = $0 }
    scope.run { [cases] in
      await cases.saved()
    } then: { [weak self] result in
      if case .success(let searches) = result { take(searches) }
      self?.output?.savedSearchesChanged(by: change)
    }
  }

  /// Changes the saved searches; reports by `savedSearchesChanged` or `savingFailed`.
  func change(_ change: SavedSearchChange) {
    scope.run { [cases] in
      try await cases.change(change)
    } done: { [weak self] _ in
      self?.loadSaved(after: change)
    } failed: { [weak self] in
      self?.output?.savingFailed($0.explanation)
    }
  }

  /// Warms up the index, so that the first search is faster.
  func prepare() {
    scope.run { [cases] in
      await cases.prepare()
    } then: { _ in
    }
  }

  /// Ends all work; nothing is reported after this.
  func end() {
    cancel()
    scope.end()
    hasEnded = true
  }
}
