import Autosave
import Difference
import Editor
import Entities
import Preview
import Prompt
import Services
import Terminal
import Viper

extension Wireframe {
  /// `place` is where to open the note, `returningTo` where the cursor was when the vault was locked.
  /// `linked` gets what is behind the editor, as soon as it is built.
  func editor(
    _ opening: EditorOpening, at place: EditorTarget? = nil,
    returningTo cursor: Int? = nil, asPeek: Bool = false, output: (any EditorOutput)?,
    linked: @escaping (EditorRoutes) -> Void = { _ in }
  ) -> Route {
    var key = ""
    switch opening {
    case .note(let id): key = id.path.text
    // No path has two slashes in a row.
    case .planned(.daily(let day)): key = "daily//\(day.text)"
    case .planned(.after), .newNote, .recoveredDraft: break
    }
    var made: EditorRoutes?
    let options = RouteOptions(prepare: { made?.place = $0 })
    return Route("Editor", key: key, options: options) {
      let builder = EditorBuilder(
        services: editorServices, wraps: container.preferences.values[.wrap] != "no",
        showsNumbers: container.preferences.values[.lineNumbers] == "yes",
        isReadOnly: container.isReadOnly)
      let routes = EditorRoutes(wireframe: self)
      let built = builder.make(
        opening: opening, at: place, returningTo: cursor, asPeek: asPeek,
        wireframe: routes, output: output)
      routes.link(built.input)
      vault.watch.add(routes)
      vault.desk.add(routes)
      made = routes
      if !asPeek, case .note(let note) = opening { app.noteWasOpened(note) }
      linked(routes)
      return built.module
    }
  }
}

extension Wireframe {
  private var editorServices: EditorInteractor.Services {
    let vault = vault.services
    var services = EditorInteractor.Services(
      store: vault.store, journal: vault.journal, clock: container.clock, work: container.work)
    services.files = vault.files
    services.news = self.vault.versionNews
    services.scheduler = container.scheduler
    services.clipboard = container.clipboard
    services.index = vault.index
    services.links = vault.links
    services.locks = vault.locks
    services.places = vault.places
    services.ownMoves = vault.ownMoves
    services.planner = notePlanner()
    services.texts = vault.texts
    services.tasks = vault.taskTexts
    return services
  }

  /// What puts text into notes without an editor.
  func noteWriter() -> NoteWriter {
    EditorBuilder(
      services: EditorInteractor.Services(
        store: vault.services.store, journal: vault.services.journal, clock: container.clock,
        work: container.work)
    ).makeWriter()
  }
}

extension CustomPresentation {
  /// A look at a module without going there: most of the content, with a frame.
  static var peek: CustomPresentation {
    CustomPresentation(name: "peek") { size in
      Rect(
        row: size.rows > 12 ? 1 : 0, column: size.columns > 40 ? 4 : 0,
        rows: size.rows > 12 ? size.rows - 2 : size.rows,
        columns: size.columns > 40 ? size.columns - 8 : size.columns)
    }
  }
}

/// Where the editor can go.
@MainActor
final class EditorRoutes: EditorWireframe {
  let wireframe: Wireframe
  private var previewAdapter: EditorToPreviewAdapter?
  private var autosaveAdapter: EditorToAutosaveAdapter?
  private var questionAdapter: AnyObject?
  var partAdapter: EditorToPartRenamingAdapter?
  private(set) weak var editor: (any EditorInput)?
  /// Where the editor is shown.
  var place: RouteHandle?
  /// The editor of the note that stands beside.
  weak var neighbour: EditorRoutes?

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func link(_ editor: any EditorInput) {
    self.editor = editor
  }

  func attachAutosave(
    to route: RouteHandle, duties: any EditorAutosaveDuties
  ) -> (any EditorRequiredAutosave)? {
    let adapter = EditorToAutosaveAdapter(duties: duties)
    let autosave = wireframe.autosave(output: adapter) { adapter.autosave = $0 }
    let handle = wireframe.attempt { () throws(RouteError) in
      try wireframe.router.attach(autosave, to: route)
    }
    guard handle != nil else { return nil }
    autosaveAdapter = adapter
    return adapter
  }

  func left(_ note: NoteID, at place: NotePlace) { wireframe.app.noteWasLeft(note, at: place) }

  func commitPeek(_ route: RouteHandle) -> Bool {
    let isShown =
      wireframe.attempt { () throws(RouteError) in
        try wireframe.router.show(route, as: .push)
      } != nil
    if isShown, let note = editor?.note { wireframe.app.noteWasOpened(note) }
    return isShown
  }

