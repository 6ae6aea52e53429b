import Glibc
import TestSupport

/// One run of `FaultProbe` with a fault in it.
struct FaultRun {
  var ending: SpawnedProgram.Ending
  /// Whether the run came as far as the call that was to fail.
  var wasHit: Bool
  /// What it said to a person.
  var said: String

  /// Runs one operation in which the call of this number, counted from 0, meets with `kind`.
  init(
    _ operation: String, _ bench: FaultBench, _ kind: String, at call: Int,
    meddling: String? = nil
  ) throws {
    let notes = bench.notes
    notes.remove("hit")
    var environment = [
      "LD_PRELOAD=\(try FaultShim.path.get())", "FAULT_KIND=\(kind)", "FAULT_AT=\(call)",
      "FAULT_HIT=\(notes.path("hit"))", "FAULT_TRACE=\(notes.path("trace"))",
    ]
    if let meddling { environment.append("FAULT_MEDDLE=\(bench.vault.path(meddling))") }
    if let libraries = getenv("LD_LIBRARY_PATH") {
      environment.append("LD_LIBRARY_PATH=\(String(cString: libraries))")
    }
    ending = try SpawnedProgram.run(
      [try SpawnedProgram.beside("FaultProbe"), operation, bench.vault.path, bench.state.path],
      environment,
      error: notes.path("said"))
    wasHit = notes.exists("hit")
    said = notes.text("said") ?? ""
  }
}
