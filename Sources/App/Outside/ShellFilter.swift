import Programs
import Services

/// Filters a text through a shell command.
///
/// It has no terminal, and a session of its own, so that all its processes can be ended together.
struct ShellFilter: TextFiltering {
  private let limits: ProgramLimits

  /// Makes a filter with limits of time and output for each command.
  init(patience: Duration = .seconds(60), mostOutput: Int = 64 << 20) {
    var limits = ProgramLimits(inAll: patience)
    limits.mostOutput = mostOutput
    self.limits = limits
  }

  package func filter(
    _ text: [UInt8], by command: String
  ) async throws(TextFilterError) -> [UInt8] {
    var start = ProgramStart(["/bin/sh", "-c", command])
    start.input = text
    guard let result = await ProgramRun.run(start, within: limits) else { throw .cannotStart }
    switch result.ending {
    case .code(0): return result.output
    case .code(let code): throw .failed(code: Int(code), Self.complaint(result.errors))
    case .signal(let signal): throw .endedBySignal(Int(signal))
    case .stopped: throw .stopped
    case .tooSlow(let patience): throw .tooSlow(seconds: Int(patience.components.seconds))
    case .tooMuch: throw .tooLarge(megabytes: limits.mostOutput >> 20)
    }
  }

  /// Returns the first line of the error output.
  private static func complaint(_ errors: [UInt8]) -> String {
    String(decoding: errors.prefix { $0 != UInt8(ascii: "\n") }.prefix(200), as: UTF8.self)
  }
}
