import Glibc
import Testing

@testable import App

@Suite("Threads for work off the main actor")
struct BackgroundThreadsTests {
  private actor Counter {
    private(set) var value = 0
    func add() { value += 1 }
  }

  @Test("All work is done, even with few threads", arguments: [1, 2, 7])
  func all(limit: Int) async {
    let threads = BackgroundThreads(limit: limit)
    let counter = Counter()
    await withTaskExecutorPreference(threads) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<1_000 {
          group.addTask {
            await counter.add()
            await Task.yield()
            await counter.add()
          }
        }
      }
    }
    #expect(await counter.value == 2_000)
  }

  @Test("Threads sleep and wake again for each piece of work")
  func oneByOne() async {
    let threads = BackgroundThreads(limit: 2)
    for number in 0..<500 {
      let answer = await Task(executorPreference: threads) { number * 2 }.value
      #expect(answer == number * 2)
    }
  }

  @Test("Work does not run on the thread that requested it")
  @MainActor
  func elsewhere() async {
    let mine = pthread_self()
    let other = await Task(executorPreference: BackgroundThreads()) {
      await Self.thread()
    }.value
    #expect(other != UInt(mine))
  }

  @concurrent
  private static func thread() async -> UInt { UInt(pthread_self()) }
}
