import Glibc
package import Programs
package import UseCases

/// Starts the programs of a person's own commands: without a terminal, with a small environment, and in
/// a session of their own, so that all that they start can be ended together.
package struct OwnProgram: OwnProgramRunning {
  private let environment: @Sendable (String) -> String?
  private let programs: StartedPrograms
  private let mostOutput: Int
  private let hookPatience: Duration

  package init(
    environment: @escaping @Sendable (String) -> String?,
    among programs: StartedPrograms = StartedPrograms(), mostOutput: Int = 64 << 20,
    hookPatience: Duration = .seconds(60)
  ) {
    (self.environment, self.programs) = (environment, programs)
    self.mostOutput = mostOutput
    self.hookPatience = hookPatience
  }

  package var home: String { environment("HOME") ?? "/" }

  package func run(
    _ program: OwnProgramStart
  ) async throws(OwnProgramError) -> OwnProgramOutput {
    let name = String(decoding: program.words.first ?? [], as: UTF8.self)
    let path = try found(name, outside: program.vault)
    var start = ProgramStart([path])
    start.command += program.words.dropFirst()
    start.environment = variables(of: program).map { Array($0.utf8) }
    start.input = program.input
    var limits = ProgramLimits(inAll: program.isHook ? hookPatience : nil)
    limits.mostOutput = mostOutput
    // A program in the background may hold the output open.
    limits.lingering = .seconds(2)
    guard let result = await programs.run(start, within: limits) else {
      throw .cannotStart(name)
    }
    switch result.ending {
    case .code(0): return OwnProgramOutput(result.output, complaint: Self.complaint(result.errors))
    case .code(let code):
      throw .failed(name, code: Int(code), Self.complaint(result.errors))
    case .signal(let signal): throw .signal(name, Int(signal))
    case .stopped: throw .stopped(name)
    case .tooSlow(let patience): throw .tooSlow(name, seconds: Int(patience.components.seconds))
    case .tooMuch: throw .tooMuch(name, megabytes: mostOutput >> 20)
    }
  }

  /// The whole path of a program.
  private func found(
    _ name: String, outside vault: [UInt8]
  ) throws(OwnProgramError) -> String {
    let path = name.hasPrefix("/") ? name : ProgramPath.of(name, in: searched)
    guard let path, let real = Self.realPath(path), access(path, X_OK) == 0 else {
      throw .notFound(name)
    }
    let folder = Self.realPath(String(decoding: vault, as: UTF8.self)) ?? ""
    if !folder.isEmpty, real.hasPrefix(folder + "/") { throw .isInVault(name) }
    return path
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The person's `PATH` without relative folders.
  private var searched: String {
    (environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      .filter { $0.hasPrefix("/") }.joined(separator: ":")
  }

  /// No other variables are passed on, because they may hold secrets.
  private static let passed = [
    "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ", "TMPDIR",
    "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
    "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS",
  ]

  /// The variable that tells a program of ours that a hook started it.
  package static let hookVariable = "NOTES_TUI_HOOK"

  private func variables(of program: OwnProgramStart) -> [String] {
    var all = Self.passed.compactMap { name in environment(name).map { "\(name)=\($0)" } }
    all.append("PATH=\(searched)")
    all.append("NOTES_TUI_VAULT=\(String(decoding: program.vault, as: UTF8.self))")
    if program.isHook || environment(Self.hookVariable) != nil {
      all.append("\(Self.hookVariable)=1")
    }
    return all
  }

  /// The first line of its error output.
  private static func complaint(_ errors: [UInt8]) -> String {
    let line = errors.split(separator: UInt8(ascii: "\n")).first ?? []
    return String(decoding: line.prefix(200), as: UTF8.self)
  }
}
