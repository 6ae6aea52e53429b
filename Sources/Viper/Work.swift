/// Counts the asynchronous use cases under way, so that "idle" is a fact and not a pause.
///
/// The count is raised before a task starts and lowered after its result was delivered.
@MainActor
package final class Work {
  package private(set) var underWay = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  fileprivate let background: (any TaskExecutor)?
  /// What waits for the next turn of a loop that takes turns itself.
  fileprivate var nextTurn: [@MainActor () -> Void] = []
  fileprivate var hasLoop = false

  /// `background` runs what leaves the main actor; without it the system's own threads do.
  package init(on background: (any TaskExecutor)? = nil) {
    self.background = background
  }

  package var isIdle: Bool { underWay == 0 }

  /// A loop takes the turns from here on: what would come as a task of its own, and wake the loop
  /// for that, waits for `takeTurn`.
  package func loopBegins() { hasLoop = true }

  /// The loop takes no more turns; what still waits comes as a task.
  package func loopEnded() {
    hasLoop = false
    if hasNextTurn { Task { takeTurn() } }
  }

  package var hasNextTurn: Bool { !nextTurn.isEmpty }

  /// Does what waited for this turn; what that asks for waits for the next.
  package func takeTurn() {
    guard !nextTurn.isEmpty else { return }
    let bodies = nextTurn
    nextTurn = []
    for body in bodies { body() }
  }

  /// Returns once nothing is under way; at once if so already.
  package func whenIdle() async {
    if isIdle { return }
    await withCheckedContinuation { continuation in
      // Others may have had a turn on the way here.
      if isIdle { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  /// A scope for one module: what it starts ends with it.
  package func scope() -> WorkScope { WorkScope(work: self) }

  /// Does this off the main actor and to its end, even after the caller is gone.
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

/// The work of one module. After `end()` its tasks are cancelled and no result is delivered, so
/// that no event can reach a removed interactor.
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

  /// The same with its value and its error apart.
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

  /// Takes a stream element by element on the main actor until it ends or the scope does.
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

  /// Takes what others tell, until the stream or the scope ends. Waiting for it is no work; only
  /// while an element is delivered, and what that sets off, is something under way.
  package func observe<Element: Sendable>(
    _ stream: AsyncStream<Element>, each deliver: @escaping @MainActor (Element) -> Void
  ) {
    guard !hasEnded else { return }
    nextTask += 1
    let number = nextTask
    let listening = Listening(self)
    // A stream hops off the main actor to wait: to our own threads, which sleep for good.
    tasks[number] = Task(executorPreference: work.background) {
      await listening.take(stream, each: deliver, as: number)
    }
  }

  /// Holds its scope weakly: one that is released gets no more answers.
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

  /// Nothing is under way: listening alone is nothing.
  package var isIdle: Bool { underWay == 0 }

  /// Calls back on the main actor, after the frame that shows what happened until now.
  package func onNextTurn(_ body: @escaping @MainActor () -> Void) {
    inNextTurn { number in
      if !self.hasEnded { body() }
      self.finished(number)
    }
  }

  /// Cancels what is under way; nothing is delivered any more.
  package func end() {
    hasEnded = true
    cancel()
  }

  /// Cancels what is under way; its result is delivered all the same.
  package func cancel() {
    for task in tasks.values { task.cancel() }
  }

  /// The frame that shows what was done comes before the work that it set off.
  private func start(_ body: @escaping @MainActor (WorkScope) async -> Void) {
    inNextTurn { number in
      let task = Task(executorPreference: self.work.background) {
        await self.perform(body, as: number)
      }
      self.tasks[number] = task
      // What was asked for before the end is begun all the same: it may be a text to be saved.
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

/// Lets only the latest of several questions be answered: the result of an older one is dropped.
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

  /// Continues with the last question: takes the answer unless another question follows.
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
