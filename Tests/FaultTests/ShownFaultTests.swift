import Entities
import FileStore
import TestSupport
import Testing

@Suite("A note that crashes the program")
struct ShownFaultTests {
  @Test(
    "A note is not shown again automatically after a trap or a kill while it was shown"
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
