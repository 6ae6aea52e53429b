import Entities

/// Where a run may end before its time. Tests end it at each of these.
enum SyncStep: Equatable, Sendable {
  case begun, wentOn
  case staged, treeWritten, committed, snapshotTaken
  case fetched
  case merged, mergeCommitted
  case applyWritten
  case fileDone(NotePath)
  case filesDone, branchMoved, indexRead, applyRemoved
  case keptSent, sent
  case noted
}

typealias SyncStepping = @Sendable (SyncStep) async throws -> Void
