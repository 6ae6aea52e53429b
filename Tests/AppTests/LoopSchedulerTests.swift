import Services
import Testing
import Viper

@testable import App

@MainActor
@Suite("The event loop's timers")
struct LoopSchedulerTests {
  let scheduler = LoopScheduler()

  @Test("A scheduler without timers has no next time and fires nothing")
  func empty() {
    #expect(scheduler.untilNext == nil)
    #expect(!scheduler.fireDue())
  }

  @Test("Due timers fire by time, and timers of the same time in order of creation")
  func order() {
    var fired: [String] = []
    _ = scheduler.schedule(after: .seconds(-1)) { fired.append("second") }
    _ = scheduler.schedule(after: .seconds(-3)) { fired.append("first") }
    _ = scheduler.schedule(after: .seconds(-1)) { fired.append("third") }
    _ = scheduler.schedule(after: .seconds(3600)) { fired.append("much later") }
    #expect(scheduler.fireDue())
    #expect(fired == ["first", "second", "third"])
    #expect(!scheduler.fireDue())
  }

  @Test("The wait is the time until the earliest timer, and never negative")
  func untilNext() throws {
    _ = scheduler.schedule(after: .seconds(7200)) {}
    _ = scheduler.schedule(after: .seconds(3600)) {}
    let wait = try #require(scheduler.untilNext)
    #expect(wait <= .seconds(3600) && wait > .seconds(1800))
    _ = scheduler.schedule(after: .seconds(-5)) {}
    #expect(scheduler.untilNext == .zero)
  }

  @Test("A cancelled timer neither fires nor delays; cancelling it again does nothing")
  func cancel() {
    var fired = 0
    let timer = scheduler.schedule(after: .seconds(-1)) { fired += 1 }
    timer.cancel()
    timer.cancel()
    #expect(scheduler.untilNext == nil)
    #expect(!scheduler.fireDue())
    #expect(fired == 0)
  }

  @Test("A timer can cancel another due timer and schedule a new one")
  func fromWithin() {
    var fired: [String] = []
    let scheduler = scheduler
    var later: Viper.Timer?
    _ = scheduler.schedule(after: .seconds(-2)) {
      fired.append("first")
      later?.cancel()
      _ = scheduler.schedule(after: .seconds(-1)) { fired.append("made on the way") }
    }
    later = scheduler.schedule(after: .seconds(-1)) { fired.append("cancelled") }
    _ = scheduler.fireDue()
    #expect(fired == ["first", "made on the way"])
  }

  @Test("A timer scheduled by a timer waits for the next round, even if it is due")
  func onceARound() {
    var fired = 0
    func again() {
      fired += 1
      if fired < 5 { _ = scheduler.schedule(after: .zero) { again() } }
    }
    _ = scheduler.schedule(after: .zero) { again() }
    #expect(scheduler.fireDue())
    #expect(fired == 1)
    #expect(scheduler.untilNext == .zero)
    #expect(scheduler.fireDue())
    #expect(fired == 2)
  }
}
