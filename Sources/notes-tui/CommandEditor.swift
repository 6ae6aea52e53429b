import App
import Commands
import Glibc
import UseCases

/// Runs the user's own editor for a command.
@MainActor
enum CommandEditor {
  /// Returns nil if neither VISUAL nor EDITOR names an editor, or the one named is this program.
  static func editor(_ environment: UserEnvironment) -> UserEditor? {
    let named = OutsideEditor(environment: environment.variable)
    guard named.isNamed, !named.isThisProgram else { return nil }
    let memory = environment.memoryFolders
    return UserEditor(
      edit: { run(named, on: $0) },
      editPrivately: { text, name in
        // A signal that ends the program must first remove the text from memory.
        Interruption.begin()
        return PrivateEditing(of: text, named: name, in: memory) { run(named, on: $0) }
      })
  }

  /// Runs the editor. Ctrl-C and Ctrl-\ are meant for the editor, so this process ignores them.
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
}
