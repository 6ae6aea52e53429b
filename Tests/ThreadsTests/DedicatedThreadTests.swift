import Glibc
import Synchronization
import Testing
import Threads

@Suite("Dedicated threads")
struct DedicatedThreadTests {
  private struct Facts: Sendable {
    var blocked: [Int32]
    var niceness: Int32
  }

  /// What a thread finds of itself.
  private func facts(inBackground: Bool) async -> Facts? {
    let (stream, continuation) = AsyncStream<Facts>.makeStream()
    let isStarted = DedicatedThread.start(inBackground: inBackground) {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      let asked = [SIGTERM, SIGWINCH, SIGTSTP, SIGSEGV, SIGILL]
      continuation.yield(
        Facts(
          blocked: asked.filter { sigismember(&mask, $0) == 1 },
          niceness: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)))
      continuation.finish()
    }
    #expect(isStarted)
    for await facts in stream { return facts }
    return nil
  }

  @Test("A thread receives no signals except for its own crashes")
  func signals() async {
    #expect(await facts(inBackground: false)?.blocked == [SIGTERM, SIGWINCH, SIGTSTP])
  }

  @Test("The starter of a thread receives signals as before")
  func caller() {
    var (before, after) = (sigset_t(), sigset_t())
    pthread_sigmask(SIG_SETMASK, nil, &before)
    #expect(DedicatedThread.start {})
    pthread_sigmask(SIG_SETMASK, nil, &after)
    for signal in 1...31 as ClosedRange<Int32> {
      #expect(sigismember(&after, signal) == sigismember(&before, signal))
    }
  }

  @Test(
    "A request for help starts that many helpers once and waits for them", arguments: 0...5)
  func help(count: Int) {
    let helped = Atomic(0)
    let still = Atomic(0)
    for _ in 0..<20 {
      helped.store(0, ordering: .relaxed)
      DedicatedThread.withHelp(of: count) {
        still.add(1, ordering: .relaxed)
        helped.add(1, ordering: .relaxed)
        still.subtract(1, ordering: .relaxed)
      } _: { askForHelp in
        askForHelp()
        askForHelp()
      }
      #expect(helped.load(ordering: .relaxed) == count)
      #expect(still.load(ordering: .relaxed) == 0)
    }
    DedicatedThread.withHelp(of: count) {
      Issue.record("nobody asked")
    } _: { _ in
    }
  }

  @Test("A background thread yields the processor to others")
  func background() async throws {
    let usual = try #require(await facts(inBackground: false)).niceness
    let quiet = try #require(await facts(inBackground: true)).niceness
    #expect(quiet == max(usual, 10))
  }
}
