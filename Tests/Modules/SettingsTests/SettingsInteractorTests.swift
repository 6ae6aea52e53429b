import Services
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Settings

@MainActor
private final class Listener: SettingsInteractorOutput {
  var events: [String] = []

  func settingsLoaded(_ settings: [SettingItem], problems: [String]) {
    let items = settings.map { "\($0.name)=\($0.value ?? "-")\($0.isDefault ? "" : "!")" }
    events.append((items + problems).joined(separator: " "))
  }

  func settingWasSet(_ setting: SettingItem) {
    events.append("set \(setting.name) to \(setting.value ?? "nothing")")
  }

  func settingIsUnknown(_ name: String, known: [String]) { events.append("unknown \(name)") }
  func settingsFailed(_ message: String) { events.append("failed: \(message)") }
}

@MainActor
@Suite("The settings' interactor")
struct SettingsInteractorTests {
  private let work = Work()
  private let listener = Listener()
  private let store = MemorySettings("color = never\nascii = perhaps\n")

  private func make() -> any SettingsInteracting {
    let interactor = SettingsBuilder(store: store, work: work).makeInteractor()
    interactor.output = listener
    return interactor
  }

  @Test("All settings are told, with the default where a line is bad, and which line that is")
  func loads() async {
    let interactor = make()
    interactor.load()
    await work.whenIdle()
    #expect(
      listener.events == [
        SettingName.allCases.map { setting in
          setting == .colour ? "color=never! " : "\(setting.rawValue)=\(setting.standard ?? "-") "
        }.joined()
          + "/home/ada/.config/notes-tui/config, line 2: ascii cannot be “perhaps”; "
          + "“no” is used."
      ])
  }

  @Test("One is loaded or set by its name, and an empty value takes it away")
  func sets() async {
    let interactor = make()
    interactor.set("vault", to: "/n")
    await work.whenIdle()
    interactor.set("color", to: "")
    await work.whenIdle()
    interactor.load("vault")
    await work.whenIdle()
    #expect(listener.events.prefix(2) == ["set vault to /n", "set color to auto"])
    #expect(listener.events.last?.hasPrefix("vault=/n! ") == true)
    #expect(await store.written == "ascii = perhaps\nvault = /n\n")
  }

  @Test("A name that is none is told at once, and changes nothing")
  func unknown() async {
    let interactor = make()
    interactor.load("colour")
    interactor.set("colour", to: "x")
    await work.whenIdle()
    #expect(listener.events == ["unknown colour", "unknown colour"])
  }

  @Test("A failure is told in the file's words, and after the end nothing is")
  func fails() async {
    let interactor = make()
    let error = SettingsError.cannotWrite("/x", reason: "no")
    await store.fail(next: error)
    interactor.set("vault", to: "/n")
    await work.whenIdle()
    #expect(listener.events == ["failed: \(error.message)"])
    interactor.load()
    interactor.end()
    await work.whenIdle()
    #expect(listener.events.count == 1)
  }
}
