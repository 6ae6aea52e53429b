import Glibc
import TestSupport

/// One run of `FaultProbe` with a fault in it.
struct FaultRun {
  var ending: SpawnedProgram.Ending
  /// Whether the run reached the call that was to fail.
  var wasHit: Bool
  /// The message to the user.
  var said: String

  /// Every operation here has at least this number of calls in which such a fault matters.
  static func fewest(_ kind: String) -> Int {
    switch kind {
    case "kill", "ENOSPC": 2
    case "short": 0
    default: 4
    }
  }

  /// Runs one operation in which the call with this number, counted from 0, meets the fault `kind`.
  init(
    _ operation: String, _ bench: FaultBench, _ kind: String, at call: Int,
    meddling: String? = nil
  ) throws {
    let notes = bench.notes
    notes.remove("hit")
    var environment = [
      "FAULT_OPERATION=\(operation)", "FAULT_VAULT=\(bench.vault.path)",
      "FAULT_STATE=\(bench.state.path)", "FAULT_KIND=\(kind)", "FAULT_AT=\(call)",
      "FAULT_HIT=\(notes.path("hit"))", "FAULT_TRACE=\(notes.path("trace"))",
    ]
    if let meddling { environment.append("FAULT_MEDDLE=\(bench.vault.path(meddling))") }
    ending = try ProbeServer.run(environment, said: notes.path("said"))
    wasHit = notes.exists("hit")
    said = notes.text("said") ?? ""
  }
}