  func openHistory(of note: NoteID) {
    let route = wireframe.history(of: note)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func openDailyNote(_ days: Int, from note: NoteID) {
    if let place { wireframe.app.openDailyNote(days, from: note, in: place) }
  }

  func askForTemplate(forNoteNamed name: String, answer: any EditorAnswers) {
    wireframe.app.fillTemplate(titled: name) { [weak answer] in answer?.templateWasFilled($0) }
  }

  func editOutside(_ note: NoteID) -> String? { wireframe.app.editOutside(note) }

  func askForPassphrase(
    ofNoteNamed name: String, saying remark: String, answer: any EditorAnswers
  ) {
    ask(.passphrase(ofNoteNamed: name, saying: remark), answer) { answers, reply in
      if case .gave(let passphrase) = reply {
        answers.passphraseWasTyped(passphrase)
      } else {
        answers.passphraseWasNotGiven()
      }
    }
  }

  func lockedNoteWasOpened() { wireframe.app.lockedNoteWasOpened() }

  func changeLock(of note: NoteID) { wireframe.app.changeLock(of: note) }

  func embedPreview(in route: RouteHandle) -> (any EditorRequiredPreview)? {
    var input: (any PreviewInput)?
    let preview = wireframe.preview(heldBy: route, isPlace: true) { input = $0 }
    let handle = wireframe.attempt { () throws(RouteError) in
      try wireframe.router.embed(preview, in: route, slot: EditorSlot.preview)
    }
    guard let input, let handle else { return nil }
    let adapter = EditorToPreviewAdapter(target: input, preview: handle)
    previewAdapter = adapter
    return adapter
  }

  /// Where the window has no room for both, the preview takes all of it.
  func focusPreview() {
    guard let preview = previewAdapter?.preview else { return }
    wireframe.router.focus(preview)
    if !wireframe.router.hasFocus(preview) { wireframe.router.fill(preview) }
  }

  func slotsMoved() { wireframe.router.slotsMoved() }

  func askForLine(now line: Int, of count: Int, answer: any EditorAnswers) {
    ask(
      PromptRequest(
        id: "line", title: "Go to line", text: "A line from 1 to \(count); this is \(line):",
        kind: .line(initial: "")), answer
    ) { answers, reply in
      if case .typed(let line) = reply { answers.lineWasTyped(line) }
    }
  }

  func open(place: String) {
    wireframe.app.open(place: place)
  }

  func follow(link place: String, makingIn folder: NotePath?) {
    wireframe.app.follow(link: place, makingIn: folder)
  }

  func open(address: String, then tell: @escaping @MainActor (_ isOpened: Bool) -> Void) {
    wireframe.app.open(address: address, then: tell)
  }

  func askToFollowLink(of note: NoteID, to target: String, answer: any EditorAnswers) {
    ask(
      PromptRequest(
        id: "link", title: "Outside the vault",
        text: "\(note.path.text) is a link to \(target), outside the vault.",
        // The harmless one first: whoever presses Enter twice has not agreed to anything.
        kind: .choices([
          PromptChoice(key: "l", label: "leave it", id: "leave"),
          PromptChoice(key: "o", label: "open it (and save there)", id: "open"),
        ])), answer
    ) { answers, reply in
      answers.followLink(reply == .chosen("open"))
    }
  }

  func askAboutRecovered(kept: String, differing: Int, answer: any EditorAnswers) {
    ask(
      PromptRequest(
        id: "recovered", title: "Unsaved text",
        text: "Text of this note was typed and not saved (kept \(kept)). "
          + "It differs in \(differing == 1 ? "1 line" : "\(differing) lines"). Use it?",
        // The one that changes nothing first: Enter may be meant for what stood here before.
        kind: .choices([
          PromptChoice(key: "s", label: "show the difference", id: "show"),
          PromptChoice(key: "u", label: "use it", id: "use"),
          PromptChoice(key: "d", label: "drop it", id: "drop"),
        ])), answer
    ) { answers, reply in
      switch reply {
      case .chosen("use"): answers.useRecovered(true)
      case .chosen("drop"): answers.useRecovered(false)
      case .chosen("show"): answers.seeDifference()
      default: break
      }
    }
  }

  func askAboutConflict(noteNamed name: String, answer: any EditorAnswers) {
    ask(
      PromptRequest(
        id: "conflict", title: "Changed outside",
        text: "Another program changed “\(name)” where you did. "
          + "Your text is not saved. Save it as a note beside that one?",
        kind: .choices([
          PromptChoice(key: "k", label: "keep both", id: "both"),
          PromptChoice(key: "m", label: "merge here", id: "merge"),
          PromptChoice(key: "s", label: "show the difference", id: "show"),
          PromptChoice(key: "g", label: "go on editing", id: "stay"),
        ])), answer
    ) { answers, reply in
      switch reply {
      case .chosen("both"): answers.keepBoth()
      case .chosen("merge"): answers.mergeHere()
      case .chosen("show"): answers.seeDifference()
      default: break
      }
    }
  }

  func show(difference: [DifferenceLine], answer: any EditorAnswers) {
    let adapter = DifferenceAdapter(target: answer as AnyObject) { target in
      (target as? any EditorAnswers)?.differenceWasSeen()
    }
    questionAdapter = adapter
    let route = wireframe.difference(difference, titled: "Difference", output: adapter)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func askToLeave(noteNamed name: String, isKept: Bool, answer: any EditorAnswers) {
    let leave =
      isKept
      ? PromptChoice(key: "l", label: "leave", id: "leave")
      : PromptChoice(key: "x", label: "lose the text", id: "lose")
    ask(
      PromptRequest(
        id: "leave", title: "Not saved",
        text: "“\(name)” could not be saved. Leave it? "
          + (isKept
            ? "The text is kept and offered next time."
            : "The text could not be kept either: it would be lost."),
        kind: .choices([PromptChoice(key: "s", label: "stay", id: "stay"), leave])), answer
    ) { answers, reply in
      switch reply {
      case .chosen("leave"): answers.leaveUnsaved(evenIfLost: false)
      case .chosen("lose"): answers.leaveUnsaved(evenIfLost: true)
      default: break
      }
    }
  }

  func ask(
    _ request: PromptRequest, _ answers: any EditorAnswers,
    then deliver: @escaping @MainActor (any EditorAnswers, PromptAnswer) -> Void
  ) {
    questionAdapter = wireframe.ask(request, for: answers as AnyObject) { target, reply in
      if let answers = target as? any EditorAnswers { deliver(answers, reply) }
    }
  }
}

extension EditorRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    if let note = editor?.note, notes.contains(note) { editor?.noteChangedOutside() }
  }
}
