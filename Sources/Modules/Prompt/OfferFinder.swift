import Viper

/// Finds what is offered for a line. Only the answer for the latest text is delivered.
@MainActor
final class OfferFinder {
  private let find: LineOffers
  private let scope: WorkScope
  private let latest = Latest()
  /// Whether the offers for the latest text are still missing.
  private(set) var isFinding = false

  init(_ find: @escaping LineOffers, scope: WorkScope) {
    (self.find, self.scope) = (find, scope)
  }

  func find(_ typed: String, then deliver: @escaping @MainActor (OfferedLines) -> Void) {
    isFinding = true
    let find = find
    scope.run(
      { await find(typed) },
      then: latest.only { [weak self] result in
        self?.isFinding = false
        deliver((try? result.get()) ?? OfferedLines())
      })
  }

  func end() { scope.end() }
}
