import Editor
import Entities
import NoteList
import Preview
import Prompt
import Services
import Viper

extension Wireframe {
  func noteList() -> Route {
    Route("NoteList") {
      let builder = NoteListBuilder(
        index: vault.services.index, store: vault.services.store, moves: vault.services.moves,
        links: vault.services.links, texts: vault.services.texts,
        rewriting: vault.services.rewriting, journal: vault.services.journal,
        arrangements: vault.services.arrangements, taskTexts: vault.services.taskTexts,
        taskWriting: taskWriting, clock: container.clock,
        work: container.work, hearing: { [watch = vault.watch] in await watch.hearing() },
        dateForm: { [container] in container.preferences.values.dateForm },
        isReadOnly: container.isReadOnly)
      let routes = NoteListRoutes(wireframe: self)
      let built = builder.make(wireframe: routes)
      // Before any editor: an address may open one that the list knows nothing of.
      routes.link(built.input)
      vault.watch.add(routes)
      return built.module
    }
  }
}

/// Where the note list can go.
@MainActor
final class NoteListRoutes: NoteListWireframe {
  private let wireframe: Wireframe
  private var editorAdapter: EditorToNoteListAdapter?
  private var previewAdapter: NoteListToPreviewAdapter?
  private var questionAdapter: AnyObject?
  private weak var list: (any NoteListInput)?

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  /// Lets every editor of this vault tell the list, whoever opened it.
  func link(_ list: any NoteListInput) {
    self.list = list
    _ = adapter(for: list)
  }

  /// Kept for as long as the list lives, because editors hold their output weakly.
  private func adapter(for output: any NoteListRequiredEditorOutput) -> EditorToNoteListAdapter {
    if let editorAdapter { return editorAdapter }
    let adapter = EditorToNoteListAdapter(target: output)
    editorAdapter = adapter
    wireframe.vault.listAdapter = adapter
    return adapter
  }

  func openEditor(on note: NoteID, output: any NoteListRequiredEditorOutput) {
    let route = wireframe.editor(.note(note), output: adapter(for: output))
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func openNewEditor(in folder: NotePath?, output: any NoteListRequiredEditorOutput) {
    let route = wireframe.editor(.newNote(folder: folder), output: adapter(for: output))
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func openDailyNote() { wireframe.app.openDailyNote(of: nil) }

  func openNewFromTemplate(in folder: NotePath?) {
    wireframe.app.makeNoteFromTemplate(in: folder)
  }

  func openRecoveredDraft(output: any NoteListRequiredEditorOutput) {
    let route = wireframe.editor(.recoveredDraft, output: adapter(for: output))
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func peek(at note: NoteID, output: any NoteListRequiredEditorOutput) {
    let route = wireframe.editor(.note(note), asPeek: true, output: adapter(for: output))
    wireframe.attempt { () throws(RouteError) in
      try wireframe.router.custom(route, .peek)
    }
  }

  func embedPreview(in route: RouteHandle) -> (any NoteListRequiredPreview)? {
    var input: (any PreviewInput)?
    let preview = wireframe.preview(heldBy: route) { input = $0 }
    let handle = wireframe.attempt { () throws(RouteError) in
      try wireframe.router.embed(preview, in: route, slot: NoteListSlot.preview)
    }
    guard let input, let handle else { return nil }
    let adapter = NoteListToPreviewAdapter(target: input, list: route, preview: handle)
    previewAdapter = adapter
    return adapter
  }

  /// And back to the list, where the preview has the focus already.
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

  func slotsMoved() {
    wireframe.router.slotsMoved()
  }

  func askToTrash(_ notes: String, answer: any NoteListAnswers) {
    let request = PromptRequest(
      id: "trash", title: "Trash", text: "Delete \(notes)?",
      kind: .choices([
        PromptChoice(key: "y", label: "delete", id: "yes"),
        PromptChoice(key: "n", label: "keep", id: "no"),
      ]))
    questionAdapter = wireframe.ask(request, for: answer as AnyObject) { target, reply in
      if reply == .chosen("yes") { (target as? any NoteListAnswers)?.trashWasConfirmed() }
    }
  }

  func askForTitle(insteadOf title: String, answer: any NoteListAnswers) {
    askForLine(
      PromptRequest(
        id: "rename", title: "Rename", text: "The note's title:", kind: .line(initial: title)),
      answer
    ) { $0.titleWasTyped($1) }
  }

  func askForFolder(insteadOf folder: String, of notes: String, answer: any NoteListAnswers) {
    askForLine(
      PromptRequest(
        id: "move", title: "Move", text: "Folder of \(notes) (leave empty for the top folder):",
        kind: .line(initial: folder)), answer
    ) { $0.folderWasTyped($1) }
  }

  func askForTags(of notes: String, answer: any NoteListAnswers) {
    askForLine(
      PromptRequest(
        id: "tags", title: "Tags",
        text: "Tags to add to \(notes), with - before those to take away:",
        kind: .line(initial: "")), answer
    ) { $0.tagsWereTyped($1) }
  }

  private func askForLine(
    _ request: PromptRequest, _ answers: any NoteListAnswers,
    then deliver: @escaping @MainActor (any NoteListAnswers, String) -> Void
  ) {
    questionAdapter = wireframe.ask(request, for: answers as AnyObject) { target, reply in
      guard let answers = target as? any NoteListAnswers, case .typed(let line) = reply else {
        return
      }
      deliver(answers, line)
    }
  }

  func askForTask(_ words: [String], of title: String, answer: any NoteListAnswers) {
    let keys = "123456789"
    let choices = zip(keys, words).enumerated().map { number, choice in
      PromptChoice(key: choice.0, label: choice.1, id: "\(number)")
    }
    let rest = words.count - choices.count
    let request = PromptRequest(
      id: "task", title: "Task",
      text: "Which task of “\(title)” is done?"
        + (rest > 0 ? " \(rest) more are in the note." : ""),
      kind: .choices(choices, isList: true))
    questionAdapter = wireframe.ask(request, for: answer as AnyObject) { target, reply in
      guard case .chosen(let id) = reply, let number = Int(id) else { return }
      (target as? any NoteListAnswers)?.taskWasChosen(number)
    }
  }

  func openHistory(of note: NoteID) {
    let route = wireframe.history(of: note)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func openLinks(of note: NoteID) {
    let route = wireframe.links(of: note)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func openTags() {
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(wireframe.tags()) }
  }

  func openAgenda() {
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(wireframe.agenda()) }
  }

  func editOutside(_ note: NoteID) -> String? { wireframe.app.editOutside(note) }

  func openSearch() {
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(wireframe.search()) }
  }

  func changeLock(of note: NoteID) { wireframe.app.changeLock(of: note) }

  func openTrash() {
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(wireframe.trash()) }
  }

  func openVaultChooser() {
    wireframe.app.chooseVault()
  }

  func quit() {
    wireframe.app.quit()
  }
}

extension NoteListRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    list?.notesChangedOutside(Array(notes))
  }
}
