import Glibc
import Programs

/// Small programs that are given text, or asked for some, and are done in a moment.
enum ToolProcess {
  /// How long one may take in all, whatever it says meanwhile.
  private static let patience = Duration.seconds(2)
  /// More than is ever pasted by hand.
  static let mostOutput = 64 << 20

  /// Runs a command with this input; answers with what it printed, or nil where it failed.
  static func run(
    _ command: [String], input: [UInt8] = [], takesOutput: Bool = false,
    atMost limit: Int = ToolProcess.mostOutput, within patience: Duration = ToolProcess.patience,
    in confinement: ChildStart.Confinement? = nil
  ) async -> [UInt8]? {
    var start = ProgramStart(command)
    start.input = input
    start.takesOutput = takesOutput
    start.takesErrors = false
    start.confinement = confinement
    var limits = ProgramLimits(inAll: patience)
    limits.mostOutput = limit
    let result = await ProgramRun.run(start, within: limits)
    guard let result, result.hasSucceeded, result.hasTakenInput else { return nil }
    return result.output
  }

  /// Starts a command that may stay as long as it likes, in a session of its own. False where it
  /// failed within a moment; one that is still there then is taken to be well.
  static func begin(_ command: [String]) async -> Bool {
    await ProgramRun.begin(command, watchedFor: patience)
  }
}
