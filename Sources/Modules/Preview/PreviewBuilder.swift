package import Entities
package import OpenVault
import Pictures
package import Services
package import Terminal
package import UseCases
package import Viper

/// Makes previews. Embed one in a slot or show it alone; its input sets the note.
package struct PreviewBuilder {
  private let store: any NoteStore
  private let index: (any NoteIndex)?
  private let links: (any NoteLinks)?
  private let tasks: TaskCases?
  private let queries: (any BlockQueries)?
  private let shown: (any ShownNotes)?
  private let work: Work
  private let findPainter: @MainActor () -> PicturePainter?
  private let consent: @MainActor () -> PictureConsent
  private let isOwnScreen: Bool
  private let isGuide: Bool

  /// Without an index, embedded notes are links; without files or a picture drawer, which is made
  /// when the first picture is visible, pictures are words; without `tasks` boxes cannot be ticked;
  /// without `queries` query blocks are code. On its own screen it does not pass unknown keys to
  /// its holder, because an editor would type them. `isGuide` shows a page of the guide, which has
  /// nothing to change.
  package init(
    store: any NoteStore, index: (any NoteIndex)?, links: (any NoteLinks)?,
    tasks: TaskCases? = nil, queries: (any BlockQueries)? = nil,
    shown: (any ShownNotes)? = nil, work: Work,
    files: (any VaultFiles)? = nil,
    pictures: @escaping @MainActor () -> (any PictureDrawing)? = { nil },
    consent: @escaping @MainActor () -> PictureConsent = { .given }, isOwnScreen: Bool = false,
    isGuide: Bool = false
  ) {
    findPainter = {
      guard let files, let drawing = pictures() else { return nil }
      return PicturePainter(files: files, drawing: drawing)
    }
    self.store = store
    self.index = index
    self.links = links
    self.tasks = tasks
    self.queries = queries
    self.shown = shown
    self.work = work
    self.consent = consent
    self.isOwnScreen = isOwnScreen
    self.isGuide = isGuide
  }

  @MainActor
  package func make(
    wireframe: (any PreviewWireframe)?,
    didChange: @escaping @MainActor (NoteID) -> Void
  ) -> (module: Module<any Screen>, input: any PreviewInput) {
    let interactor = PreviewInteractor(
      store: store, index: index, links: links, tasks: tasks, queries: queries,
      shown: shown, work: work,
      findPainter: findPainter, consent: consent)
    let presenter = PreviewPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = PreviewScreen(
      presenter: presenter, isOwnScreen: isOwnScreen, isGuide: isGuide)
    let module = Module<any Screen>(
      name: "Preview", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor])
    return (module, presenter)
  }

  /// The preview's keys, for the list of all keys.
  @MainActor
  package static var keyTables: [KeyTable] {
    [PreviewKeymap.table.table, PreviewKeymap.prompt.table]
  }
}
