/// Counts the running asynchronous use cases, so that "idle" is a fact and not a pause.
///
/// The count is raised before a task starts and lowered after its result was delivered.
@MainActor
package final class Work {
  package private(set) var underWay = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  fileprivate let background: (any TaskExecutor)?
  /// The closures that wait for the next turn of a loop.
  fileprivate var nextTurn: [@MainActor () -> Void] = []
  fileprivate var hasLoop = false

  /// `background` runs the work off the main actor; without it the system's threads do.
  package init(on background: (any TaskExecutor)? = nil) {
    self.background = background
  }

  package var isIdle: Bool { underWay == 0 }

  /// Lets a loop take the turns from here on: closures wait for `takeTurn` instead of running in
  /// tasks of their own, which would wake the loop.
  package func loopBegins() { hasLoop = true }

  /// Ends the loop's turns; closures that still wait run in a task.
  package func loopEnded() {
    hasLoop = false
    if hasNextTurn { Task { takeTurn() } }
  }

  package var hasNextTurn: Bool { !nextTurn.isEmpty }

  /// Runs the closures that waited for this turn; those that they add wait for the next one.
  package func takeTurn() {
    guard !nextTurn.isEmpty else { return }
    let bodies = nextTurn
    nextTurn = []
    for body in bodies { body() }
  }

  /// Returns once nothing is running; immediately if that is so already.
  package func whenIdle() async {
    if isIdle { return }
    await withCheckedContinuation { continuation in
      // The work may have ended before this continuation was made.
      if isIdle { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  /// Makes a scope for one module, which ends all work that it started.
  package func scope() -> WorkScope { WorkScope(work: self) }

  /// Runs this off the main actor to its end, even if the caller is gone.
  package func runToEnd(
    _ body: @escaping @Sendable @concurrent () async -> Void
  ) -> Task<Void, Never> {
    begin()
    return Task(executorPreference: background) {
      await body()
      await self.finish()
    }
  }

  fileprivate func begin() { underWay += 1 }

  fileprivate func finish() {
    underWay -= 1
    guard isIdle else { return }
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }
}

/// The work of one module. After `end()` its tasks are canceled and no result is delivered, so that
/// no event can reach a removed interactor.
///
/// ```swift
/// scope.run({ try await store.read(id) }, then: { [weak self] result in self?.received(result) })
/// ```
@MainActor
package final class WorkScope {
  private let work: Work
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextTask = 0
  private var underWay = 0
  private var hasEnded = false

  fileprivate init(work: Work) {
    self.work = work
  }

  /// Runs one use case off the main actor and delivers its result on it.
  package func run<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    then deliver: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) {
    start { scope in
      let result: Result<Value, any Error>
      do {
        result = .success(try await useCase())
      } catch {
        result = .failure(error)
      }
      if !scope.hasEnded { deliver(result) }
    }
  }

  /// Runs a use case and delivers its value, or reports its error.
  package func run<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    done deliver: @escaping @MainActor (Value) -> Void,
    failed report: @escaping @MainActor (any Error) -> Void
  ) {
    run(useCase) { result in
      switch result {
      case .success(let value): deliver(value)
      case .failure(let error): report(error)
      }
    }
  }

  /// Delivers the elements of a stream on the main actor until the stream or the scope ends.
  package func follow<Element: Sendable>(
    _ stream: @escaping @MainActor () async -> AsyncStream<Element>,
    each deliver: @escaping @MainActor (Element) -> Void,
    finally finish: @escaping @MainActor () -> Void = {}
  ) {
    start { scope in
      for await element in await stream() {
        if scope.hasEnded { return }
        deliver(element)
      }
      if !scope.hasEnded { finish() }
    }
  }

  /// Delivers the elements of a stream until it or the scope ends. Waiting does not count as work;
  /// only the delivery of an element does, with the work that it starts.
  package func observe<Element: Sendable>(
    _ stream: AsyncStream<Element>, each deliver: @escaping @MainActor (Element) -> Void
  ) {
    guard !hasEnded else { return }
    nextTask += 1
    let number = nextTask
    let listening = Listening(self)
    // A stream waits off the main actor: use our own threads, which sleep without a timeout.
    tasks[number] = Task(executorPreference: work.background) {
      await listening.take(stream, each: deliver, as: number)
    }
  }

  /// Holds its scope weakly: one that was released gets no more elements.
  @MainActor
  private final class Listening {
    private weak var scope: WorkScope?
    private let work: Work

    init(_ scope: WorkScope) {
      self.scope = scope
      work = scope.work
    }

    func take<Element: Sendable>(
      _ stream: AsyncStream<Element>, each deliver: @MainActor (Element) -> Void,
      as number: Int
    ) async {
      for await element in stream {
        guard let scope, !scope.hasEnded else { return }
        work.begin()
        deliver(element)
        work.finish()
      }
      scope?.tasks[number] = nil
    }
  }

  /// Whether nothing is running. Observing a stream does not count.
  package var isIdle: Bool { underWay == 0 }

  /// Calls back on the main actor, after the frame that shows the changes so far.
  package func onNextTurn(_ body: @escaping @MainActor () -> Void) {
    inNextTurn { number in
      if !self.hasEnded { body() }
      self.finished(number)
    }
  }

  /// Cancels all work; nothing is delivered any more.
  package func end() {
    hasEnded = true
    cancel()
  }

  /// Cancels all work; results are still delivered.
  package func cancel() {
    for task in tasks.values { task.cancel() }
  }

  /// Starts work after the frame that shows the changes so far.
  private func start(_ body: @escaping @MainActor (WorkScope) async -> Void) {
    inNextTurn { number in
      let task = Task(executorPreference: self.work.background) {
        await self.perform(body, as: number)
      }
      self.tasks[number] = task
      // Start it even if the scope has ended meanwhile: it may save a text.
      if self.hasEnded { task.cancel() }
    }
  }

  private func inNextTurn(_ body: @escaping @MainActor (_ number: Int) -> Void) {
    guard !hasEnded else { return }
    nextTask += 1
    underWay += 1
    work.begin()
    let number = nextTask
    if work.hasLoop {
      work.nextTurn.append { body(number) }
    } else {
      tasks[number] = Task { body(number) }
    }
  }

  private func perform(
    _ body: @escaping @MainActor (WorkScope) async -> Void, as number: Int
  ) async {
    await body(self)
    finished(number)
  }

  private func finished(_ number: Int) {
    tasks[number] = nil
    underWay -= 1
    work.finish()
  }
}

/// Delivers only the result of the latest of several requests, and drops older ones.
///
/// ```swift
/// scope.run({ try await trash.trashed() }, then: latest.only { [weak self] in self?.show($0) })
/// ```
@MainActor
package final class Latest {
  private var number = 0

  package nonisolated init() {}

  /// Whether nothing was requested yet.
  package var isUnused: Bool { number == 0 }

  /// Drops the results of all requests so far.
  package func forget() { number += 1 }

  /// Begins a new request; delivers its result unless another one follows.
  package func only<Answer>(
    _ deliver: @escaping @MainActor (Answer) -> Void
  ) -> @MainActor (Answer) -> Void {
    forget()
    return still(deliver)
  }

  /// Continues the last request; delivers the result unless another one follows.
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
