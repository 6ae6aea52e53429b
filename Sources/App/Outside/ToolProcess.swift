import Glibc
import Programs

/// Runs small programs that receive or return text and end quickly.
enum ToolProcess {
  /// The total time limit, whatever the program prints meanwhile.
  private static let patience = Duration.seconds(2)
  /// The most output, which is more than is ever pasted by hand.
  static let mostOutput = 64 << 20

  /// Runs a command with this input; returns its output, or nil if it failed.
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

  /// Starts a command in a session of its own, without a time limit. Returns false if it fails
  /// within a moment; one that still runs then counts as started.
  static func begin(_ command: [String]) async -> Bool {
    await ProgramRun.begin(command, watchedFor: patience)
  }
}
