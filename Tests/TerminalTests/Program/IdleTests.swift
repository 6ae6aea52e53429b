import Terminal
import TestSupport
import Testing

/// Separate from the others, because it waits for time to pass, and lets others run meanwhile.
@Suite("The idle program", .thorough)
struct IdleTests {
  @Test("Nothing runs and nothing is written while the program is idle")
  func quiet() async throws {
    let home = ProgramHome()
    let program = try ProgramUnderTest(in: home)
    try program.wait(forText: "Plan")
    try program.press("Enter")
    #expect(try program.sync().stack == "NoteList > Editor")
    try program.type("x")
    try program.press("C-s")
    try program.wait(forText: "Saved plan.md.")
    try program.sync()
    // On a busy machine the work of the last frame may end late, so the check is repeated once.
    var isQuiet = false
    for _ in 1...12 where !isQuiet {
      let (before, written) = (ProcessFacts.sleeps(of: program.process.id), program.written.count)
      try await Task.sleep(for: .seconds(5))
      try program.take(waiting: 0)
      isQuiet =
        program.written.count == written && ProcessFacts.isAsleep(program.process.id)
        && ProcessFacts.sleeps(of: program.process.id) == before
    }
    #expect(isQuiet, "Within a minute it did not rest for five seconds.")
  }
}
