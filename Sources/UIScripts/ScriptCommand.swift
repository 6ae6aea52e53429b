import Terminal

/// Implements `notes-tui script FILE…`: plays UI scripts and prints the results.
@MainActor
package enum ScriptCommand {
  package static let usage = """
    usage: notes-tui script FILE… [--driver fake|pty|both] [--record] [--slow] [--json]
                                  [--picture OUT.svg]
      FILE            a script, or a folder of *.script files
      --driver fake   in this process, without a terminal (the default)
      --driver pty    the real program in a pseudo-terminal
      --driver both   the two side by side; their frames must be the same
      --record        rewrite screen blocks and outputs of run; fails where any changed
      --slow          on this terminal, for a person to watch; q stops
      --json          the results as data
      --picture OUT   write the last frame of the one script named as an SVG picture

    """

  /// Runs the command with the arguments after `script`. Exit code 0: all passed; 1: one failed; 2:
  /// wrong usage. The problem is for standard error.
  package static func run(
    arguments: [String], host: ScriptHost
  ) async -> (output: String, problem: String, exitCode: Int32) {
    var runner = ScriptRunner(host: host)
    var (files, isJSON, isSlow): ([String], Bool, Bool) = ([], false, false)
    do throws(Wrong) {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        switch argument {
        case "--record": runner.isRecording = true
        case "--slow": isSlow = true
        case "--json": isJSON = true
        case "--help", "-h": return (usage, "", 0)
        case "--driver":
          runner.driver = try driver(rest.popFirst())
        case _ where argument.hasPrefix("--driver="):
          runner.driver = try driver(String(argument.dropFirst("--driver=".count)))
        case "--picture":
          runner.picture = try file(rest.popFirst())
        case _ where argument.hasPrefix("--picture="):
          runner.picture = try file(String(argument.dropFirst("--picture=".count)))
        case _ where argument.hasPrefix("-") && argument != "-":
          throw Wrong("there is no option \(argument)")
        default: files += try scripts(at: argument)
        }
      }
      if files.isEmpty { throw Wrong("name a script, or a folder of scripts") }
      if runner.picture != nil, files.count > 1 {
        throw Wrong("--picture needs one script; here are \(files.count)")
      }
      if isSlow, runner.driver != .fake {
        throw Wrong("--slow plays in this process: leave --driver out")
      }
    } catch {
      return ("", "notes-tui script: \(error.message)\n\(usage)", 2)
    }
    var terminal: (any LiveTerminal)?
    if isSlow {
      do {
        terminal = try host.openTerminal()
      } catch {
        return ("", "notes-tui script: no terminal to play on: \(error)\n", 1)
      }
    }
    runner.screen = terminal
    var results: [ScriptResult] = []
    for file in files { results += await runner.play(file: file) }
    // A skipped script leaves no picture, so the command must fail.
    let isNeeded = runner.picture != nil
    terminal?.end()
    return (
      isJSON ? json(results) : text(results, of: files), "",
      results.contains { $0.outcome != .passed && (isNeeded || $0.outcome == .failed) } ? 1 : 0
    )
  }

  private struct Wrong: Error {
    var message: String
    init(_ message: String) { self.message = message }
  }

  private static func driver(_ name: String?) throws(Wrong) -> ScriptRunner.DriverChoice {
    guard let choice = name.flatMap(ScriptRunner.DriverChoice.init) else {
      throw Wrong("--driver needs fake, pty or both\(name.map { ", not \($0)" } ?? "")")
    }
    return choice
  }

  private static func file(_ path: String?) throws(Wrong) -> String {
    guard let path, !path.isEmpty else { throw Wrong("--picture needs a file to write") }
    return path
  }

  /// Returns the file itself, or all scripts in a folder and below, sorted by name.
  private static func scripts(at path: String) throws(Wrong) -> [String] {
    guard Disk.isFolder(path) else {
      if !Disk.exists(path) { throw Wrong("there is no file or folder \(path)") }
      return [path]
    }
    let found: [String]
    do throws(SystemError) {
      found = try scriptsBelow(path.hasSuffix("/") ? String(path.dropLast()) : path)
    } catch {
      throw Wrong("\(error)")
    }
    if found.isEmpty { throw Wrong("there is no *.script in \(path)") }
    return found
  }

  private static func scriptsBelow(_ folder: String) throws(SystemError) -> [String] {
    var found: [String] = []
    for name in try Disk.names(in: folder) {
      let path = "\(folder)/\(name)"
      if Disk.isFolder(path) {
        if !Disk.isLink(path) { found += try scriptsBelow(path) }
      } else if name.hasSuffix(".script") {
        found.append(path)
      }
    }
    return found
  }

  private static func text(_ results: [ScriptResult], of files: [String]) -> String {
    func count(_ isCounted: (ScriptResult.Outcome) -> Bool) -> Int {
      // A script with several mistakes counts once.
      Set(results.filter { isCounted($0.outcome) }.map(\.file)).count
    }
    let passed = count { $0 == .passed }
    let failed = count { $0 == .failed }
    let skipped = count { if case .skipped = $0 { true } else { false } }
    return results.map(\.text).joined()
      + "\(passed) passed, \(failed) failed, \(skipped) skipped\n"
  }

  private static func json(_ results: [ScriptResult]) -> String {
    "[\n" + results.map { "  \($0.json)" }.joined(separator: ",\n") + "\n]\n"
  }
}
