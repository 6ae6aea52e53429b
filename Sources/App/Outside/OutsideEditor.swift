import Glibc
import Programs

/// Runs the person's own editor on a file, in the foreground, until it ends.
package struct OutsideEditor: Sendable {
  /// The command of `$VISUAL` or `$EDITOR`. A shell runs it, because it may have arguments.
  let command: String
  /// Whether one of these variables is set.
  package let isNamed: Bool

  package init(environment: (String) -> String?) {
    let named = ["VISUAL", "EDITOR"].compactMap(environment).first { !$0.isEmpty }
    command = named ?? "vi"
    isNamed = named != nil
  }

  /// Whether the command is `notes-tui`, which must not start itself without end.
  package var isThisProgram: Bool {
    let word = command.split { $0 == " " || $0 == "\t" || $0 == "'" || $0 == "\"" }.first ?? ""
    return word.split(separator: "/").last == "notes-tui"
  }

  /// Runs the editor and returns the problem, if any. The terminal must have been released before.
  /// `stop` stops this program as Ctrl-Z does, if the editor was stopped.
  package func run(on path: [UInt8], stop: () -> Void) -> String? {
    let words = ["/bin/sh", "-c", "\(command) \"$@\"", "sh"].map { Array($0.utf8) }
    return ForegroundProgram.run(
      words + [path], called: command,
      advice: "Set EDITOR to the editor you use.", stop: stop)
  }
}

/// A program that has the terminal until it ends.
package enum ForegroundProgram {
  /// Runs the program and returns the problem, if any.
  package static func run(
    _ words: [[UInt8]], called command: String, advice: String, stop: () -> Void
  ) -> String? {
    guard let process = ChildStart.start(words, sharesTerminal: true) else {
      return "\(command) could not be started: there is no \(text(words)) that runs."
    }
    var status = Int32(0)
    while true {
      let found = waitpid(process, &status, WUNTRACED)
      if found < 0 {
        if errno == EINTR { continue }
        return "\(command) was lost sight of (error \(errno))."
      }
      if status & 0xff == 0x7f {
        stop()
        kill(process, SIGCONT)
        continue
      }
      break
    }
    let (signal, code) = (status & 0x7f, (status >> 8) & 0xff)
    if signal != 0 { return "\(command) was ended by signal \(signal)." }
    if code == 127 { return "\(command) was not found. \(advice)" }
    return code == 0 ? nil : "\(command) ended with \(code)."
  }

  private static func text(_ words: [[UInt8]]) -> String {
    String(decoding: words.first ?? [], as: UTF8.self)
  }
}
