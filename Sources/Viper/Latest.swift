/// Lets only the latest of several questions be answered: what an older one comes to is dropped.
///
/// ```swift
/// scope.run({ try await trash.trashed() }, then: latest.only { [weak self] in self?.show($0) })
/// ```
@MainActor
package final class Latest {
  private var number = 0

  package nonisolated init() {}

  /// Nothing was asked yet.
  package var isUnused: Bool { number == 0 }

  /// What was asked until now is answered no more.
  package func forget() { number += 1 }

  /// Asks something else: takes the answer unless another question follows.
  package func only<Answer>(
    _ deliver: @escaping @MainActor (Answer) -> Void
  ) -> @MainActor (Answer) -> Void {
    forget()
    return still(deliver)
  }

  /// Goes on with what was asked last: takes the answer unless another question follows.
  package func still<Answer>(
    _ deliver: @escaping @MainActor (Answer) -> Void
  ) -> @MainActor (Answer) -> Void {
    { [self, number] answer in if number == self.number { deliver(answer) } }
  }

  package func only(_ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
    forget()
    return still(body)
  }

  package func still(_ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
    { [self, number] in if number == self.number { body() } }
  }
}
