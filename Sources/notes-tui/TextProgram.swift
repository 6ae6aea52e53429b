import App
import Commands
import Terminal

/// The command lines that answer with text and need no terminal.
@MainActor
struct TextProgram {
  let environment: UserEnvironment

  func run(_ arguments: [String]) -> (output: String, exitCode: Int32) {
    do throws(UsageError) {
      let folder = environment.currentFolder
      switch try Invocation(arguments: arguments, folder: folder) {
      case .help: return (HelpText.help, 0)
      case .version: return (HelpText.version, 0)
      case .keys: return (KeysCommand.text(of: KeyTables.all), 0)
      case .screen, .script:
        return ("notes-tui: this opens a screen, which a script has already.\n", 2)
      }
    } catch {
      return (error.message + "\n", 2)
    }
  }
}
