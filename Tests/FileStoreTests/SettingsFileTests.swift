import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The settings file")
struct SettingsFileTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String = "config", disk: Disk = .real) -> SettingsFile {
    SettingsFile(place: NotePath(folder.path(name)), disk: disk)
  }

  @Test("No file is no settings, and asking makes none")
  func none() async throws {
    #expect(try await file("a/b/config").settings() == SettingValues())
    #expect(folder.names() == [])
  }

  @Test("Setting makes the file for this user alone, and changes one line of one that is there")
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
    await #expect(throws: SettingsError.badValue(.colour, "red")) {
      try await file().set(.colour, to: "red")
    }
    #expect(folder.text("config") == "color = never\n")
  }

  @Test("A full disk changes nothing, leaves nothing, and is told")
  func fullDisk() async throws {
    folder.write("config", "vault = /a\n")
    let full = Disk(writeSome: { _, _ in -Int(ENOSPC) }, flush: { _ in 0 })
    await #expect(throws: SettingsError.self) {
      try await file(disk: full).set(.vault, to: "/b")
    }
    #expect(folder.text("config") == "vault = /a\n")
    #expect(folder.names() == ["config"])
  }

  @Test("A folder in its place is told, and is no crash")
  func folderInPlace() async throws {
    folder.makeFolder("config")
    await #expect(throws: SettingsError.self) { try await file().settings() }
    await #expect(throws: SettingsError.self) { try await file().set(.vault, to: "/b") }
  }
}
