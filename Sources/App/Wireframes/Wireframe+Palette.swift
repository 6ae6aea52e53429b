import Editor
import Entities
import NewNotes
import OpenVault
import Palette
import Search
import Services
import Terminal
import VaultSettings
import Viper

extension Wireframe {
  /// Returns the route to the palette: all commands of the screen with these keys, and all notes.
  func palette(
    over table: KeyTable?, editor: EditorRoutes?, lines: [PaletteLine], typing text: String
  ) -> Route {
    Route("Palette") {
      let entries = entries(over: table)
      let services = container.vault?.services
      let routes = PaletteRoutes(wireframe: self, effects: entries.map(\.effect), editor: editor)
      return PaletteBuilder.make(
        index: services?.index, recent: services?.state.recent, work: container.work,
        actions: entries.map(\.shown), lines: lines, current: editor?.editor?.note,
        headings: headings(of: editor), moreActions: searches(for: routes), typed: text,
        wireframe: routes)
    }
  }

  /// Returns a closure that reads the saved searches and adds them after the other actions.
  private func searches(for routes: PaletteRoutes) -> (@Sendable () async -> [PaletteAction])? {
    guard let vault = container.vault else { return nil }
    let cases = SearchCases(vault.services, clock: container.clock)
    return { await routes.add(await cases.saved()) }
  }

  private func headings(of editor: EditorRoutes?) -> (@Sendable () -> [PaletteHeading])? {
    guard let read = editor?.editor?.headings else { return nil }
    return { read().map { PaletteHeading($0) } }
  }

  /// The app's rows, one for each of its bindings, with the person's own keys.
  var everywhere: [KeyTable.Row] {
    let table = AppKeymap.table(for: container.preferences.keymap)
    guard let shown = router.ownKeys?.applied(to: table).rows else { return table.rows }
    return table.rows.map { row in
      var row = row
      row.keys = shown.first { $0.summary == row.summary }?.keys ?? []
      return row
    }
  }

  /// Returns the rows of the key tables, which also drive help and footer, the screens that no row
  /// opens, and the settings.
  private func entries(over table: KeyTable?) -> [(shown: PaletteAction, effect: PaletteEffect)] {
    var entries: [(shown: PaletteAction, effect: PaletteEffect)] = []
    let led = Set(((table?.rows ?? []) + AppKeymap.table.rows).compactMap(\.address))
    for row in table?.rows ?? [] {
      let readable = row.keys.lazy.compactMap { PaletteEffect.keys(named: $0) }.first
      guard let keys = readable else { continue }
      entries.append((PaletteAction(row), .press(keys)))
    }
    for command in table?.keyless ?? [] {
      entries.append(
        (
          PaletteAction(title: command.summary, detail: "", words: command.words),
          .run(command.name)
        ))
    }
    for (row, binding) in zip(everywhere, AppKeymap.map.bindings)
    where binding.command != .palette && binding.command != .moduleTree {
      entries.append((PaletteAction(row), .perform(binding.command)))
    }
    for screen in Screens.rows where !led.contains(String(screen.address.name)) {
      guard let (title, words) = screen.palette, container.vault != nil,
        screen.route?(self) != nil, let way = try? Destination(screen.address.written)
      else { continue }
      entries.append((PaletteAction(title: title, detail: "screen", words: words), .go(way)))
    }
    if container.preferences.store != nil {
      for setting in SettingName.allCases {
        let shown = PaletteAction(
          title: "setting: \(setting.rawValue)",
          detail: container.preferences.values[setting] ?? "",
          words: setting.words, isHiddenUntilTyped: true)
        entries.append((shown, .go(.setting(setting))))
      }
    }
    return entries
  }
}

extension PaletteAction {
  fileprivate init(_ row: KeyTable.Row) {
    self.init(
      title: row.summary, detail: row.keys.joined(separator: ", "), words: row.words)
  }
}

extension PaletteHeading {
  fileprivate init(_ heading: EditorHeading) {
    self.init(
      title: heading.title, line: heading.line, level: heading.level, isCurrent: heading.isCurrent)
  }
}

/// The effect of choosing a row of the palette.
enum PaletteEffect {
  /// Presses these keys.
  case press([Key])
  /// Runs a command without a key, by its name.
  case run(String)
  case perform(AppCommand)
  case go(Destination)
  /// Runs a line typed after vim's `:`, by its index in `NotesApp.lines`.
  case line(Int, String)

  /// Returns the keys of a row as the help writes them, one or a sequence. Nil if one is not a key.
  fileprivate static func keys(named text: String) -> [Key]? {
    let names = text.split(separator: " ")
    let keys = names.compactMap { Key(name: String($0)) }
    return keys.isEmpty || keys.count < names.count ? nil : keys
  }
}

/// The routes of the palette.
private final class PaletteRoutes: Routes, PaletteWireframe {
  private var effects: [PaletteEffect]
  private weak var editor: EditorRoutes?

  init(wireframe: Wireframe, effects: [PaletteEffect], editor: EditorRoutes?) {
    self.effects = effects
    self.editor = editor
    super.init(wireframe: wireframe)
  }

  /// Adds the searches after the other actions.
  func add(_ searches: [SavedSearch]) -> [PaletteAction] {
    effects += searches.map { .go(.search(query: $0.query)) }
    return searches.map { PaletteAction(title: "Search: \($0.name)", detail: $0.query) }
  }

  func open(_ note: NoteID, beside: Bool) { wireframe.app.open(.found(note, beside: beside)) }

  func makeNote(titled title: String) { wireframe.newNotes?.makeNote(titled: title) }

  func perform(_ action: Int) { wireframe.app.perform(effects[action]) }

  func run(_ line: Int, _ argument: String) { wireframe.app.perform(.line(line, argument)) }

  func go(toLine line: Int) { editor?.editor?.go(to: .line(line)) }
}

extension CustomPresentation {
  /// A box at the top, over the current screen; without enough room, over all of it.
  static var palette: CustomPresentation {
    CustomPresentation(name: "palette") { size in
      let columns = min(size.columns, 76)
      let isLow = size.rows < 5
      return Rect(
        row: isLow ? -1 : 0, column: (size.columns - columns) / 2,
        rows: isLow ? size.rows + 2 : min(size.rows, 20), columns: columns)
    }
  }
}
