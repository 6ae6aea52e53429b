import Testing

/// One test after the other waits for its turn behind all that others have begun, and so began when those
/// were over. With this they get it first: the suite is over when the others are, not long after them.
struct FromTheStart: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    withUnsafeCurrentTask { $0?.escalatePriority(to: .high) }
    try await function()
  }
}

extension Trait where Self == FromTheStart {
  static var fromTheStart: Self { FromTheStart() }
}
