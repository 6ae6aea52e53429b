import VaultSettings
import Services
import TestSupport
import Testing

@testable import Settings

@Suite("The settings' use cases")
struct SettingsCasesTests {
  private let store = MemorySettings("color = never\nascii = perhaps\n")

  @Test("All settings are listed; a bad line is named, and its setting has the default")
  func lists() async throws {
    let list = try await SettingsCases(store).list()
    #expect(list.items.map(\.name) == SettingName.allCases.map(\.rawValue))
    for item in list.items {
      let name = try #require(SettingName(rawValue: item.name))
      #expect(item.value == (name == .color ? "never" : name.standard))
      #expect(item.isDefault == (name != .color))
    }
    #expect(
      list.problems == [
        "/home/ada/.config/notes-tui/config, line 2: ascii cannot be “perhaps”. It may be yes or no."
      ])
  }

  @Test("A setting is read or set, and an empty value removes it")
  func sets() async throws {
    let cases = SettingsCases(store)
    #expect(try await cases.set(.vault, to: "/n").value == "/n")
    #expect(try await cases.set(.color, to: "").value == "auto")
    let item = try #require(try await cases.list([.vault]).items.first)
    #expect(item.value == "/n" && !item.isDefault)
    #expect(await store.written == "ascii = perhaps\nvault = /n\n")
  }

  @Test("A failure is reported in the file's words")
  func fails() async throws {
    let error = SettingsError.cannotWrite("/x", reason: "no")
    await store.fail(next: error)
    await #expect(throws: error) { try await SettingsCases(store).set(.vault, to: "/n") }
  }
}
