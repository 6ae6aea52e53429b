import App
import Commands
import Files
import Glibc
import Services

/// The person's own editor, for a command.
@MainActor
enum CommandEditor {
  /// Nil where neither VISUAL nor EDITOR names one.
  static func editor(_ environment: UserEnvironment) -> OwnEditor? {
    let named = OutsideEditor(environment: environment.variable)
    guard named.isNamed else { return nil }
    let memory = environment.memoryFolders
    return OwnEditor(
      edit: { run(named, on: $0) },
      editPrivately: { text, name in
        // What would end the program finds the text out of memory first.
        Interruption.begin()
        return PrivateEditing(of: text, named: name, in: memory) { run(named, on: $0) }
      },
      confirm: { (question) throws(CommandFailure) in try confirm(question) })
  }

  /// What is pressed there to interrupt is meant for the editor.
  private static func run(_ editor: OutsideEditor, on path: [UInt8]) -> String? {
    var ignored = sigaction()
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    let signals = [SIGINT, SIGQUIT]
    let old = signals.map { number in
      var old = sigaction()
      sigaction(number, &ignored, &old)
      return old
    }
    defer {
      for (number, action) in zip(signals, old) {
        var action = action
        sigaction(number, &action, nil)
      }
    }
    return editor.run(on: path, stop: { raise(SIGSTOP) })
  }

  private static func confirm(_ question: String) throws(CommandFailure) -> Bool {
    do throws(SystemError) {
      let terminal = try PersonsTerminal.open(O_RDWR)
      let raw = terminal.raw
      try PersonsTerminal.write("\(question) ", to: raw)
      var line = [UInt8](repeating: 0, count: 256)
      let count = try Posix.retrying { read(raw, &line, line.count) }
      let answer = String(
        decoding: line[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return ["y", "yes"].contains(answer.lowercased())
    } catch {
      throw CommandFailure(
        "there is no terminal to ask on whether your editor may have the note unencrypted.")
    }
  }
}
