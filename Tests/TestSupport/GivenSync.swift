package import Entities
package import Services
import Synchronization

/// A sync that answers as it was told to, call by call, and keeps what it was asked.
package final class GivenSync: VaultSync {
  package enum Call: Equatable, Sendable {
    case sync(SyncRequest)
    case setUp(String, SyncRequest)
    case undo
  }

  private struct State {
    var status = Result<SyncStatus, SyncFailure>.success(.notSetUp)
    var answers: [Result<SyncReport, SyncFailure>] = []
    var calls: [Call] = []
  }

  private let state = Mutex(State())

  package init(_ status: SyncStatus = .notSetUp, answers: [Result<SyncReport, SyncFailure>] = []) {
    state.withLock { ($0.status, $0.answers) = (.success(status), answers) }
  }

  /// One that cannot even say how things are.
  package init(failing failure: SyncFailure) {
    state.withLock { ($0.status, $0.answers) = (.failure(failure), [.failure(failure)]) }
  }

  package var calls: [Call] { state.withLock(\.calls) }

  package func answer(_ status: SyncStatus) { state.withLock { $0.status = .success(status) } }

  package func status() async throws(SyncFailure) -> SyncStatus {
    try state.withLock(\.status).get()
  }

  package func sync(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport {
    progress(.fetching)
    return try answer(to: .sync(request))
  }

  package func setUp(
    _ setUp: SyncSetUp, _ request: SyncRequest,
    progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncFailure) -> SyncReport {
    try answer(to: .setUp(setUp.url, request))
  }

  package func undoLast() async throws(SyncFailure) -> SyncReport { try answer(to: .undo) }

  private func answer(to call: Call) throws(SyncFailure) -> SyncReport {
    let answer = state.withLock { state in
      state.calls.append(call)
      return state.answers.isEmpty ? .success(SyncReport()) : state.answers.removeFirst()
    }
    return try answer.get()
  }
}

extension SyncStatus {
  /// One that is set up, with nothing to do but what is named.
  package static func ready(
    waiting: [NotePath] = [], conflicts: [NotePath] = [], ahead: Int = 0, obstacle: String? = nil
  ) -> SyncStatus {
    .setUp(
      Facts(
        remotes: [Remote(name: "origin", url: "git@example.org:ann/notes.git", ahead: ahead)],
        branch: "main", lastSync: nil, waiting: waiting, conflicts: conflicts, isUnfinished: false,
        obstacle: obstacle))
  }
}
