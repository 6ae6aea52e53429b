import App
import Askpass
import Commands
import Glibc
import UIScripts

StandardFiles.reserveDescriptors()
if let ending = AskpassClient.run(
  UserEnvironment.arguments.map(\.bytes), variable: UserEnvironment.variable)
{
  if !ending.message.isEmpty { StandardError.write(ending.message) }
  exit(ending.code)
}
MainQueue.open()
let environment = UserEnvironment()

do throws(UsageError) {
  let folder = environment.currentFolder
  func check() {
    guard let problem = StartCheck.problem(environment) else { return }
    StandardError.write(problem)
    exit(ExitCode.failed.rawValue)
  }
  switch try Invocation(
    arguments: UserEnvironment.arguments, folder: folder, home: environment.home)
  {
  case .help(let topic):
    exit(
      TextOutput.write(
        UserTerminal.words.fit(HelpText.help(on: topic, addresses: Screens.addresses))))
  case .version(let isVerbose, let isJSON):
    exit(TextOutput.write(LinkedLibraries.versionText(isVerbose: isVerbose, asJSON: isJSON)))
  case .command(let request):
    check()
    exit(CommandProgram(environment: environment).runOnStreams(request))
  case .script(let scriptArguments):
    let host = ScriptHost.thisProgram(binary: UserEnvironment.ownBinary)
    let answer = MainThread.wait {
      await ScriptCommand.run(arguments: scriptArguments, host: host)
    }
    for line in answer.problem.split(separator: "\n") { StandardError.write(String(line)) }
    exit(max(answer.exitCode, TextOutput.write(answer.output)))
  case .screen(let options):
    check()
    let ending = ScreenProgram(environment: environment).run(options)
    if !ending.message.isEmpty { StandardError.write(ending.message) }
    exit(ending.exitCode)
  }
} catch {
  StandardError.write(error.message)
  exit(ExitCode.usage.rawValue)
}
