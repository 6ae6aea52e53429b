import Comparing
import Daily
import Editor
import Entities
import Links
import NewNotes
import OpenVault
import Preview
import Services
import Terminal
import UseCases
import VaultSettings
import Viper

extension Wireframe {
  /// Returns the route to an editor. `target` is the position to show, `returningTo` the cursor's
  /// position when the vault was locked. `linked` gets the editor's routes as soon as it is made.
  func editor(
    _ opening: EditorOpening, at target: EditorTarget? = nil,
    returningTo cursor: Int? = nil, asPeek: Bool = false, output: (any EditorOutput)?,
    linked: @escaping (EditorRoutes) -> Void = { _ in }
  ) -> Route {
    var key = ""
    switch opening {
    case .note(let id): key = id.path.text
    // No path has two slashes in a row.
    case .planned(.daily(let day)): key = "daily//\(day.text)"
    case .planned(.after), .planned(.unique), .newNote, .recoveredDraft: break
    }
    var made: EditorRoutes?
    let options = RouteOptions(prepare: { made?.handle = $0 })
    return Route("Editor", key: key, options: options) {
      let builder = EditorBuilder(
        services: editorServices, options: EditorOptions(container.preferences.values),
        isReadOnly: container.isReadOnly, keymap: container.preferences.keymap,
        ownKeys: container.preferences.editorKeys)
      let routes = EditorRoutes(wireframe: self)
      let built = builder.make(
        opening: opening, at: target, returningTo: cursor, asPeek: asPeek,
        wireframe: routes, output: output)
      routes.link(built.input)
      vault.watch.add(routes)
      vault.openEditors.add(routes)
      made = routes
      if !asPeek, case .note(let note) = opening {
        vault.services.lifetime.shown?.isOpened(note)
        app.noteDid(.open(note))
      }
      linked(routes)
      return built.module
    }
  }

  private var editorServices: EditorInteractor.Services {
    let vault = vault.services
    var services = EditorInteractor.Services(
      store: vault.store, journal: vault.journal, clock: container.clock, work: container.work)
    services.files = vault.files
    services.versionProblems = self.vault.editorMemory.versionProblems
    services.scheduler = container.scheduler
    services.clipboard = container.clipboard
    services.index = vault.index
    services.links = vault.queries.links
    services.locks = vault.locks
    services.state = vault.state
    services.naming.ownRenames = vault.ownMoves
    services.naming.moves = container.isReadOnly ? nil : vault.moves
    services.naming.planner = notePlanner()
    services.naming.texts = vault.texts
    services.tasks = tasks
    services.keys = self.vault.editorMemory.keys
    services.spelling = self.vault.editorMemory.spelling
    services.writing = WritingRules(
      container.preferences.values, isOfEncryptedVault: self.vault.isEncrypted,
      foreign: vault.foreign)
    services.filter = ShellFilter()
    if !self.vault.isEncrypted {
      let folder = self.vault.id.path
      services.filePath = { $0.path.isLocked ? nil : folder.appending($0.path).text }
    }
    services.attaching = container.outside.map {
      FileAttaching($0, store: vault.store, links: vault.queries.links, foreign: vault.foreign)
    }
    return services
  }
}

extension Routes {
  /// Opens a note over the current screen.
  func openNote(_ note: NoteID, at target: EditorTarget? = nil) {
    wireframe.push(
      wireframe.editor(.note(note), at: target, output: wireframe.vault.changedNotes))
  }

  /// Opens a file that is not a note in the desktop's program for it, and shows the outcome.
  func open(file: NotePath) { wireframe.app.programs.open(file: file) }

  /// Opens an address outside of the vault, or copies it if that fails, and shows the outcome.
  func open(address: String) {
    let wireframe = wireframe
    wireframe.app.programs.open(address: address) { outcome in
      wireframe.router.notice = outcome.message(of: address)
      if outcome != .opened { wireframe.app.programs.copy(address) }
    }
  }
}

extension CustomPresentation {
  /// A look at a module without leaving the screen: a frame over most of the content.
  static var peek: CustomPresentation {
    CustomPresentation(name: "peek") { size in
      Rect(
        row: size.rows > 12 ? 1 : 0, column: size.columns > 40 ? 4 : 0,
        rows: size.rows > 12 ? size.rows - 2 : size.rows,
        columns: size.columns > 40 ? size.columns - 8 : size.columns)
    }
  }
}

/// The editor's routes.
final class EditorRoutes: Routes, EditorWireframe {
  private var previewAdapter: EditorToPreviewAdapter?
  private var autosaveAdapter: EditorToAutosaveAdapter?
  var partRenamer: PartRenamer?
  private(set) weak var editor: (any EditorInput)?
  /// The handle of the shown editor.
  var handle: RouteHandle?
  /// The editor of the note in the other pane.
  weak var neighbor: EditorRoutes?

