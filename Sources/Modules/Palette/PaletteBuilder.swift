package import Entities
package import OpenVault
package import Services
package import Terminal
package import Viper

/// Makes a palette of actions, and with an index also of notes, those in `recent` first.
@MainActor
package enum PaletteBuilder {
  /// `lines` are commands typed by name, which come before all else. `current` is the note that the
  /// person is in: it comes after the other recent ones. `headings` reads its headings,
  /// `moreActions` actions to add after the others. `typed` is the initial text of the field.
  package static func make(
    index: (any NoteIndex)?, recent: StoredValue<RecentNotes>?,
    used: StoredValue<UsedCommands>? = nil, work: Work,
    actions: [PaletteAction], lines: [PaletteLine] = [], current: NoteID? = nil,
    headings: (@Sendable () -> [PaletteHeading])? = nil,
    moreActions: (@Sendable () async -> [PaletteAction])? = nil, typed: String = "",
    wireframe: any PaletteWireframe
  ) -> Module<any Screen> {
    let interactor = PaletteInteractor(
      index: index, recent: recent, used: used, actions: actions, lines: lines, current: current,
      headings: headings, moreActions: moreActions, work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter, typed: typed)
    if !typed.isEmpty { presenter.handle(.type(typed)) }
    return Module(
      name: "Palette", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The palette's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [PaletteKeymap.map.table]
  }
}
