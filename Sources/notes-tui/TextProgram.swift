import App
import Commands

/// Runs command lines that print text, for scripts.
@MainActor
struct TextProgram {
  let environment: UserEnvironment

  private static let hasScreen = "notes-tui: this opens a screen, which a script has already.\n"

  func run(_ arguments: [String]) async -> (output: String, exitCode: Int32) {
    do throws(UsageError) {
      let folder = environment.currentFolder
      switch try Invocation(arguments: arguments, folder: folder) {
      case .help(let topic): return (HelpText.help(on: topic, addresses: Screens.addresses), 0)
      case .version(let isVerbose, let isJSON):
        return (LinkedLibraries.versionText(isVerbose: isVerbose, asJSON: isJSON), 0)
      case .command(let request):
        return await CommandProgram(environment: environment).runIntoText(request)
      case .screen(let options):
        if let refusal = await CommandProgram(environment: environment).refusal(of: options) {
          return (refusal.message + "\n", refusal.exitCode.rawValue)
        }
        return (Self.hasScreen, 2)
      case .script: return (Self.hasScreen, 2)
      }
    } catch {
      return (error.message + "\n", 2)
    }
  }
}
