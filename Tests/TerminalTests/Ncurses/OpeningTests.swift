import Glibc
import NcursesTerminal
import Synchronization
import Terminal
import Testing

/// Whether the tests below have opened all their terminals.
private let isOver = Atomic(false)

@MainActor
@Suite("Opening the terminal", .serialized)
struct OpeningTests {
  @Test("Threads may look for variables while it is opened, and find them as they are")
  func environment() async {
    await #expect(processExitsWith: .success) {
      // The process that runs the tests may have been started in a terminal that sets them.
      unsetenv("LINES")
      unsetenv("COLUMNS")
      setenv("OPENING_TESTS", "there", 1)
      let seekers = (0..<3).map { _ in
        Task.detached {
          var isThere = true
          while !isOver.load(ordering: .relaxed) {
            _ = getenv("OPENING_TESTS_HAVE_NO_SUCH_VARIABLE")
            isThere = isThere && getenv("OPENING_TESTS") != nil
            // With few processors there is no thread left for what comes after, else.
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
