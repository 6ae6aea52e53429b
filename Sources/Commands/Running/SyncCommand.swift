import Entities
import Services
import Sync
import Synchronization

/// Syncs a vault with its remote.
struct SyncCommand: CommandPart {
  let context: CommandContext

  func check(_ request: CommandRequest) throws(CommandFailure) {
    if request.expectedCount != nil, request.has(.watch) {
      throw CommandFailure("--expect is about one sync: leave out --watch.", code: .usage)
    }
  }

  func sync(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let sync = try opened()
    let presenter = SyncText(request, output)
    do throws(SyncFailure) {
      if request.has(.status) {
        presenter.write(try await sync.status(), nil)
        return .done
      }
      if request.has(.watch) { return try await watch(sync, request) }
      let report = try await once(sync, request)
      if request.has(.json) {
        presenter.write(try await sync.status(), report)
      } else {
        presenter.tell(report)
      }
      if report.question != nil { return .failed }
      return report.conflicts.isEmpty ? .done : .conflict
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Returns the sync of the vault. An encrypted one is unlocked as for any other command; without
  /// a passphrase and a terminal to ask on, it can only be fetched.
  private func opened() throws(CommandFailure) -> any VaultSync {
    if case .closed(let vault) = context.found, let sync = vault.sync { return sync }
    guard let sync = context.vault.sync else {
      throw CommandFailure("this vault is only read: it cannot be synced.")
    }
    return sync
  }

  private func once(
    _ sync: any VaultSync, _ request: CommandRequest
  ) async throws(SyncFailure) -> SyncReport {
    let url = request.options[.setUp]?.first?.text
    var asked = SyncRequest(by: .person, isDryRun: request.has(.dryRun))
    if let expected = request.expectedCount {
      try await check(expected, sync, url)
      asked.expectedCount = expected
    }
    var done = SyncReport()
    while true {
      do throws(SyncFailure) {
        done = try await run(sync, url, asked).after(done)
        guard let question = done.question, agree(to: question, request, &asked) else {
          return done
        }
      } catch .asks(let question) {
        guard agree(to: question, request, &asked) else { throw .asks(question) }
      }
    }
  }

  /// Checks the number of changes with a dry run.
  private func check(
    _ expected: Int, _ sync: any VaultSync, _ url: String?
  ) async throws(SyncFailure) {
    let count = try await run(sync, url, SyncRequest(by: .person, isDryRun: true)).came.count
    if count != expected { throw .unexpected(count, expected: expected) }
  }

  /// Returns false if the user must be asked.
  private func agree(
    to question: SyncQuestion, _ request: CommandRequest, _ asked: inout SyncRequest
  ) -> Bool {
    guard request.has(.yes), asked.agreed.insert(question).inserted else { return false }
    output.message("\(question.message) Yes, says --yes.")
    for line in question.list { output.more(line) }
    return true
  }

  /// Runs a sync that C-c stops. Each write is then either complete or not done at all.
  private func run(
    _ sync: any VaultSync, _ url: String?, _ asked: SyncRequest
  ) async throws(SyncFailure) -> SyncReport {
    let (waiting, folder) = (context.waiting, context.folder)
    waiting.begin()
    let step = LastStep()
    let tell: @Sendable (SyncProgress) -> Void = {
      step.note($0)
      waiting.show($0.message)
    }
    let work = Task { @concurrent () async -> Result<SyncReport, SyncFailure> in
      do throws(SyncFailure) {
        let report =
          if let url {
            try await sync.setUp(SyncSetUp(url: url, from: folder), asked, progress: tell)
          } else {
            try await sync.sync(asked, progress: tell)
          }
        return .success(report)
      } catch {
        return .failure(error)
      }
    }
    let watching = Task { @concurrent in
      while !Task.isCancelled {
        if waiting.isOver() { return work.cancel() }
        if step.isWaitedFor { waiting.show(SyncWords.waiting) }
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
    let result = await work.value
    watching.cancel()
    waiting.show(nil)
    return try result.get()
  }

  /// Syncs after each change, and every ten minutes. A failure is reported and retried.
  private func watch(
    _ sync: any VaultSync, _ request: CommandRequest
  ) async throws(SyncFailure) -> ExitCode {
    var pause = Self.period
    while !context.waiting.isOver() {
      do throws(SyncFailure) {
        let report = try await once(sync, request)
        if !report.isEmpty { SyncText(request, output).tell(report) }
        output.flush()
        pause = Self.period
      } catch .cancelled {
        break
      } catch .notSetUp {
        throw .notSetUp
      } catch .locked(let waiting) {
        // Without a terminal, no passphrase will come.
        throw .locked(waiting: waiting)
      } catch {
        output.message(error.message)
        pause = min(pause * 2, .seconds(3600))
      }
      await wait(pause, for: sync)
    }
    return .done
  }

  private static let period = Duration.seconds(600)
  /// The time without changes before files are sent.
  private static let quiet = Duration.seconds(10)

  /// Waits until there is a change with no further changes after it, or until the time is over.
  private func wait(_ pause: Duration, for sync: any VaultSync) async {
    var (waited, unchanged) = (Duration.zero, Duration.zero)
    var last: [NotePath] = []
    while waited < pause, !context.waiting.isOver() {
      try? await Task.sleep(for: .seconds(2))
      waited += .seconds(2)
      let now = (try? await sync.status()).map { status -> [NotePath] in
        if case .setUp(let facts) = status { facts.waiting } else { [] }
      }
      guard let now, !now.isEmpty else { continue }
      unchanged = now == last ? unchanged + .seconds(2) : .zero
      last = now
      if unchanged >= Self.quiet { return }
    }
  }
}

/// The current step of a sync, with its start.
private final class LastStep: Sendable {
  private let last = Mutex<(step: SyncProgress, since: ContinuousClock.Instant)?>(nil)

  func note(_ step: SyncProgress) { last.withLock { $0 = (step, .now) } }

  /// Whether the remote has not answered for some time.
  var isWaitedFor: Bool {
    last.withLock { last in
      guard let last, last.step.isOfNetwork else { return false }
      return last.since.duration(to: .now) > .seconds(10)
    }
  }
}

extension CommandFailure {
  init(_ failure: SyncFailure) {
    switch failure {
    case .needs, .notLetIn, .unknownHost, .locked: self.init(failure.message, code: .locked)
    case .cancelled: self.init(failure.message, code: .cancelled)
    case .unexpected: self.init(failure.message, code: .unexpected)
    case .keysDiffer:
      self.init(
        failure.message,
        details: failure.steps.enumerated().map { "\($0.offset + 1). \($0.element)" })
    case .asks(let question):
      self.init("\(question.message) \(SyncText.toAgree)", details: question.list)
    default: self.init(failure.message)
    }
  }
}
