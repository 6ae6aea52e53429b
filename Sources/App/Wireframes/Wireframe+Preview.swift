import Editor
import Entities
import OpenVault
import Preview
import Terminal
import VaultLayers
import VaultSettings
import Viper

extension Wireframe {
  /// Returns the route to a preview. `holder` gets the focus back; with `isOwnScreen` it gets no
  /// keys that the preview does not know. `linked` gets the preview's input as soon as it is made.
  func preview(
    heldBy holder: RouteHandle?, isOwnScreen: Bool = false,
    linked: @escaping (any PreviewInput) -> Void
  ) -> Route {
    var handle: RouteHandle?
    return Route("Preview", options: RouteOptions(prepare: { handle = $0 })) {
      let builder = PreviewBuilder(
        store: ClosedNotes(vault.services.store), index: vault.services.index,
        links: vault.services.queries.links,
        tasks: tasks, queries: vault.services.queries.blocks, shown: vault.services.lifetime.shown,
        work: container.work, files: vault.services.files,
        pictures: { container.pictures }, consent: pictureConsent, isOwnScreen: isOwnScreen)
      let routes = PreviewRoutes(wireframe: self, holder: holder) { handle }
      let built = builder.make(wireframe: routes, didChange: vault.noteWasSaved)
      linked(built.input)
      vault.watch.add(built.input)
      return built.module
    }
  }

  func pictureConsent() -> PictureConsent {
    PictureConsent(
      container.preferences.values.pictures, storedIn: vault.services.state.arrangement)
  }

  /// Returns the route to an editor of an embed: of its part of the note only, if it has one.
  fileprivate func editor(of embed: PreviewEmbed, output: any EditorOutput) -> Route {
    guard let part = embed.part else { return editor(.note(embed.note), output: output) }
    var made: EditorRoutes?
    let options = RouteOptions(prepare: { made?.handle = $0 })
    return Route("Editor", key: embed.name, options: options) {
      var services = EditorInteractor.Services(
        store: part, journal: EmbedJournal(vault.services.journal), clock: container.clock,
        work: container.work)
      services.scheduler = container.scheduler
      services.clipboard = container.clipboard
      services.index = vault.services.index
      services.links = vault.services.queries.links
      services.keys = vault.editorMemory.keys
      let builder = EditorBuilder(
        services: services, options: EditorOptions(container.preferences.values, ofPart: true),
        keymap: container.preferences.keymap, ownKeys: container.preferences.editorKeys)
      let routes = EditorRoutes(wireframe: self)
      let built = builder.make(
        opening: .note(embed.note), part: part.name, asPeek: false, wireframe: routes,
        output: output)
      routes.link(built.input)
      vault.watch.add(routes)
      made = routes
      return built.module
    }
  }
}

extension CustomPresentation {
  /// A box of a few lines over the embed.
  fileprivate static var embed: CustomPresentation {
    CustomPresentation(name: "embed") { size in
      let rows = min(size.rows, max(8, size.rows / 2))
      let columns = min(size.columns, max(40, size.columns * 3 / 4))
      return Rect(
        row: (size.rows - rows) / 2, column: (size.columns - columns) / 2, rows: rows,
        columns: columns)
    }
  }
}

/// The preview's routes.
private final class PreviewRoutes: Routes, PreviewWireframe {
  private weak var holder: RouteHandle?
  private let handle: () -> RouteHandle?
  /// Held here for the life of the box, because an editor holds its output weakly.
  private var embedAdapter: EditorToEmbedAdapter?

  init(wireframe: Wireframe, holder: RouteHandle?, handle: @escaping () -> RouteHandle?) {
    self.holder = holder
    self.handle = handle
    super.init(wireframe: wireframe)
  }

  func follow(link address: String, in home: LinkHome?) {
    wireframe.follow(address, in: home)
  }

  /// Opens the note in its visible editor, if there is one.
  func open(_ note: NoteID, atLine line: Int) {
    if let editor = wireframe.vault.openEditors.visibleEditor(of: note) {
      editor.bringForward(at: nil)
      editor.editor?.go(to: .line(line))
    } else {
      openNote(note, at: .line(line))
    }
  }

  func taskDidChange(in note: NoteID) { wireframe.vault.notesWereRewritten([note]) }

  func fill() {
    guard let handle = handle() else { return }
    if wireframe.router.fills(handle) {
      wireframe.router.unfill(handle)
    } else {
      wireframe.router.fill(handle)
    }
  }

  func takeFocus() {
    if let handle = handle(), !wireframe.router.hasFocus(handle) { wireframe.router.focus(handle) }
  }

  func openProperties(of note: NoteID?) {
    let (wireframe, openEditors) = (wireframe, wireframe.vault.openEditors)
    let editor = note == nil ? openEditors.editors.first { $0.handle === holder } : nil
    openEditors.saveAll {
      guard let note = note ?? editor?.editor?.note else {
        wireframe.router.notice = "Save the note first to see its properties."
        return
      }
      wireframe.push(wireframe.properties(of: note))
    }
  }

  func edit(_ embed: PreviewEmbed, saved: @escaping @MainActor () -> Void) {
    let adapter = EditorToEmbedAdapter(embed.note, saved: saved)
    embedAdapter = adapter
    let route = wireframe.editor(of: embed, output: adapter)
    wireframe.attempt(try wireframe.router.custom(route, .embed))
  }

  func leave() -> Bool {
    guard let holder else { return false }
    if let handle = handle(), wireframe.router.fills(handle) {
      wireframe.router.unfill(handle)
      return true
    }
    wireframe.router.focus(holder)
    return true
  }
}
