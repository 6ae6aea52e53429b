import Glibc
import NcursesTerminal
import Synchronization
import Terminal
import Testing

/// Whether the test below has opened all its terminals.
private let isOver = Atomic(false)

@MainActor
@Suite("Opening the terminal", .serialized)
struct OpeningTests {
  @Test("Other threads can read the environment while the terminal is opened")
  func environment() async {
    await #expect(processExitsWith: .success) {
      // The test runner may have been started in a terminal that sets these variables.
      unsetenv("LINES")
      unsetenv("COLUMNS")
      setenv("OPENING_TESTS", "there", 1)
      let seekers = (0..<3).map { _ in
        Task.detached {
          var isThere = true
          while !isOver.load(ordering: .relaxed) {
            _ = getenv("OPENING_TESTS_HAVE_NO_SUCH_VARIABLE")
            isThere = isThere && getenv("OPENING_TESTS") != nil
            // Otherwise, with few processors, no thread is left for the rest.
            await Task.yield()
          }
          return isThere
        }
      }
      await MainActor.run {
        for _ in 0..<300 {
          guard let terminal = try? PseudoTerminal(columns: 20, rows: 3),
            let driver = try? terminal.open(), driver.size == Size(columns: 20, rows: 3)
          else { exit(3) }
          driver.end()
        }
      }
      isOver.store(true, ordering: .relaxed)
      for seeker in seekers where await !seeker.value { exit(4) }
      if getenv("LINES") != nil || getenv("COLUMNS") != nil { exit(5) }
    }
  }
}
