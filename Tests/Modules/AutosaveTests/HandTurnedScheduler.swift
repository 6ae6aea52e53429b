import Services

/// A scheduler whose time passes only when a test turns it.
@MainActor
final class HandTurnedScheduler: Scheduler {
  @MainActor
  private final class Entry: Services.Timer {
    let due: Duration
    let action: @MainActor () -> Void
    var isPending = true

    init(due: Duration, action: @escaping @MainActor () -> Void) {
      self.due = due
      self.action = action
    }

    func cancel() { isPending = false }
  }

  private var now = Duration.zero
  private var entries: [Entry] = []

  var pending: Int { entries.count { $0.isPending } }

  func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any Services.Timer {
    let entry = Entry(due: now + delay, action: action)
    entries.append(entry)
    return entry
  }

  /// Lets time pass and runs what falls due, in the order of the moments.
  func turn(_ duration: Duration) {
    let end = now + duration
    while let next = entries.filter({ $0.isPending && $0.due <= end }).min(by: { $0.due < $1.due })
    {
      now = next.due
      next.isPending = false
      next.action()
    }
    now = end
    entries.removeAll { !$0.isPending }
  }
}
