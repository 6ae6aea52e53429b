import Files
import Glibc
import Programs

/// The git of this computer, run so that a repository's own settings start no program, and so that
/// nothing waits without an end.
struct GitProgram: Sendable {
  /// Where it is.
  package let path: String
  /// This program's environment, of which git gets what is not git's own.
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

  /// `git version 2.39.5 (Apple Git-154)`: `merge-tree --write-tree` came with 2.38, and so did
  /// settings that only a person may make.
  static func isNewEnough(_ said: String) -> Bool {
    guard let version = said.split(separator: " ").dropFirst(2).first else { return false }
    let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    guard numbers.count == 2 else { return false }
    return numbers[0] > 2 || numbers[0] == 2 && numbers[1] >= 38
  }

  /// Runs git; throws where it ends with a code that the call does not expect.
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
      // Whatever it said by then, it may have left locks.
      throw .failed(
        command: call.name, code: 128 + signal, said: "It was ended by signal \(signal).")
    case .stopped: throw .cancelled
    case .tooSlow(let patience):
      throw .timedOut(command: call.name, seconds: Int(patience.components.seconds))
    case .tooMuch: throw .tooMuch(megabytes: (call.mostReceived ?? Self.mostOutput) >> 20)
    }
  }

  /// What stays and is talked with.
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
      let isAsked = network.isBegunByPerson
      limits.firstByte = isAsked ? patience.answering : patience.connecting
      limits.silence = isAsked ? patience.answering : patience.silence
    } else {
      limits.inAll = call.patience ?? patience.local
    }
    // What ssh leaves behind on purpose, to be quicker the next time, holds our pipe.
    limits.lingering = .seconds(1)
    // Else its locks stay.
    limits.cleaning = .seconds(2)
    limits.mostOutput = Self.mostOutput
    if let most = call.mostReceived {
      limits.mayGoOn = { FetchProgress.received($0) <= most }
    }
    return limits
  }
}

/// How long git may take.
struct GitPatience: Sendable {
  /// For what needs no network, in all.
  var local = Duration.seconds(300)
  /// For a signature: an agent has the key, or there is none.
  var signing = Duration.seconds(20)
  /// Until a remote says its first word, and between two words.
  var connecting = Duration.seconds(30)
  var silence = Duration.seconds(60)
  /// Until a person has answered what ssh or git ask.
  var answering = Duration.seconds(300)
  /// For a lock that another program holds.
  var lock = Duration.seconds(10)
}

/// One call of git.
struct GitCall: Sendable {
  var arguments: [String]
  var input: [UInt8] = []
  /// The repository, unless it is still to be found.
  var environment: [String: String] = [:]
  /// Settings on top of those that every call has.
  var settings: [GitSetting] = []
  /// Codes that are an answer, and no failure.
  var codes: Set<Int32> = [0]
  /// In all; nil: as for anything that needs no network.
  var patience: Duration?
  /// As much may come from a remote; nil: any amount.
  var mostReceived: Int?
  /// Nil: it reaches no network.
  var network: NetworkOptions?
  /// How ssh is called.
  var ssh = "ssh"

  init(_ arguments: String..., input: [UInt8] = []) {
    self.arguments = arguments
    self.input = input
  }

  /// For messages: `update-ref`.
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

  /// Without the end of the last line.
  var text: String {
    String(
      decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...], as: UTF8.self)
  }

  /// What lies between zero bytes. Each call reads all of the output.
  func entries() -> [ArraySlice<UInt8>] { output.split(separator: 0) }
}

/// What a fetch says of how far it is: `Receiving objects:  45% (9/20), 1.21 GiB | 10.00 MiB/s`.
enum FetchProgress {
  /// How many bytes came by now, as far as git says.
  static func received(_ errors: [UInt8]) -> Int {
    let lines = errors.suffix(longest).split {
      $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n")
    }
    // What the other end says begins otherwise: it cannot say that less came.
    let line = lines.last { $0.starts(with: "Receiving objects:".utf8) }
    guard let line else { return 0 }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard let unit = words.firstIndex(where: { units[$0.prefixWithoutComma] != nil }), unit > 0,
      let size = Double(words[unit - 1]), size >= 0, size < 1e9
    else { return 0 }
    return Int(size * (units[words[unit].prefixWithoutComma] ?? 0))
  }

  /// Of several lines, the last is enough.
  private static let longest = 4096
  private static let units: [Substring: Double] = [
    "bytes": 1, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824,
  ]
}

extension Substring {
  fileprivate var prefixWithoutComma: Substring { prefix { $0 != "," } }
}
