import Glibc

/// Runs the person's own editor on a file, in the foreground, until it ends.
package struct OutsideEditor: Sendable {
  /// What `$VISUAL` or `$EDITOR` says; a shell reads it, since it may have arguments.
  let command: String
  /// Whether one of them says anything.
  package let isNamed: Bool

  package init(environment: (String) -> String?) {
    let named = ["VISUAL", "EDITOR"].compactMap(environment).first { !$0.isEmpty }
    command = named ?? "vi"
    isNamed = named != nil
  }

  /// Answers with what a person must know where it did not go well. The terminal must have been
  /// given back. `stop` stops this program as Ctrl-Z would, when the editor was stopped.
  package func run(on path: [UInt8], stop: () -> Void) -> String? {
    let words = ["/bin/sh", "-c", "\(command) \"$@\"", "sh"].map { Array($0.utf8) }
    guard let process = ChildStart.start(words + [path], sharesTerminal: true) else {
      return "\(command) could not be started: there is no /bin/sh that runs."
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
    if code == 127 { return "\(command) was not found. Set EDITOR to the editor you use." }
    return code == 0 ? nil : "\(command) ended with \(code)."
  }
}
