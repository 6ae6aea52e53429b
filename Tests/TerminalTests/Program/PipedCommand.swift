import Glibc
import TestSupport

/// One command line of the real program, run to its end without a terminal.
struct PipedCommand {
  let ending: SpawnedProcess.Ending
  let output: [UInt8]
  let error: String
  /// The peak memory, as far as it was sampled.
  let kilobytes: Int

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Runs in `place`, a folder of the home, or else in the vault. `input` is standard input;
  /// `shell` runs a line of `sh`, in which `$N` is the program.
  init(
    _ arguments: [String] = [], in home: ProgramHome, at place: String? = nil, input: [UInt8] = [],
    environment: [String: String?] = [:], shell: String? = nil, outputPath: String? = nil
  ) throws {
    let folder = home.folder
    folder.write("input", input)
    let binary = try ProgramHome.binary(with: environment)
    let line = shell.map { ["/bin/sh", "-c", $0] } ?? [binary] + arguments
    let here = place.map { folder.path($0) } ?? home.vault
    // The vault may not exist.
    let command = ["/bin/sh", "-c", "cd \"$0\" 2>/dev/null; exec \"$@\"", here] + line
    var variables = environment
    variables["N"] = .some(binary)
    if environment["NOTES_TUI_VAULT"] == nil { variables["NOTES_TUI_VAULT"] = .some(home.vault) }
    let process = try SpawnedProcess(
      command, environment: home.environment(variables),
      terminal: "",
      input: .file(folder.path("input")), output: .file(outputPath ?? folder.path("output")),
      error: .file(folder.path("error")))
    (ending, kilobytes) = try process.wait()
    output = outputPath == nil ? folder.read("output") ?? [] : []
    error = folder.text("error") ?? ""
  }
}

extension SpawnedProcess {
  /// Waits for the end, and samples the memory meanwhile. Five minutes count as a hang: with other
  /// tests running, a tour of all screens takes more than one.
  func wait() throws -> (ending: Ending, kilobytes: Int) {
    let deadline = ContinuousClock.now + .seconds(300)
    var most = 0
    while ContinuousClock.now < deadline {
      most = max(most, ProcessFacts.peakKilobytes(of: id))
      if let ending = look() { return (ending, most) }
      usleep(1_000)
    }
    throw Failure("it hangs")
  }
}
