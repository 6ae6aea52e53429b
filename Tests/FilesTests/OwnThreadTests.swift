import CSystem
import Files
import Glibc
import Synchronization
import Testing

@Suite("Threads of our own")
struct OwnThreadTests {
  private struct Facts: Sendable {
    var blocked: [Int32]
    var niceness: Int32
  }

  /// The thread that was started ahead, once it did its own part.
  private static let early = Signal<pthread_t?>(nil)

  /// What a thread finds of itself.
  private func facts(inBackground: Bool) async -> Facts? {
    let (stream, continuation) = AsyncStream<Facts>.makeStream()
    let isStarted = OwnThread.start(inBackground: inBackground) {
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

  @Test("No signal reaches one but those of its own crashes")
  func signals() async {
    #expect(await facts(inBackground: false)?.blocked == [SIGTERM, SIGWINCH, SIGTSTP])
  }

  @Test("One that was started ahead does its own part, then the first work there is, and no more")
  func early() async {
    await #expect(processExitsWith: .exitCode(7)) {
      csystem_start_early_thread { OwnThreadTests.early.change { $0 = pthread_self() } }
      let early = Self.early.wait { $0 }
      guard csystem_has_early_thread() == 1 else { exit(1) }
      let threads = [Signal<pthread_t?>(nil), Signal<pthread_t?>(nil)]
      for thread in threads {
        // None ends before both are known: what the system calls a thread that ended, it calls the next.
        let isStarted = OwnThread.start {
          thread.change { $0 = pthread_self() }
          for other in threads { _ = other.wait { $0 } }
        }
        guard isStarted else { exit(2) }
        guard csystem_has_early_thread() == 0 else { exit(3) }
      }
      let (first, second) = (threads[0].wait { $0 }, threads[1].wait { $0 })
      exit(first == early && second != early ? 7 : 4)
    }
  }

  @Test("Whoever starts one hears signals as before")
  func caller() {
    var (before, after) = (sigset_t(), sigset_t())
    pthread_sigmask(SIG_SETMASK, nil, &before)
    #expect(OwnThread.start {})
    pthread_sigmask(SIG_SETMASK, nil, &after)
    for signal in 1...31 as ClosedRange<Int32> {
      #expect(sigismember(&after, signal) == sigismember(&before, signal))
    }
  }

  @Test(
    "Whoever asks for help gets it from so many, once, and has it behind them", arguments: 0...5)
  func help(count: Int) {
    let helped = Atomic(0)
    let still = Atomic(0)
    for _ in 0..<20 {
      helped.store(0, ordering: .relaxed)
      OwnThread.withHelp(of: count) {
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
    OwnThread.withHelp(of: count) {
      Issue.record("nobody asked")
    } _: { _ in
    }
  }

  @Test("In the background it leaves the processor to others")
  func background() async throws {
    let usual = try #require(await facts(inBackground: false)).niceness
    let quiet = try #require(await facts(inBackground: true)).niceness
    #expect(quiet == max(usual, 10))
  }
}
