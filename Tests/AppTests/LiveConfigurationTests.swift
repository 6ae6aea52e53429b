import Entities
import FakeTerminal
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import VaultSettings

@testable import App

/// Files that a test writes.
private final class WrittenFiles: Sendable {
  private let texts = Mutex<[String: String]>([:])

  subscript(name: String) -> String? {
    get { texts.withLock { $0[name] } }
    set { texts.withLock { $0[name] = newValue } }
  }

  func keys(for tables: () -> [KeyTable]) -> UserKeys? {
    self["keys"].map { UserKeys(Array($0.utf8), for: tables(), path: "keys") }
  }

  var themes: Themes {
    Themes(names: { ["standard", "mine"] }) { [self] name in
      guard let text = self[name] else { return (.standard, ["There is no theme “\(name)”."]) }
      return ThemeText.theme(named: name, from: Array(text.utf8), path: "\(name).theme")
    }
  }
}

@MainActor
@Suite("Settings, keys and themes are read again when their files change")
struct LiveConfigurationTests {
  private let settings = MemorySettings()
  private let vaultSettings = MemorySettings()
  private let files = WrittenFiles()
  private let events = MemoryConfiguration()
  private let bench: AppBench

  init() async {
    files["mine"] = "title = bold\n"
    bench = AppBench(
      ["a.md": "# Alpha"], size: Size(columns: 120, rows: 60), themes: files.themes,
      settingsStore: settings, configuration: events, ownKeys: { [files] in files.keys(for: $0) },
      vaultStore: vaultSettings)
    await bench.start()
    await changed()
    // The bench's own time until locking is not in the file.
    await bench.press("j")
  }

  /// Reports that files changed, and waits until they were read.
  private func changed() async {
    await bench.app.container.preferences.watch?.catchUp()
    events.report(.changed)
    await bench.app.container.preferences.watch?.catchUp()
    await bench.settle()
  }

  private var message: String { bench.app.router.notice }

  private nonisolated static let config = "/home/ada/.config/notes-tui/config"

  @Test(
    "New values are in force at once and named, with their effect",
    arguments: [
      ("date-form = iso\n", "Settings changed: date-form."),
      (
        "wrap = no\ntab-width = 8\ntheme = mine\n",
        "Settings changed: theme; wrap, tab-width (in effect for notes opened from now on)."
      ),
      ("mouse = no\n", "Settings changed: mouse (in effect from the next start)."),
      ("# a comment\n", ""),
    ])
  func values(text: String, expected: String) async {
    await settings.setText(text)
    await changed()
    #expect(message == expected)
    let values = bench.app.container.preferences.values
    #expect(
      SettingsText(Array(text.utf8)).settings(path: "").values
        == values.values.filter { $0.key != .lockAfter })
    // Each message is shown once.
    await bench.press("j")
    await changed()
    #expect(message == "")
  }

  @Test(
    "A mistake names file, line and field, and changes nothing",
    arguments: [
      (
        "config", "date-form = iso\nwrap = maybe\n",
        "\(config), line 2: wrap cannot be “maybe”. It may be yes or no."
      ),
      ("config", "date-form = iso\nwarp = no\n", "\(config), line 2: there is no setting “warp”."),
      (
        "config", "date-form = iso\n\ntheme = nope\n",
        "\(config), line 3: theme: There is no theme “nope”."
      ),
      (
        "keys", "notes next note = Z\nnotes fly = j\n",
        "keys, line 2: Notes has no such command as “notes fly”; “notes-tui keys” lists them."
      ),
      ("keys", "notes next note = Z\nnmap a\n", "keys, line 2: "),
      ("mine", "title = red\ntitel = bold\n", "mine.theme, line 2: there is no role “titel”."),
    ])
  func mistakes(file: String, text: String, expected: String) async {
    await settings.setText("theme = mine\n")
    await changed()
    let before = bench.app.container.preferences.values
    let theme = bench.app.router.theme
    await bench.press("j")
    if file == "config" { await settings.setText(text) } else { files[file] = text }
    await changed()
    #expect(message.hasPrefix(expected), "\(message)")
    #expect(message.hasSuffix(" Nothing was changed."), "\(message)")
    #expect(bench.app.container.preferences.values == before)
    #expect(bench.app.router.theme == theme)
    #expect(bench.app.router.ownKeys == nil)
    // It is reported once, until the file changes again.
    await bench.press("j")
    await changed()
    #expect(message == "")
  }

  @Test("New keys show in the footer and in the open help at once, and work")
  func keys() async {
    await bench.press("?")
    #expect(bench.lines.joined().contains("j, Down"))
    files["keys"] = "notes next note = Z\n"
    await changed()
    #expect(message == "Keys changed.")
    #expect(bench.stack == "NoteList > Help")
    #expect(!bench.lines.joined().contains("j, Down"))
    files["keys"] = nil
    await changed()
    #expect(bench.lines.joined().contains("j, Down"))
  }

  @Test("A changed theme paints everything again")
  func theme() async {
    await settings.setText("theme = mine\n")
    await changed()
    #expect(bench.driver.frame[Point(row: 0, column: 1)]?.style == Style(.bold))
    files["mine"] = "title = underline\n"
    await changed()
    #expect(message == "Theme changed.")
    #expect(bench.driver.frame[Point(row: 0, column: 1)]?.style == Style(.underline))
  }

  @Test("The open settings screen follows, and its own changes are no news")
  func screen() async {
    await bench.press(",")
    await settings.setText("color = never\nwrap = perhaps\n")
    await changed()
    // Problems come after all settings.
    await bench.press("End")
    #expect(bench.lines.contains { $0.contains("! ") && $0.contains("wrap cannot be “perhaps”") })
    await bench.press("Home")
    await settings.setText("color = never\n")
    await changed()
    #expect(bench.lines.contains { $0.contains("color") && $0.contains("never") })
    await bench.press("Enter")
    #expect(bench.lines.contains { $0.contains("color = auto (in effect now)") })
    await changed()
    #expect(message == "")
  }

  @Test("A vault's own settings are read again too, and cannot make it lock later")
  func vault() async {
    #expect(events.watched == [VaultID(NotePath("/home/ada/notes"))])
    await vaultSettings.setText("date-form = iso\nlock-after = 120\n")
    await changed()
    #expect(bench.app.container.preferences.values[.dateForm] == "iso")
    #expect(bench.app.container.preferences.values[.lockAfter] == "0")
  }

  @Test("A watch that fails is reported")
  func noWatch() async {
    events.report(.cannotWatch(reason: "too many watches"))
    await changed()
    #expect(
      bench.app.router.aside
        == "Changes of your settings, keys and themes show at the next start: too many watches.")
  }
}
