import Bytes
import Entities
import Palette
import Services
import Terminal
import Viper

extension Wireframe {
  /// All that can be done in the place whose keys these are, and all notes.
  func palette(over table: KeyTable?, current: NoteID?) -> Route {
    Route("Palette") {
      let deeds = deeds(over: table)
      let services = container.vault?.services
      let builder = PaletteBuilder(
        index: services?.index, recent: services?.recent, work: container.work)
      return builder.make(
        actions: deeds.map(\.shown), current: current,
        wireframe: PaletteRoutes(wireframe: self, deeds: deeds.map(\.deed)))
    }
  }

  /// The rows of the key tables, which drive help and footer as well, and the places with a name.
  private func deeds(over table: KeyTable?) -> [(shown: PaletteAction, deed: PaletteDeed)] {
    var deeds: [(shown: PaletteAction, deed: PaletteDeed)] = []
    for row in table?.rows ?? [] {
      let readable = row.keys.lazy.compactMap { PaletteDeed.keys(named: $0) }.first
      guard let keys = readable else { continue }
      deeds.append((PaletteAction(row), .press(keys)))
    }
    let everywhere = AppKeymap.table
    let shown = router.ownKeys?.applied(to: everywhere) ?? everywhere
    for (row, binding) in zip(everywhere.rows, AppKeymap.map.bindings)
    where binding.command != .palette {
      let own = shown.rows.first { $0.summary == row.summary }
      deeds.append((PaletteAction(own ?? row), .perform(binding.command)))
    }
    for (name, title) in Self.titles where container.vault != nil && place(named: name) != nil {
      deeds.append((PaletteAction(title: title, detail: "screen"), .go("notes://\(name)")))
    }
    for search in container.vault?.services.searches.searches() ?? [] {
      let query = Percent.text(of: search.query.utf8) {
        Percent.isPlain($0) && $0 != UInt8(ascii: "#")
      }
      deeds.append(
        (
          PaletteAction(title: "Search: \(search.name)", detail: search.query),
          .go("notes://search/\(query)")
        ))
    }
    return deeds
  }
}

extension PaletteAction {
  fileprivate init(_ row: KeyTable.Row) {
    self.init(title: row.summary, detail: row.keys.joined(separator: ", "))
  }
}

/// What choosing an action does.
enum PaletteDeed {
  case press([Key])
  case perform(AppCommand)
  case go(String)

  /// The keys of a row, as help writes them: one, or several in a row. Nil for what is none.
  fileprivate static func keys(named text: String) -> [Key]? {
    let names = text.split(separator: " ")
    let keys = names.compactMap { Key(name: String($0)) }
    return keys.isEmpty || keys.count < names.count ? nil : keys
  }
}

/// Where the palette can go.
@MainActor
final class PaletteRoutes: PaletteWireframe {
  private let wireframe: Wireframe
  private let deeds: [PaletteDeed]

  init(wireframe: Wireframe, deeds: [PaletteDeed]) {
    self.wireframe = wireframe
    self.deeds = deeds
  }

  func open(_ note: NoteID, beside: Bool) { wireframe.app.open(note, beside: beside) }

  func makeNote(titled title: String) { wireframe.app.makeNote(titled: title) }

  func perform(_ action: Int) {
    switch deeds[action] {
    case .press(let keys): wireframe.app.press(keys)
    case .perform(let command): wireframe.app.perform(command)
    case .go(let place): wireframe.app.open(place: place)
    }
  }
}

extension CustomPresentation {
  /// A box at the top, over whatever is there; where there is hardly room, over all of it.
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
