import Difference

/// Goes on with whoever showed a difference, once it was closed, if it still lives.
@MainActor
final class DifferenceAdapter<Target: AnyObject>: DifferenceOutput {
  private weak var target: Target?
  private let goOn: @MainActor (Target) -> Void

  init(target: Target, then goOn: @escaping @MainActor (Target) -> Void) {
    self.target = target
    self.goOn = goOn
  }

  func differenceWasClosed() {
    if let target { goOn(target) }
  }
}
