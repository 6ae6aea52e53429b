import App
import Files
import Programs
import Threads
import UseCases

/// Runs the programs of own commands for the command line: a signal that would end this program ends
/// them first. They have a session of their own, which the terminal's Ctrl-C does not reach.
struct InterruptibleProgram: OwnProgramRunning {
  private let program: OwnProgram
  private let programs: StartedPrograms

  init(environment: UserEnvironment, among programs: StartedPrograms) {
    program = OwnProgram(environment: environment.variable, among: programs)
    self.programs = programs
  }

  var home: String { program.home }

  func run(_ start: OwnProgramStart) async throws(OwnProgramError) -> OwnProgramOutput {
    // The signal takes its usual effect at the end of the command.
    Interruption.begin()
    let ended = Bell()
    let isWatched = DedicatedThread.start { [programs] in
      do throws(SystemError) {
        try Interruption.check(whileWaitingFor: ended.descriptor)
      } catch {
        programs.endAll()
      }
    }
    if !isWatched { Interruption.end() }
    defer { ended.ring() }
    return try await program.run(start)
  }
}
