import Entities
import FileStore
import TestSupport
import Testing

@Suite("A program that dies of a note")
struct ShownFaultTests {
  @Test(
    "Killed while it shows a note, by a trap or from outside, it does not show that by itself again"
  )
  func killed() throws {
    for signal in ["4", "9"] {
      let bench = FaultBench(for: "keep")
      let run = try FaultRun("die of a note \(signal)", bench, "kill", at: 1_000_000)
      #expect(!run.wasHit)
      if case .exit(let code) = run.ending { Issue.record("it ended with \(code)") }
      let next = ShownFile(
        stateFolder: bench.state.bytes, vault: VaultID(NotePath(bytes: bench.vault.bytes)))
      #expect(next.stopped(at: NoteID("a.md")))
      #expect(!next.stopped(at: NoteID("b.md")))
    }
  }
}
