package import Services

// Finds notes by a query. It has no view yet: the command line shows what it finds.

/// A note that fits.
package typealias SearchFinding = SearchHit

@MainActor
package protocol SearchInteracting: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any SearchInteractorOutput)? { get set }

  /// Looks for what a person typed. The answer to an earlier question is not told any more.
  func search(_ typed: String, limit: Int, withExcerpts: Bool)

  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol SearchInteractorOutput: AnyObject {
  func searchFound(_ findings: [SearchFinding], hasMore: Bool)
  /// `position` counts characters of what was typed, from 0.
  func searchCannotRead(_ typed: String, position: Int, reason: String)
  func searchFailed(_ message: String)
}
