import Entities
import Services
import Viper
import Synchronization

/// Which notes something is done to, and how it is done to each in turn.
extension NoteListInteractor {
  /// What a choice meant when it was made, to be looked up off the main actor.
  struct Chosen: Sendable {
    fileprivate var ids: [NoteID]?
    fileprivate var marks = Marks()
    fileprivate var shown: (any NoteCatalog)?

    var notes: [NoteID] { ids ?? marks.notes(shown: shown) }
  }

  func chosen(_ choice: NoteChoice) -> Chosen {
    switch choice {
    case .these(let ids): Chosen(ids: ids)
    case .marked: Chosen(marks: marks, shown: catalog)
    }
  }

  /// The titles of a few, as the list shows them.
  func titles(of choice: NoteChoice) -> [NoteID: String] {
    guard case .these(let ids) = choice, ids.count <= 3 else { return [:] }
    var titles: [NoteID: String] = [:]
    for id in ids {
      if let row = index(of: id) { titles[id] = note(at: row).title }
    }
    return titles
  }

  private enum Step<Value: Sendable>: Sendable {
    case at(Int, of: Int)
    case ended([Value], NoteListFailure?)
  }

  /// Does something to one after the other and tells how far it is. The first that fails ends it, and
  /// so does whoever stops the work: what was done until then is delivered.
  func withEach<Item: Sendable, Value: Sendable>(
    _ items: @escaping @Sendable () -> [Item],
    _ act: @escaping @Sendable (Item) async throws(NoteStoreError) -> Value,
    then deliver: @escaping @MainActor ([Value], NoteListFailure?) -> Void
  ) {
    let work = LongWork()
    longWork = work
    scope.follow(
      {
        AsyncStream { continuation in
          let task = Task {
            await Self.perform(items, act, work, telling: continuation)
            continuation.finish()
          }
          continuation.onTermination = { _ in task.cancel() }
        }
      },
      each: { [weak self] (step: Step<Value>) in
        switch step {
        case .at(let number, let all): self?.screen?.workWentOn(notes: number, of: all)
        case .ended(let values, let failure):
          if self?.longWork === work { self?.longWork = nil }
          if let failure { self?.unmarkWhatIsGone(failure) }
          self?.screen?.workEnded()
          deliver(values, failure)
        }
      })
  }

  @concurrent
  private nonisolated static func perform<Item: Sendable, Value: Sendable>(
    _ items: @Sendable () -> [Item],
    _ act: @Sendable (Item) async throws(NoteStoreError) -> Value, _ work: LongWork,
    telling continuation: AsyncStream<Step<Value>>.Continuation
  ) async {
    let items = items()
    var values: [Value] = []
    for item in items {
      if work.isOver || Task.isCancelled {
        continuation.yield(.ended(values, .index(.cancelled)))
        return
      }
      do throws(NoteStoreError) {
        values.append(try await act(item))
      } catch {
        continuation.yield(.ended(values, .store(error)))
        return
      }
      if values.count % 25 == 0 {
        continuation.yield(.at(values.count, of: items.count))
      }
    }
    continuation.yield(.ended(values, nil))
  }

  /// A note that another program took away keeps no mark: who tries again gets on with the others.
  func unmarkWhatIsGone(_ failure: NoteListFailure) {
    if case .store(.notFound(let path)) = failure { marks.take(away: [NoteID(path)]) }
  }

  /// False where nothing is under way that could be stopped.
  func stopWork() -> Bool {
    guard let longWork else { return false }
    longWork.end()
    return true
  }
}

/// Work on many notes that may be ended between two of them.
final class LongWork: Sendable {
  private let over = Mutex(false)

  var isOver: Bool { over.withLock { $0 } }
  func end() { over.withLock { $0 = true } }
}
