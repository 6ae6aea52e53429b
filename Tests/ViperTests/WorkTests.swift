import TestSupport
import Testing
import Viper

@MainActor
@Suite("Work: idle is a fact, and an ended scope gets no results")
struct WorkTests {
  let work = Work()

  @Test("The count rises before a task starts, and falls after its result is delivered")
  func counts() async {
    let scope = work.scope()
    var underWayAtDelivery = 0
    #expect(work.isIdle)
    scope.run({ 7 }, then: { _ in underWayAtDelivery = work.underWay })
    #expect(work.underWay == 1 && !work.isIdle)
    await work.whenIdle()
    #expect(underWayAtDelivery == 1)
    #expect(work.isIdle)
  }

  @Test(
    "A loop runs the turns: waiting turns count as work, and run in order, one per turn")
  func turns() async {
    let scope = work.scope()
    var done: [Int] = []
    work.loopBegins()
    scope.onNextTurn {
      done.append(1)
      scope.onNextTurn { done.append(3) }
    }
    scope.onNextTurn { done.append(2) }
    #expect(work.hasNextTurn && work.underWay == 2 && done == [])
    work.takeTurn()
    #expect(done == [1, 2] && work.hasNextTurn)
    work.takeTurn()
    #expect(done == [1, 2, 3] && work.isIdle && !work.hasNextTurn)
    scope.run({ 4 }, then: { done.append((try? $0.get()) ?? 0) })
    work.takeTurn()
    await work.whenIdle()
    #expect(done == [1, 2, 3, 4])
  }

  @Test("Turns that wait when the loop ends still run, unless their scope has ended")
  func lastTurn() async {
    let (scope, ended) = (work.scope(), work.scope())
    var done: [Int] = []
    work.loopBegins()
    scope.onNextTurn { done.append(1) }
    ended.onNextTurn { done.append(2) }
    ended.end()
    work.loopEnded()
    await work.whenIdle()
    #expect(done == [1])
    scope.onNextTurn { done.append(3) }
    await work.whenIdle()
    #expect(done == [1, 3])
  }

  @Test("A result or an error is delivered unchanged")
  func delivers() async {
    struct Broken: Error, Equatable {}
    let scope = work.scope()
    var got: [String] = []
    scope.run({ 7 }, then: { got.append("\((try? $0.get()) ?? 0)") })
    await work.whenIdle()
    scope.run(
      { () throws -> Int in throw Broken() },
      then: { result in
        if case .failure(let error) = result { got.append("\(type(of: error))") }
      })
    await work.whenIdle()
    #expect(got == ["7", "Broken"])
  }

  @Test("Work started by a delivery counts before the first work ends, so there is no idle gap")
  func chains() async {
    let scope = work.scope()
    var done: [Int] = []
    scope.run(
      { 1 },
      then: { _ in
        done.append(1)
        scope.run({ 2 }, then: { _ in done.append(2) })
      })
    await work.whenIdle()
    #expect(done == [1, 2])
  }

  @Test("R6 nothing is delivered after the end, neither a result nor an element of a stream")
  func endsSilently() async {
    let scope = work.scope()
    let (begun, latch) = (Latch(), Latch())
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var delivered: [String] = []
    scope.run(
      {
        await begun.open()
        await latch.pass()
      }, then: { _ in delivered.append("result") })
    scope.follow(
      { stream }, each: { delivered.append("element \($0)") }, finally: { delivered.append("end") })
    await begun.pass()
    scope.end()
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish()
    await latch.open()
    await work.whenIdle()
    #expect(delivered == [])
    scope.run({ 3 }, then: { _ in delivered.append("late") })
    #expect(work.isIdle)
    #expect(delivered == [])
  }

  @Test("Work requested before the end still starts, but its result is not delivered")
  func beginsAfterEnd() async {
    let scope = work.scope()
    let begun = Latch()
    var delivered = false
    scope.run({ await begun.open() }, then: { _ in delivered = true })
    scope.end()
    await begun.pass()
    await work.whenIdle()
    #expect(!delivered)
  }

  @Test("R5 ending a scope cancels its work, and other scopes continue")
  func cancels() async {
    let scope = work.scope()
    let other = work.scope()
    let latch = Latch()
    let (endless, continuation) = AsyncStream.makeStream(of: Int.self)
    var otherDelivered = false
    scope.follow({ endless }, each: { _ in })
    other.run({ await latch.pass() }, then: { _ in otherDelivered = true })
    scope.end()
    await latch.open()
    await work.whenIdle()
    #expect(otherDelivered)
    if case .terminated = continuation.yield(1) {
    } else {
      Issue.record("the stream of the ended scope is still open")
    }
  }

  @Test("A stream is followed in order to its end")
  func follows() async {
    let scope = work.scope()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var seen: [Int] = []
    for number in 1...5 { continuation.yield(number) }
    continuation.finish()
    scope.follow({ stream }, each: { seen.append($0) }, finally: { seen.append(0) })
    await work.whenIdle()
    #expect(seen == [1, 2, 3, 4, 5, 0])
  }

  @Test("Listening does not count as work, but a heard element does; idle returns after each")
  func observes() async {
    let scope = work.scope()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let heard = Latch()
    var seen: [String] = []
    scope.observe(stream) { number in
      seen.append("\(number) with \(work.underWay) under way")
      scope.run(
        { number * 10 },
        then: { result in
          seen.append("\((try? result.get()) ?? 0)")
          if number == 2 { Task { await heard.open() } }
        })
    }
    #expect(work.isIdle)
    continuation.yield(1)
    continuation.yield(2)
    await heard.pass()
    await work.whenIdle()
    #expect(seen.sorted() == ["1 with 1 under way", "10", "2 with 2 under way", "20"])
    #expect(work.isIdle)
  }

  @Test("R6 an element sent after the end is not heard, and the stream is released")
  func observesNoMore() async {
    let scope = work.scope()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let ended = Latch()
    continuation.onTermination = { _ in Task { await ended.open() } }
    var seen: [Int] = []
    scope.observe(stream) { seen.append($0) }
    scope.end()
    continuation.yield(1)
    await ended.pass()
    #expect(seen == [] && work.isIdle)
    scope.observe(stream) { seen.append($0) }
    #expect(work.isIdle)
  }

  @Test("Waiting for idle while idle returns at once; several tasks can wait")
  func waits() async {
    await work.whenIdle()
    let latch = Latch()
    let scope = work.scope()
    var delivered = false
    scope.run({ await latch.pass() }, then: { _ in delivered = true })
    let waiters = (0..<3).map { _ in
      Task { @MainActor in
        await work.whenIdle()
        return delivered
      }
    }
    await latch.open()
    for waiter in waiters { #expect(await waiter.value) }
  }
}
