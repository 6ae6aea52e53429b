import Services
import Testing
import Viper

@testable import App

@MainActor
@Suite("The event loop's timers")
struct LoopSchedulerTests {
  let scheduler = LoopScheduler()

  @Test("Without a timer there is nothing to wait for")
  func empty() {
    #expect(scheduler.untilNext == nil)
    #expect(!scheduler.fireDue())
  }

  @Test("What is due runs in the order of its time, and of its making where that is the same")
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

  @Test("The wait is that of the earliest timer, and never negative")
  func untilNext() throws {
    _ = scheduler.schedule(after: .seconds(7200)) {}
    _ = scheduler.schedule(after: .seconds(3600)) {}
    let wait = try #require(scheduler.untilNext)
    #expect(wait <= .seconds(3600) && wait > .seconds(1800))
    _ = scheduler.schedule(after: .seconds(-5)) {}
    #expect(scheduler.untilNext == .zero)
  }

  @Test("A cancelled timer neither runs nor is waited for; cancelling it again does nothing")
  func cancel() {
    var fired = 0
    let timer = scheduler.schedule(after: .seconds(-1)) { fired += 1 }
    timer.cancel()
    timer.cancel()
    #expect(scheduler.untilNext == nil)
    #expect(!scheduler.fireDue())
    #expect(fired == 0)
  }

  @Test("A timer may cancel one that is due with it, and make a new one")
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

  @Test("What a timer sets off waits for the next round, due as it may be")
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
