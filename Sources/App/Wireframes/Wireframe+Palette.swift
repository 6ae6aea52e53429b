import Daily
import Editor
import Entities
import NewNotes
import OpenVault
import OwnCommands
import Palette
import Search
import Services
import Terminal
import UseCases
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
      let routes = PaletteRoutes(wireframe: self, entries: entries, editor: editor)
      return PaletteBuilder.make(
        index: services?.index, recent: services?.state.recent, used: services?.state.used,
        work: container.work, actions: entries.map(\.shown), lines: lines,
        current: editor?.editor?.note, headings: headings(of: editor),
        moreActions: moreActions(for: routes), typed: text, wireframe: routes)
    }
  }

  /// Returns a closure that reads the saved searches and the tags, and adds them after the other
  /// actions.
  private func moreActions(
    for routes: PaletteRoutes
  ) -> (@Sendable () async -> [PaletteAction])? {
    guard let vault = container.vault else { return nil }
    let cases = SearchCases(vault.services, clock: container.clock)
    let (links, guide) = (vault.services.queries.links, container.guide)
    return {
      let tags = (try? await links.tags()) ?? []
      return await routes.add(
        await cases.saved().map(PaletteEntry.init) + tags.map(PaletteEntry.init)
          + guide.pages.flatMap(PaletteEntry.entries))
    }
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
  private func entries(over table: KeyTable?) -> [PaletteEntry] {
    var entries: [PaletteEntry] = []
    let led = Set(((table?.rows ?? []) + AppKeymap.table.rows).compactMap(\.address))
    for row in table?.rows ?? [] {
      let readable = row.keys.lazy.compactMap { PaletteEffect.keys(named: $0) }.first
      guard let keys = readable else { continue }
      entries.append(PaletteEntry(PaletteAction(row), .press(keys)))
    }
    for command in table?.keyless ?? [] {
      entries.append(
        PaletteEntry(
          PaletteAction(title: command.summary, detail: "", words: command.words),
          .run(command.name)))
    }
    for (row, binding) in zip(everywhere, AppKeymap.map.bindings)
    where binding.command != .palette && binding.command != .moduleTree {
      entries.append(PaletteEntry(PaletteAction(row), .perform(binding.command)))
    }
    for (command, row) in app.configuration.ownCommands.keys.rows where container.vault != nil {
      entries.append(PaletteEntry(PaletteAction(row), .runOwn(command)))
    }
    for screen in Screens.rows where !led.contains(String(screen.address.name)) {
      guard let (title, words) = screen.palette, container.vault != nil,
        screen.route?(self) != nil, let way = try? Destination(screen.address.written)
      else { continue }
      entries.append(
        PaletteEntry(PaletteAction(title: title, detail: "screen", words: words), .go(way)))
    }
    if container.vault != nil { entries += neighborDays }
    if container.preferences.store != nil {
      for setting in SettingName.allCases {
        let shown = PaletteAction(
          title: "setting: \(setting.rawValue)",
          detail: container.preferences.values[setting] ?? "",
          words: setting.words, kind: .setting)
        entries.append(PaletteEntry(shown, .go(.setting(setting))))
      }
    }
    return entries
  }

  /// The daily notes of the days around today.
  private var neighborDays: [PaletteEntry] {
    let today = notePlanner().today
    return [
      PaletteEntry(
        PaletteAction(
          title: "Yesterday's note", detail: "screen", words: ["daily note of yesterday"]),
        .go(.daily(today.advanced(by: -1)))),
      PaletteEntry(
        PaletteAction(
          title: "Tomorrow's note", detail: "screen", words: ["daily note of tomorrow"]),
        .go(.daily(today.advanced(by: 1)))),
    ]
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

/// A row of the palette that is not a note, and its effect.
struct PaletteEntry: Sendable {
  var shown: PaletteAction
  var effect: PaletteEffect

  init(_ shown: PaletteAction, _ effect: PaletteEffect) {
    (self.shown, self.effect) = (shown, effect)
  }

  fileprivate init(_ search: SavedSearch) {
    self.init(
      PaletteAction(title: "Search: \(search.name)", detail: search.query),
      .go(.search(query: search.query)))
  }

  fileprivate init(_ tag: TagCount) {
    self.init(
      PaletteAction(title: "#\(tag.name)", detail: counted(tag.notes, "note"), kind: .tag),
      .go(.search(query: "#\(tag.name)")))
  }
}

extension PaletteEntry {
  /// Returns the entries of a page of the guide and of its parts.
  fileprivate static func entries(of page: GuidePage) -> [PaletteEntry] {
    let whole = PaletteEntry(
      PaletteAction(
        title: "\(page.title): \(page.summary)", detail: "guide", words: [page.topic, page.title],
        kind: .guide),
      .go(.guide(topic: page.topic)))
    let parts = page.headings.map { heading in
      PaletteEntry(
        PaletteAction(
          title: "\(page.title) › \(heading.title)", detail: "guide", words: [heading.title],
          kind: .guide),
        .go(.guideSpot(GuideBook.Spot(topic: page.topic, line: heading.line))))
    }
    return [whole] + parts
  }
}

/// The effect of choosing a row of the palette.
enum PaletteEffect: Sendable {
  /// Presses these keys.
  case press([Key])
  /// Runs a command without a key, by its name.
  case run(String)
  case perform(AppCommand)
  /// Runs one of the person's own commands.
  case runOwn(OwnCommand)
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
  private var entries: [PaletteEntry]
  private weak var editor: EditorRoutes?

  init(wireframe: Wireframe, entries: [PaletteEntry], editor: EditorRoutes?) {
    self.entries = entries
    self.editor = editor
    super.init(wireframe: wireframe)
  }

  /// Adds entries after the others.
  func add(_ more: [PaletteEntry]) -> [PaletteAction] {
    entries += more
    return more.map(\.shown)
  }

  func open(_ note: NoteID, beside: Bool) { wireframe.app.open(.found(note, beside: beside)) }

  func makeNote(titled title: String) { wireframe.newNotes?.makeNote(titled: title) }

  func perform(_ action: Int) {
    let entry = entries[action]
    let isCommand = entry.shown.kind == .command
    wireframe.app.perform(entry.effect, named: isCommand ? entry.shown.title : nil)
  }

  func run(_ line: Int, _ argument: String) {
    wireframe.app.perform(.line(line, argument), named: nil)
  }

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
