import Glibc
import TestSupport

/// One run of the program without a screen: what went to which stream, and how it ended.
struct CommandRun {
  let exitCode: Int32?
  let output: [UInt8]
  let errors: String
  /// The peak of its memory.
  let kilobytes: Int

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [Substring] { text.split(separator: "\n") }

  /// A run that takes a minute hangs, and is killed for it.
  init(_ arguments: [String], in home: ProgramHome, environment: [String: String?] = [:]) throws {
    let (outputPath, errorPath) = (home.folder.path("output"), home.folder.path("errors"))
    let process = try SpawnedProcess(
      [try ProgramHome.binary] + arguments, environment: home.environment(environment),
      terminal: "/dev/null", input: .terminal, output: .file(outputPath),
      error: .file(errorPath))
    let deadline = ContinuousClock.now + .seconds(60)
    var peak = 0
    while process.look() == nil, ContinuousClock.now < deadline {
      peak = max(peak, ProcessFacts.peakKilobytes(of: process.id))
      usleep(2_000)
    }
    guard let ending = process.ending else { throw Failure("it hangs: \(arguments)") }
    kilobytes = peak
    if case .exit(let code) = ending { exitCode = code } else { exitCode = nil }
    output = home.folder.read("output") ?? []
    errors = home.folder.text("errors") ?? ""
  }
}
