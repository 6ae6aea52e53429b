package import Entities
package import OpenVault
package import Services
package import Terminal
package import Viper

/// Makes a palette. It needs what can be done here; with an index it knows the notes, with the recent
/// ones which of them come first.
@MainActor
package enum PaletteBuilder {
  /// `lines` can be typed by their names, which go before all else. `current` is the note that the
  /// person is in: it comes behind the other recent ones; `headings` reads its headings, `moreActions`
  /// what goes behind the other actions. `typed` is in the field already.
  package static func make(
    index: (any NoteIndex)?, recent: StoredValue<RecentNotes>?, work: Work,
    actions: [PaletteAction], lines: [PaletteLine] = [], current: NoteID? = nil,
    headings: (@Sendable () -> [PaletteHeading])? = nil,
    moreActions: (@Sendable () async -> [PaletteAction])? = nil, typed: String = "",
    wireframe: any PaletteWireframe
  ) -> Module<any Screen> {
    let interactor = PaletteInteractor(
      index: index, recent: recent, actions: actions, lines: lines, current: current,
      headings: headings, moreActions: moreActions, work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter, typed: typed)
    if !typed.isEmpty { presenter.handle(.type(typed)) }
    return Module(
      name: "Palette", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [PaletteKeymap.map.table]
  }
}
