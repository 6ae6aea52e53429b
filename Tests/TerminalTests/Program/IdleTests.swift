import Terminal
import TestSupport
import Testing

/// Apart from the others, because it waits for time to pass, and lets others run meanwhile.
@Suite("The idle program", .thorough)
struct IdleTests {
  @Test("Nothing runs and nothing is written while nobody does anything")
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
    // What the last frame set off comes to its end first.
    var before: [String: Int] = [:]
    try program.wait(for: "all of its threads to sleep on") {
      let now = ProcessFacts.sleeps(of: program.process.id)
      defer { before = now }
      return now == before && ProcessFacts.isAsleep(program.process.id)
    }
    let written = program.written.count
    try await Task.sleep(for: .seconds(5))
    try program.take(waiting: 0)
    #expect(program.written.count == written)
    #expect(ProcessFacts.sleeps(of: program.process.id) == before)
  }
}
