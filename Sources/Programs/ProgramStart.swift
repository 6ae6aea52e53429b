import Glibc
import Synchronization
import Threads

/// Which program is run, and what it is given.
package struct ProgramStart: Sendable {
  /// The path of the program, and its arguments.
  package var command: [[UInt8]]
  /// As `NAME=value`; nil: this program's own.
  package var environment: [[UInt8]]?
  package var input: [UInt8] = []
  /// Whether more input follows by `give`.
  package var keepsInputOpen = false
  package var takesOutput = true
  /// Errors are written there; else they are dropped.
  package var takesErrors = true
  /// For what reads strangers' files: then there is no other environment, and no errors.
  package var confinement: ChildStart.Confinement?

  package init(_ command: [String]) { self.command = command.map { Array($0.utf8) } }
}

/// How long a program may take, and how much it may write.
package struct ProgramLimits: Sendable {
  /// In all.
  package var inAll: Duration?
  /// Until it writes its first byte, and from one to the next.
  package var firstByte: Duration?
  package var silence: Duration?
  /// How long its output is still read once it has ended, where what it started holds that open. Nil:
  /// like the program itself.
  package var lingering: Duration?
  /// How long it may clean up after it was asked to end, before it is killed.
  package var cleaning = Duration.zero
  package var mostOutput = 64 << 20
  /// Reads what it said so far where errors are said, and answers with whether it may go on.
  package var mayGoOn: (@Sendable (_ errors: [UInt8]) -> Bool)?

  package init(inAll: Duration? = nil) { self.inAll = inAll }
}

/// What came of a program.
package struct ProgramResult: Sendable {
  package enum Ending: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
    /// The others were ended by us.
    case stopped
    case tooSlow(Duration)
    case tooMuch
  }

  package var ending: Ending
  package var output: [UInt8]
  /// The first and the last of what it said is wrong.
  package var errors: [UInt8]
  /// Whether it read all of its input.
  package var hasTakenInput: Bool

  package var hasSucceeded: Bool { ending == .code(0) }
}

/// Where a program is that is known by its name alone.
package enum ProgramPath {
  /// In the folders of a `PATH`, of which only absolute ones count: the folder that this program runs in
  /// is often a stranger's.
  package static func of(_ name: String, in path: String) -> String? {
    path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}

/// Lets any thread end a program that is under way.
package final class ProgramStop: Sendable {
  private let isAsked = Atomic(false)
  private let bell = Bell()

  package init() {}

  package func ask() {
    isAsked.store(true, ordering: .releasing)
    bell.ring()
  }

  var wasAsked: Bool { isAsked.load(ordering: .acquiring) }

  /// Becomes readable once it is asked.
  var descriptor: Int32 { bell.descriptor }
}
