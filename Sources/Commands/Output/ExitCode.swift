/// How a command ended, as shells see it.
package enum ExitCode: Int32, Equatable, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case notFound = 3
  case ambiguous = 4
  case locked = 5
  /// The notes are not as the caller expected. Nothing was written.
  case unexpected = 6
  case cancelled = 7
  /// Both versions are there.
  case conflict = 8
}
