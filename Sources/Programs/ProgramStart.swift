import Glibc
import Synchronization
import Threads

/// The program to run, with its input and environment.
package struct ProgramStart: Sendable {
  /// The path of the program, and its arguments.
  package var command: [[UInt8]]
  /// The variables as `NAME=value`; nil: this program's own.
  package var environment: [[UInt8]]?
  package var input: [UInt8] = []
  /// Whether `give` will add more input.
  package var keepsInputOpen = false
  package var takesOutput = true
  /// Whether errors are collected; else they are dropped.
  package var takesErrors = true
  /// Limits for reading untrusted files: then `environment` is not used, and errors are dropped.
  package var confinement: ChildStart.Confinement?

  package init(_ command: [String]) { self.command = command.map { Array($0.utf8) } }
}

/// The limits of a program's time and output.
package struct ProgramLimits: Sendable {
  /// The time for the whole run.
  package var inAll: Duration?
  /// The time until its first output, and between two outputs.
  package var firstByte: Duration?
  package var silence: Duration?
  /// The time to read its output after its end, if a program that it started keeps it open. Nil: no
  /// limit of its own.
  package var lingering: Duration?
  /// The time to clean up after a request to end, before it is killed.
  package var cleaning = Duration.zero
  package var mostOutput = 64 << 20
  /// Reads the error output so far, and returns whether the program may continue.
  package var mayGoOn: (@Sendable (_ errors: [UInt8]) -> Bool)?

  package init(inAll: Duration? = nil) { self.inAll = inAll }
}

/// The result of a program.
package struct ProgramResult: Sendable {
  package enum Ending: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
    /// In the other cases, we ended it.
    case stopped
    case tooSlow(Duration)
    case tooMuch
  }

  package var ending: Ending
  package var output: [UInt8]
  /// The first and last bytes of its error output.
  package var errors: [UInt8]
  /// Whether it read all of its input.
  package var hasTakenInput: Bool

  package var hasSucceeded: Bool { ending == .code(0) }
}

/// Finds a program by its name.
package enum ProgramPath {
  /// Returns the path in the folders of a `PATH`. Only absolute folders count: the working
  /// directory may belong to someone else.
  package static func of(_ name: String, in path: String) -> String? {
    path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}

/// Lets any thread end a running program.
package final class ProgramStop: Sendable {
  private let isAsked = Atomic(false)
  private let bell = Bell()
  private let isOver = Signal(false)

  package init() {}

  package func ask() {
    isAsked.store(true, ordering: .releasing)
    bell.ring()
  }

  /// The program has ended, or could not be started.
  func programEnded() { isOver.change { $0 = true } }

  /// Waits for that, on another thread than the program's.
  func waitForEnd() { isOver.wait { $0 ? () : nil } }

  var wasAsked: Bool { isAsked.load(ordering: .acquiring) }

  /// Becomes readable after `ask`.
  var descriptor: Int32 { bell.descriptor }
}
