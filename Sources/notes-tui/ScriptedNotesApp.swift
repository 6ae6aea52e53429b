import App
import Commands
import FileStore
import Glibc
import NcursesTerminal
import UIScripts
import VaultSettings
import Viper

extension NotesApp: ScriptedApp {
  package func whenIdle() async {
    repeat {
      await container.work.whenIdle()
      await container.vault?.watch.catchUp()
      await container.preferences.watch?.catchUp()
      drawAndAnswerScripts()
    } while !container.work.isIdle
  }

  package var exitCode: Int32? { ending?.exitCode }
  package var endMessage: String { ending?.message ?? "" }
  package var moduleStack: String { router.stackDescription }
  package var leaks: [String] { container.probe.leaks }
}

extension ScriptHost {
  /// Returns the host that plays scripts with this program.
  @MainActor
  static func thisProgram(binary: String) -> ScriptHost {
    ScriptHost(
      launch: { launch in
        let environment = UserEnvironment(sandbox: launch.sandbox)
        let invocation = try Invocation(
          arguments: ["--vault", launch.sandbox.vault] + launch.arguments,
          folder: launch.sandbox.vault)
        guard case .screen(let options) = invocation else {
          throw UsageError.unexpected(launch.arguments.first ?? "")
        }
        var composition = Composition(
          environment: environment, clock: launch.clock, workFactor: 1)
        let settings = SettingsFile(path: environment.settingsFile(options))
        composition.settings = (try? settings.values()) ?? SettingValues()
        return composition.makeApp(
          options, driver: launch.driver, scheduler: launch.scheduler)
      },
      run: { arguments, sandbox in
        await TextProgram(environment: UserEnvironment(sandbox: sandbox)).run(arguments)
      },
      encrypt: { folder, passphrase in
        try ScriptedVault(in: folder, passphrase: passphrase)
      },
      binary: binary,
      openTerminal: { try NcursesDriver.open() },
      pause: {
        try? await Task.sleep(for: .milliseconds(400))
      })
  }
}

extension UserEnvironment {
  init(sandbox: Sandbox) {
    let (home, state, vault) = (sandbox.home, sandbox.stateFolder, sandbox.vault)
    let (config, cache, data) = (sandbox.configFolder, sandbox.cacheFolder, sandbox.dataFolder)
    self.init(folder: vault) { name in
      switch name {
      case "HOME": home
      case "PATH": "/usr/bin:/bin"
      case "XDG_STATE_HOME": state
      case "XDG_CONFIG_HOME": config
      case "XDG_CACHE_HOME": cache
      case "XDG_DATA_HOME": data
      case "NOTES_TUI_VAULT": vault
      case "NOTES_TUI_SCRIPT": "1"
      default: nil
      }
    }
  }
}
