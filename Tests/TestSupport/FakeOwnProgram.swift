import Synchronization
package import UseCases

/// Starts no program: it notes what it was asked to start, and answers with an output or an error.
package final class FakeOwnProgram: OwnProgramRunning {
  private let output: String
  private let error: OwnProgramError?
  private let all = Mutex<[OwnProgramStart]>([])

  package let home = "/home/ada"

  package init(_ output: String, error: OwnProgramError? = nil) {
    (self.output, self.error) = (output, error)
  }

  package var started: [OwnProgramStart] { all.withLock { $0 } }

  package func run(
    _ program: OwnProgramStart
  ) async throws(OwnProgramError) -> OwnProgramOutput {
    all.withLock { $0.append(program) }
    if let error { throw error }
    return OwnProgramOutput(Array(output.utf8))
  }
}
