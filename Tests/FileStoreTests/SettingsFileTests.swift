import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing
import VaultSettings

@testable import FileStore

@Suite("The settings file")
struct SettingsFileTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String = "config", disk: Disk = .real) -> SettingsFile {
    SettingsFile(path: NotePath(folder.path(name)), disk: disk)
  }

  @Test("A missing file means no settings, and reading creates no file")
  func none() async throws {
    #expect(try await file("a/b/config").settings() == SettingValues())
    #expect(folder.names() == [])
  }

  @Test("Setting a value creates the file for this user alone or changes one line of it")
  func sets() async throws {
    try await file("a/config").set(.vault, to: "/n")
    #expect(folder.text("a/config") == "vault = /n\n")
    #expect(folder.mode("a/config") == 0o600)
    folder.write("config", "# mine\nascii = yes\n")
    folder.setMode("config", 0o640)
    try await file().set(.ascii, to: "no")
    try await file().set(.vault, to: "/v")
    #expect(folder.text("config") == "# mine\nascii = no\nvault = /v\n")
    #expect(folder.mode("config") == 0o640)
    try await file().set(.ascii, to: nil)
    #expect(try await file().settings().values == [.vault: "/v"])
    #expect(folder.names() == ["a", "config"])
  }

  @Test("A file that is a link stays a link")
  func link() async throws {
    folder.write("real/settings", "vault = /a\n")
    folder.link("config", to: folder.path("real/settings"))
    try await file().set(.vault, to: "/b")
    #expect(folder.text("real/settings") == "vault = /b\n")
  }

  @Test("A bad value changes nothing")
  func badValue() async throws {
    folder.write("config", "color = never\n")
    await #expect(throws: SettingsError.badValue(.color, "red")) {
      try await file().set(.color, to: "red")
    }
    #expect(folder.text("config") == "color = never\n")
  }

  @Test("A full disk changes nothing, leaves nothing behind and is reported")
  func fullDisk() async throws {
    folder.write("config", "vault = /a\n")
    let full = Disk(writeSome: { _, _ in -Int(ENOSPC) }, flush: { _ in 0 })
    await #expect(throws: SettingsError.self) {
      try await file(disk: full).set(.vault, to: "/b")
    }
    #expect(folder.text("config") == "vault = /a\n")
    #expect(folder.names() == ["config"])
  }

  @Test("A folder at the file's path is reported and causes no crash")
  func folderInPlace() async throws {
    folder.makeFolder("config")
    await #expect(throws: SettingsError.self) { try await file().settings() }
    await #expect(throws: SettingsError.self) { try await file().set(.vault, to: "/b") }
  }
}

@Suite("The settings of a vault")
struct VaultSettingsTests {
  private let folder = TemporaryFolder()

  private var file: SettingsFile { SettingsFile(vault: VaultID(NotePath(folder.path("")))) }

  @Test("A vault's settings are stored inside it, and only after one is set")
  func inside() async throws {
    #expect(try await file.settings() == SettingValues())
    #expect(folder.names() == [])
    try await file.set(.theme, to: "mono")
    #expect(folder.text(".notes-tui/settings") == "theme = mono\n")
    #expect(try await file.settings()[.theme] == "mono")
  }

  @Test("A link in the vault is not followed, so nothing outside is read or written")
  func link() async throws {
    folder.write("outside", "theme = light\n")
    folder.write("v/.notes-tui/x", "")
    folder.link("v/.notes-tui/settings", to: folder.path("outside"))
    let file = SettingsFile(vault: VaultID(NotePath(folder.path("v"))))
    await #expect(throws: SettingsError.self) { try await file.settings() }
    await #expect(throws: SettingsError.self) { try await file.set(.theme, to: "mono") }
    #expect(folder.text("outside") == "theme = light\n")
    folder.write("w/note.md", "")
    folder.link("w/.notes-tui", to: folder.path("v"))
    let other = SettingsFile(vault: VaultID(NotePath(folder.path("w"))))
    await #expect(throws: SettingsError.self) { try await other.set(.theme, to: "mono") }
  }

  @Test("A vault's settings override the user's, except for the vault to open")
  func override() {
    var person = SettingValues()
    person.values = [.theme: "light", .wrap: "no", .vault: "/a"]
    var vault = SettingValues()
    vault.values = [.theme: "mono", .vault: "/b"]
    vault.problems = ["line 1"]
    let both = person.overridden(by: vault)
    #expect(both.values == [.theme: "mono", .wrap: "no", .vault: "/a"])
    #expect(both.problems == ["line 1"])
  }

  @Test(
    "A vault's settings can only shorten the lock delay, and a longer one is reported",
    arguments: [
      ("10", "5", "5"), ("10", "0", "10"), ("10", "60", "10"), ("0", "30", "30"), ("0", "0", "0"),
      (nil, "60", "10"), (nil, "1", "1"),
    ] as [(String?, String, String)])
  func lockAfter(own: String?, vault: String, holds: String) {
    var person = SettingValues()
    person.values[.lockAfter] = own
    var vaults = SettingValues()
    vaults.values[.lockAfter] = vault
    let both = person.overridden(by: vaults)
    #expect(both[.lockAfter] == holds)
    #expect(both.problems.isEmpty == (vault == holds))
  }
}
