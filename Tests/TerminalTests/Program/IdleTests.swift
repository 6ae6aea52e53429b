import Terminal
import Testing

/// Apart from the others, because it waits for time to pass, and lets others run meanwhile.
@Suite("The idle program")
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
    // Threads that have run out of work stay for a while. When they leave is their own matter.
    var before = ProcessFacts.sleeps(of: program.process.id)
    for _ in 0..<10 {
      try await Task.sleep(for: .seconds(1))
      let now = ProcessFacts.sleeps(of: program.process.id)
      if now == before { break }
      before = now
    }
    let written = program.written.count
    try await Task.sleep(for: .seconds(5))
    try program.take(waiting: 0)
    #expect(program.written.count == written)
    #expect(ProcessFacts.sleeps(of: program.process.id) == before)
  }
}
