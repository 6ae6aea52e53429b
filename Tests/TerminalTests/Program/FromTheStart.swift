import Testing

/// A serialized test normally waits for its turn behind all tests that others have begun. With this
/// trait it gets its turn first, so that the suite ends with the others and not long after.
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