  func link(_ editor: any EditorInput) {
    self.editor = editor
  }

  func attachAutosave(
    to route: RouteHandle, duties: any EditorAutosaveDuties
  ) -> (any EditorRequiredAutosave)? {
    let adapter = EditorToAutosaveAdapter(duties: duties)
    let autosave = wireframe.autosave(output: adapter) { adapter.autosave = $0 }
    let handle = wireframe.attempt(try wireframe.router.attach(autosave, to: route))
    guard handle != nil else { return nil }
    autosaveAdapter = adapter
    return adapter
  }

  func left(_ note: NoteID, at position: NotePosition) {
    wireframe.app.noteDid(.leave(note, at: position))
  }

  func commitPeek(_ route: RouteHandle) -> Bool {
    let isShown =
      wireframe.attempt(try wireframe.router.show(route, as: .push)) != nil
    if isShown, let note = editor?.note { wireframe.app.noteDid(.open(note)) }
    return isShown
  }

  func openGuide(about word: String) -> Bool { wireframe.openGuide(about: word) }

  func openPalette(typing text: String) { wireframe.app.open(.palette(typing: text)) }

  func open(_ screen: EditorNoteScreen, of note: NoteID) {
    switch screen {
    case .versions: wireframe.push(wireframe.history(of: note))
    case .links: wireframe.push(wireframe.links(of: note))
    case .properties: wireframe.push(wireframe.properties(of: note))
    case .board: wireframe.push(wireframe.board(of: note))
    case .export: wireframe.export(note)
    }
  }

  func openNoteLeftLast() { wireframe.app.open(.leftLast) }

  func openDailyNote(_ days: Int, from note: NoteID) {
    if let handle { wireframe.newNotes?.openDailyNote(days, from: note, insteadOf: handle) }
  }

  func fillTemplate(
    forNoteNamed name: String, then use: @escaping @MainActor (NoteTemplate.Filled) -> Void
  ) {
    wireframe.newNotes?.fillTemplate(titled: name, then: use)
  }

  func lockedNoteWasOpened() { wireframe.app.noteDid(.openLocked) }

  func embedPreview(in route: RouteHandle) -> (any EditorRequiredPreview)? {
    var input: (any PreviewInput)?
    let preview = wireframe.preview(heldBy: route, isOwnScreen: true) { input = $0 }
    let handle = wireframe.attempt(
      try wireframe.router.embed(preview, in: route, slot: EditorSlot.preview))
    guard let input, let handle else { return nil }
    let adapter = EditorToPreviewAdapter(target: input, preview: handle)
    previewAdapter = adapter
    return adapter
  }

  /// Focuses the preview. If the window has no room for both, the preview fills it.
  func focusPreview() {
    guard let preview = previewAdapter?.preview else { return }
    wireframe.router.focus(preview)
    if !wireframe.router.hasFocus(preview) { wireframe.router.fill(preview) }
  }

  func open(place address: String) {
    wireframe.go(to: address)
  }

  func follow(link address: String, in home: LinkHome?) {
    wireframe.follow(address, in: home)
  }

  func open(
    address: String, then tell: @escaping @MainActor (_ report: String, _ isOpened: Bool) -> Void
  ) {
    wireframe.app.programs.open(address: address) { outcome in
      tell(outcome.message(of: address), outcome == .opened)
    }
  }

  func show(difference: [DifferenceLine], then goBack: @escaping @MainActor () -> Void) {
    let route = wireframe.difference(difference, titled: "Difference") { [weak self] in
      if self != nil { goBack() }
    }
    wireframe.push(route)
  }
}

/// Rows to read.
extension EditorRoutes {
  func show(
    list rows: [String], titled title: String, then goOn: @escaping @MainActor (String?) -> Void
  ) {
    let route = wireframe.list(rows, titled: title) { [weak self] key in
      if self != nil { goOn(key) }
    }
    wireframe.push(route)
  }
}

extension EditorRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    if let note = editor?.note, notes.contains(note) { editor?.noteChangedOutside() }
  }
}

/// Renaming headings and blocks, in all notes that link to them.
extension EditorRoutes {
  func rename(
    part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (EditorPartRenaming) -> Void
  ) {
    let vault = wireframe.vault
    let renamer =
      partRenamer
      ?? PartRenamer(cases: LinkCases(vault.services), work: wireframe.container.work)
    partRenamer = renamer
    renamer.rename(part, of: note, to: words) { [weak vault] renaming in
      switch renaming {
      case .renamed(let notes):
        tell(.renamed(inNotes: notes.count))
        vault?.notesWereRewritten(notes)
      case .tookBack(let notes):
        tell(.tookBack)
        vault?.notesWereRewritten(notes)
      case .failed(let message): tell(.failed(message))
      }
    }
  }

  func takePartNameBack() { partRenamer?.undo() }
}
