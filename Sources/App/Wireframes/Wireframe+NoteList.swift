import Conflicts
import Editor
import Entities
import Exports
import NewNotes
import NoteList
import OpenVault
import Preview
import VaultSettings
import Viper

extension Wireframe {
  func noteList() -> Route {
    Route("NoteList") {
      let services = vault.services
      let routes = NoteListRoutes(wireframe: self)
      let built = NoteListBuilder.make(
        cases: NoteListCases(services), journal: services.journal, tasks: tasks,
        clock: container.clock, work: container.work,
        hearing: { [watch = vault.watch] in await watch.waitUntilWatching() },
        dateForm: { [container] in container.preferences.values.dateForm },
        isReadOnly: container.isReadOnly, wireframe: routes)
      // Link the list before any editor: an address may open one that the list does not know.
      routes.link(built.input)
      vault.watch.add(routes)
      return built.module
    }
  }
}

/// The routes of the note list.
private final class NoteListRoutes: Routes, NoteListWireframe {
  private var editorAdapter: EditorToNoteListAdapter?
  private var previewAdapter: NoteListToPreviewAdapter?
  private weak var list: (any NoteListInput)?

  /// Connects every editor of this vault with the list, however it was opened.
  func link(_ list: any NoteListInput) {
    self.list = list
    wireframe.vault.list.input = list
    _ = adapter(for: list)
  }

  /// Returns the adapter, held here because editors hold their output weakly.
  private func adapter(for output: any NoteListRequiredEditorOutput) -> EditorToNoteListAdapter {
    if let editorAdapter { return editorAdapter }
    let adapter = EditorToNoteListAdapter(target: output)
    editorAdapter = adapter
    wireframe.vault.list.adapter = adapter
    return adapter
  }

  func openEditor(on note: NoteID, output: any NoteListRequiredEditorOutput) {
    wireframe.push(wireframe.editor(.note(note), output: adapter(for: output)))
  }

  func openNewEditor(in folder: NotePath?, output: any NoteListRequiredEditorOutput) {
    wireframe.push(wireframe.editor(.newNote(folder: folder), output: adapter(for: output)))
  }

  func openDailyNote() { wireframe.newNotes?.openDailyNote(of: nil) }

  func openNewFromTemplate(in folder: NotePath?) {
    wireframe.newNotes?.makeNoteFromTemplate(in: folder)
  }

  func openNewUnique(in folder: NotePath?) { wireframe.newNotes?.makeUniqueNote(in: folder) }

  func openRecoveredDraft(output: any NoteListRequiredEditorOutput) {
    wireframe.push(wireframe.editor(.recoveredDraft, output: adapter(for: output)))
  }

  func peek(at note: NoteID, output: any NoteListRequiredEditorOutput) {
    let route = wireframe.editor(.note(note), asPeek: true, output: adapter(for: output))
    wireframe.attempt(try wireframe.router.custom(route, .peek))
  }

  func embedPreview(in route: RouteHandle) -> (any NoteListRequiredPreview)? {
    var input: (any PreviewInput)?
    let preview = wireframe.preview(heldBy: route) { input = $0 }
    let handle = wireframe.attempt(
      try wireframe.router.embed(preview, in: route, slot: NoteListSlot.preview))
    guard let input, let handle else { return nil }
    let adapter = NoteListToPreviewAdapter(target: input, list: route, preview: handle)
    previewAdapter = adapter
    return adapter
  }

  /// Focuses the preview; if it has the focus already, focuses the list.
  func focusPreview(hasNote: Bool) {
    guard let previewAdapter else { return }
    let (router, preview) = (wireframe.router, previewAdapter.preview)
    if router.hasFocus(preview) { return router.focus(previewAdapter.list) }
    router.focus(preview)
    if router.hasFocus(preview) { return }
    if hasNote {
      router.fill(preview)
    } else {
      router.notice = "There is no note to read. Press n to write one."
    }
  }

  func notesWereLoaded() { wireframe.vault.conflicts?.countCopiesSoon() }

  func openHistory(of note: NoteID) {
    wireframe.push(wireframe.history(of: note))
  }

  func openLinks(of note: NoteID) {
    wireframe.push(wireframe.links(of: note))
  }

  func openProperties(of notes: @escaping @Sendable () -> [NoteID]) {
    wireframe.push(wireframe.properties(of: notes))
  }

  func openExports(of notes: @escaping @Sendable () -> [NoteID], named name: String) {
    let subject = ExportSubject(name: name, notes: notes)
    if let route = wireframe.exports(of: subject) { wireframe.push(route) }
  }

  func export(_ note: NoteID) { wireframe.export(note) }

  func openBoard(of note: NoteID) { wireframe.push(wireframe.board(of: note)) }

  func openScreen(_ name: String) {
    guard let route = wireframe.route(named: name) else { return }
    wireframe.push(route)
  }

  func openVaultChooser() {
    wireframe.app.open(.login)
  }
}

extension NoteListRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    list?.notesChangedOutside(Array(notes))
  }
}
