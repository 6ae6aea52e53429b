import Glibc
import Programs

/// The git of this computer, run so that a repository's own settings start no program, and with a
/// time limit on everything.
struct GitProgram: Sendable {
  package let path: String
  /// This program's environment. Git gets it without the variables that control git.
  let environment: [String: String]
  var patience: GitPatience

  /// Finds git in the folders of `PATH` and asks for its version.
  static func find(
    environment: [String: String], patience: GitPatience = GitPatience()
  ) async throws(GitError) -> GitProgram {
    guard let path = Self.path(of: "git", environment) else { throw .notInstalled }
    let program = GitProgram(path: path, environment: environment, patience: patience)
    let said = try await program.run(GitCall("version")).text
    guard isNewEnough(said) else {
      throw .tooOld(said.replacing("git version ", with: ""))
    }
    return program
  }

  /// Whether git can start a program by this name alone.
  func finds(_ name: String) -> Bool { Self.path(of: name, environment) != nil }

  private static func path(of name: String, _ environment: [String: String]) -> String? {
    ProgramPath.of(name, in: environment["PATH"] ?? "")
  }

  /// Whether the version, such as `git version 2.39.5 (Apple Git-154)`, is at least 2.38: that
  /// version brought `merge-tree --write-tree`, and settings that only a person may make.
  static func isNewEnough(_ said: String) -> Bool {
    guard let version = said.split(separator: " ").dropFirst(2).first else { return false }
    let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    guard numbers.count == 2 else { return false }
    return numbers[0] > 2 || numbers[0] == 2 && numbers[1] >= 38
  }

  /// Runs git; throws if it exits with a code that the call does not expect.
  func run(_ call: GitCall) async throws(GitError) -> GitAnswer {
    if Task.isCancelled { throw .cancelled }
    guard let result = await ProgramRun.run(start(call), within: limits(call)) else {
      throw .failed(command: call.name, code: 127, said: "\(path) could not be started.")
    }
    let complaint = GitComplaint(result.errors)
    switch result.ending {
    case .code(let code) where call.codes.contains(code):
      return GitAnswer(code: code, output: result.output, complaint: complaint)
    case .code(let code): throw complaint.error(command: call.name, code: code)
    case .signal(let signal):
      // Regardless of its output, it may have left locks.
      throw .failed(
        command: call.name, code: 128 + signal, said: "It was ended by signal \(signal).")
    case .stopped: throw .cancelled
    case .tooSlow(let patience):
      throw .timedOut(command: call.name, seconds: Int(patience.components.seconds))
    case .tooMuch: throw .tooMuch(megabytes: (call.mostReceived ?? Self.mostOutput) >> 20)
    }
  }

  /// Starts a git process that stays, for a conversation.
  func begin(_ call: GitCall) throws(GitError) -> RunningProgram {
    var start = start(call)
    start.keepsInputOpen = true
    start.takesErrors = false
    guard let program = RunningProgram(start) else {
      throw .failed(command: call.name, code: 127, said: "\(path) could not be started.")
    }
    return program
  }

  private static let mostOutput = 1 << 30

  private func start(_ call: GitCall) -> ProgramStart {
    var start = ProgramStart([path])
    start.command += call.arguments.map { Array($0.utf8) }
    start.input = call.input
    start.environment = GitEnvironment(self, call).entries.map { Array($0.utf8) }
    return start
  }

  private func limits(_ call: GitCall) -> ProgramLimits {
    var limits = ProgramLimits()
    if let network = call.network {
      let isAsked = network.isInteractive
      limits.firstByte = isAsked ? patience.answering : patience.connecting
      limits.silence = isAsked ? patience.answering : patience.silence
    } else {
      limits.inAll = call.patience ?? patience.local
    }
    // The process that ssh leaves behind for faster connections holds our pipe.
    limits.lingering = .seconds(1)
    // Time for git to remove its locks.
    limits.cleaning = .seconds(2)
    limits.mostOutput = Self.mostOutput
    if let most = call.mostReceived {
      limits.mayGoOn = { FetchProgress.received($0) <= most }
    }
    return limits
  }
}

/// How long git may run.
struct GitPatience: Sendable {
  /// For everything without network.
  var local = Duration.seconds(300)
  /// For a signature: either an agent has the key, or there is none.
  var signing = Duration.seconds(20)
  /// For the remote's first output, and between two outputs.
  var connecting = Duration.seconds(30)
  var silence = Duration.seconds(60)
  /// For a person to answer a question of ssh or git.
  var answering = Duration.seconds(300)
  /// For a lock of another program.
  var lock = Duration.seconds(10)
}

/// One call of git.
struct GitCall: Sendable {
  var arguments: [String]
  var input: [UInt8] = []
  /// The variables that name the repository; empty until it is found.
  var environment: [String: String] = [:]
  /// Settings on top of those of every call.
  var settings: [GitSetting] = []
  /// The exit codes that are an answer and not a failure.
  var codes: Set<Int32> = [0]
  /// The time limit for the whole call; nil: the limit for calls without network.
  var patience: Duration?
  /// The most bytes to receive from a remote; nil: any amount.
  var mostReceived: Int?
  /// The options for the network; nil: the call uses no network.
  var network: NetworkOptions?
  /// The ssh command.
  var ssh = "ssh"

  init(_ arguments: String..., input: [UInt8] = []) {
    self.arguments = arguments
    self.input = input
  }

  /// The name for messages: `update-ref`.
  var name: String {
    var words = arguments[...]
    while words.first == "-C" { words = words.dropFirst(2) }
    return words.first ?? ""
  }
}

struct GitAnswer: Sendable {
  var code: Int32
  var output: [UInt8]
  var complaint: GitComplaint

  /// The output as text, without the last line feed.
  var text: String {
    String(
      decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...], as: UTF8.self)
  }

  /// Returns the output's parts between zero bytes. Each call reads all of the output.
  func entries() -> [ArraySlice<UInt8>] { output.split(separator: 0) }
}

/// The progress that a fetch prints: `Receiving objects:  45% (9/20), 1.21 GiB | 10.00 MiB/s`.
enum FetchProgress {
  /// Returns the bytes received so far, according to git.
  static func received(_ errors: [UInt8]) -> Int {
    let lines = errors.suffix(longest).split {
      $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n")
    }
    // Lines of the remote begin otherwise: it cannot fake a smaller number.
    let line = lines.last { $0.starts(with: "Receiving objects:".utf8) }
    guard let line else { return 0 }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard let unit = words.firstIndex(where: { units[$0.prefixWithoutComma] != nil }), unit > 0,
      let size = Double(words[unit - 1]), size >= 0, size < 1e9
    else { return 0 }
    return Int(size * (units[words[unit].prefixWithoutComma] ?? 0))
  }

  /// Enough for the last line.
  private static let longest = 4096
  private static let units: [Substring: Double] = [
    "bytes": 1, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ]
}

extension Substring {
  fileprivate var prefixWithoutComma: Substring { prefix { $0 != "," } }
}
