import Synchronization

/// The running programs of one kind, which must not outlive this program.
package final class StartedPrograms: Sendable {
  private struct State {
    var count = 0
    var running: [Int: ProgramStop] = [:]
    var isOver = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Runs a program as `ProgramRun` does; returns nil after `endAll` too.
  package func run(_ start: ProgramStart, within limits: ProgramLimits) async -> ProgramResult? {
    let stop = ProgramStop()
    let number: Int? = state.withLock { state in
      if state.isOver { return nil }
      state.count += 1
      state.running[state.count] = stop
      return state.count
    }
    guard let number else { return nil }
    defer { state.withLock { $0.running[number] = nil } }
    return await ProgramRun.run(start, within: limits, until: stop)
  }

  /// Ends all of them with everything that they started, and waits for that. No other one starts.
  package func endAll() {
    let running = state.withLock { state in
      state.isOver = true
      return Array(state.running.values)
    }
    for stop in running { stop.ask() }
    for stop in running { stop.waitForEnd() }
  }
}
