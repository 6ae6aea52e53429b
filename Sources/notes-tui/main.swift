import App
import Commands
import Entities
import Glibc
import UIScripts

let arguments = Array(CommandLine.arguments.dropFirst())
let environment = UserEnvironment()

do throws(UsageError) {
  switch try Invocation(arguments: arguments, folder: environment.currentFolder) {
  case .help, .version, .keys:
    let answer = TextProgram(environment: environment).run(arguments)
    print(answer.output, terminator: "")
    exit(answer.exitCode)
  case .script(let scriptArguments):
    let host = ScriptHost.thisProgram(binary: UserEnvironment.ownBinary)
    let answer = MainThread.wait {
      await ScriptCommand.run(arguments: scriptArguments, host: host)
    }
    print(answer.output, terminator: "")
    exit(answer.exitCode)
  case .screen(let options):
    let ending = ScreenProgram(environment: environment).run(options)
    if !ending.message.isEmpty { StandardError.write(ending.message) }
    exit(ending.exitCode)
  }
} catch {
  StandardError.write(error.message)
  exit(2)
}
