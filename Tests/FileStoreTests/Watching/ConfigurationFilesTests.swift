import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

/// A folder with the person's configuration, and a listener to its changes.
private final class WatchedConfiguration {
  let folder: TemporaryFolder
  let events: ConfigurationFiles
  private var iterator: AsyncStream<ConfigurationEvent>.Iterator

  /// Nothing is reported before a mark requests it, so no test waits for time to pass.
  static let patient = ConfigurationPauses(afterChange: .seconds(600), whileOpen: .seconds(600))

  init(_ folder: TemporaryFolder, pauses: ConfigurationPauses = patient) async {
    self.folder = folder
    let path = folder.path
    events = ConfigurationFiles(pauses: pauses) {
      ConfigurationPaths(
        files: ["config", "keys"].map { Array("\(path)/notes-tui/\($0)".utf8) },
        folders: [Array("\(path)/notes-tui/themes".utf8)])
    }
    iterator = events.changes().makeAsyncIterator()
    _ = await wasChanged()
  }

  func next() async -> ConfigurationEvent? { await iterator.next(isolation: #isolation) }

  /// Returns whether a change was reported up to now.
  func wasChanged() async -> Bool {
    events.mark()
    var isChanged = false
    while let event = await next(), event != .mark { isChanged = true }
    return isChanged
  }
}

@Suite("Changes of configuration files are reported")
struct ConfigurationFilesTests {
  private let folder = TemporaryFolder()

  init() {
    folder.makeFolder("notes-tui")
    folder.write("notes-tui/keys", "one\n")
  }

  /// Changes in the folder, and whether each may matter.
  static let changes: [(String, @Sendable (TemporaryFolder) -> Void, Bool)] = [
    ("a file is written", { $0.write("notes-tui/keys", "two\n") }, true),
    ("a file appears", { $0.write("notes-tui/config", "wrap = no\n") }, true),
    (
      "a file is replaced",
      {
        $0.write("notes-tui/.keys.new", "two\n")
        $0.rename("notes-tui/.keys.new", to: "notes-tui/keys")
      }, true
    ),
    ("a file is removed", { $0.remove("notes-tui/keys") }, true),
    (
      "a theme appears in a folder that did not exist",
      {
        $0.makeFolder("notes-tui/themes")
        $0.write("notes-tui/themes/mine.theme", "title = red\n")
      }, true
    ),
    ("an editor writes its swap file", { $0.write("notes-tui/.keys.swp", "x") }, false),
    ("another program is configured", { $0.write("other", "x") }, false),
  ]

  @Test("Only files of the configuration count", arguments: changes.indices)
  func counts(_ index: Int) async {
    let (name, change, matters) = Self.changes[index]
    let watched = await WatchedConfiguration(folder)
    change(folder)
    #expect(await watched.wasChanged() == matters, "\(name)")
    #expect(await watched.wasChanged() == false, "\(name)")
  }

  @Test("A file that is being written is not reported before it is closed")
  func halfWritten() async {
    let watched = await WatchedConfiguration(folder)
    let file = open(folder.path("notes-tui/keys"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    #expect(write(file, "half", 4) == 4)
    #expect(await watched.wasChanged() == false)
    #expect(write(file, " and half", 9) == 9)
    close(file)
    #expect(await watched.wasChanged())
  }

  @Test("A writer that never closes its file does not hide the change")
  func neverClosed() async {
    let pauses = ConfigurationPauses(afterChange: .seconds(600), whileOpen: .zero)
    let watched = await WatchedConfiguration(folder, pauses: pauses)
    let file = open(folder.path("notes-tui/keys"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    defer { close(file) }
    #expect(write(file, "x", 1) == 1)
    #expect(await watched.next() == .changed)
  }

  @Test("Links are followed, wherever they lead, and again after they change")
  func links() async {
    folder.makeFolder("dotfiles")
    folder.makeFolder("other")
    folder.write("dotfiles/keys", "one\n")
    folder.write("other/keys", "other\n")
    folder.remove("notes-tui/keys")
    folder.link("notes-tui/keys", to: "../dotfiles/keys")
    let watched = await WatchedConfiguration(folder)
    folder.write("dotfiles/keys", "two\n")
    #expect(await watched.wasChanged())
    folder.remove("notes-tui/keys")
    folder.link("notes-tui/keys", to: "../other/keys")
    #expect(await watched.wasChanged())
    folder.write("other/keys", "three\n")
    #expect(await watched.wasChanged())
    folder.write("dotfiles/keys", "no more\n")
    #expect(await watched.wasChanged() == false)
  }

  @Test("A folder that is moved away and made again is still watched")
  func folders() async {
    let watched = await WatchedConfiguration(folder)
    folder.rename("notes-tui", to: "away")
    #expect(await watched.wasChanged())
    folder.write("away/keys", "elsewhere\n")
    #expect(await watched.wasChanged() == false)
    folder.makeFolder("notes-tui")
    #expect(await watched.wasChanged())
    folder.write("notes-tui/keys", "again\n")
    #expect(await watched.wasChanged())
  }

  @Test("The settings of the open vault are watched, and no other vault's")
  func vault() async {
    for name in ["a", "b"] {
      folder.makeFolder(name)
      folder.makeFolder("\(name)/.notes-tui")
    }
    let watched = await WatchedConfiguration(folder)
    for name in ["a", "b"] {
      watched.events.watch(vault: VaultID(NotePath(folder.path(name))))
      #expect(await watched.wasChanged())
      folder.write("a/.notes-tui/settings", "wrap = no\n")
      #expect(await watched.wasChanged() == (name == "a"))
    }
  }

  @Test("The stream ends with the object")
  func ends() async {
    var iterator: AsyncStream<ConfigurationEvent>.Iterator
    do {
      let files = ConfigurationFiles { ConfigurationPaths(files: []) }
      iterator = files.changes().makeAsyncIterator()
    }
    while let event = await iterator.next(isolation: #isolation) { #expect(event == .changed) }
  }
}
