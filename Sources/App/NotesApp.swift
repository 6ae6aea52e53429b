import Editor
import Entities
import Login
import NewNotes
import OpenVault
import PrivateEditor
package import Services
package import Terminal
import VaultSettings
import Viper

/// How the program ended: what the shell gets, and a line for the person.
package struct Ending: Equatable, Sendable {
  package var exitCode: Int32
  package var message: String

  package init(exitCode: Int32, message: String = "") {
    self.exitCode = exitCode
    self.message = message
  }
}

/// The running app: takes events, lets modules act on them, draws once, and knows when it is idle.
@MainActor
package final class NotesApp {
  package let router: AppRouter
  package let container: Container
  package private(set) var ending: Ending?
  /// Stops the program as the shell's Ctrl-Z does; nil where there is no shell to go back to.
  package var suspend: (() -> Void)?
  package let programs: OtherPrograms
  /// How light the terminal's ground is: the standard look follows it.
  package var background: Background? {
    didSet {
      guard background != oldValue else { return }
      container.preferences.background = background
      if options.theme == nil || options.theme == "standard" { followBackground() }
    }
  }
  private let driver: any Driver
  let options: LaunchOptions
  let scope: WorkScope
  private var gate: VaultGate?
  private var unansweredSyncs: [Int] = []
  /// To be gone to as soon as a vault is open.
  var destinationAfterLogin: Destination?
  /// What was pressed since a note is looked for or a vault is opened: it is meant for that. Nil: nothing
  /// is.
  var typedAhead: [InputEvent]?
  var opening: Opening?
  /// Of the vaults that wait for their passphrase only the last is fetched.
  let fetches = Latest()
  /// What was pressed since a screen reads its rows.
  private var heldForRows: [InputEvent] = []
  var idleLock: IdleLock?
  /// What is wrong with the theme that is followed.
  var themeProblems: [String] = []
  /// Emacs's `C-x` was pressed where nothing took it.
  var beganWith: Key?
  /// The notes that were left by going back, the last at the end.
  var leftNotes: [NoteID] = []
  static let notesToReturnTo = 50

  package init(
    container: Container, driver: any Driver, options: LaunchOptions,
    log: @escaping (String) -> Void
  ) {
    self.container = container
    self.driver = driver
    self.options = options
    scope = container.work.scope()
    var ownKeys = container.preferences.ownKeys { Screens.keyTables }
    if let editorKeys = ownKeys?.takeVimLines() { container.preferences.editorKeys = editorKeys }
    // Until here nothing is on the screen that could answer: these files are read at once.
    let (theme, problems) = container.preferences.look(named: options.theme).load()
    themeProblems = problems
    router = AppRouter(
      driver: driver, theme: theme,
      probe: container.probe, traces: options.tracesModules,
      log: log)
    programs = OtherPrograms(container: container, router: router, scope: scope)
    let gate = VaultGate(container: container) { [unowned self] in
      self.wireframe.login(output: self)
    }
    router.routeGuard = gate
    container.isReadOnly = options.isReadOnly
    router.chromeView.isReadOnly = options.isReadOnly
    router.chromeView.home = container.preferences.home
    router.ownKeys = ownKeys
    useKeymap()
    self.gate = gate
  }

  var wireframe: Wireframe { Wireframe(router: router, container: container, app: self) }

  /// Applies all events, then draws once.
  package func process(_ events: [InputEvent]) {
    // These keys were pressed on the screen that is locked now.
    let dropsKeys = lockIfIdle()
    var (next, looked) = (0, 0)
    while next < events.count, ending == nil {
      let event = events[next]
      if event.isOfAPerson {
        if dropsKeys {
          next += 1
          continue
        }
        idleLock?.touch()
      }
      if next >= looked, takesTextAtOnce, let text = TypedText(in: events, from: next) {
        looked = next + text.keyCount
        if router.type(text.text) {
          next = looked
          continue
        }
      }
      next += 1
      switch event {
      case .sync(let number):
        unansweredSyncs.append(number)
        container.vault?.watch.mark()
      case .closed: terminate(Ending(exitCode: 129, message: "The terminal was closed."))
      default: if !hold(event) { dispatch(event) }
      }
    }
    drawAndAnswerScripts()
  }

  /// No key waits for anything but the screen.
  private var takesTextAtOnce: Bool {
    beganWith == nil && typedAhead == nil && heldForRows.isEmpty && !router.awaitsRows
  }

  /// Whether it has to wait for a note that is looked for, a vault that is opened, or rows; Esc ends the
  /// waiting.
  private func hold(_ event: InputEvent) -> Bool {
    guard event.isOfAPerson else { return false }
    if typedAhead != nil {
      // Before a screen says that a vault is opened, Esc is meant for what comes.
      if event == .key("Esc"), opening == nil || router.root != nil {
        stopWaiting()
      } else {
        typedAhead?.hold(event)
      }
      return true
    }
    guard router.awaitsRows || !heldForRows.isEmpty else { return false }
    if event == .key("Esc") {
      heldForRows.wipe()
      return false
    }
    heldForRows.hold(event)
    return true
  }

  private func stopWaiting() {
    typedAhead?.wipe()
    typedAhead = nil
    guard let opening else { return }
    opening.end()
    self.opening = nil
    // The login knows where it goes back to.
    dispatch(.key("Esc"))
  }

  /// What these were meant for has come; what it asks for in turn, the rest waits for.
  func dispatchTyped(_ typed: [InputEvent]) {
    for event in typed where ending == nil && !hold(event) { dispatch(event) }
  }

  /// The rows have come that these were meant for.
  private func takeHeld() {
    if heldForRows.isEmpty { return }
    while !heldForRows.isEmpty, ending == nil, typedAhead == nil, !router.awaitsRows {
      dispatch(heldForRows.removeFirst())
    }
    if heldForRows.isEmpty { heldForRows.wipe() }
  }

  /// Gives an event to the modules, and a key that none of them took to the app.
  func dispatch(_ event: InputEvent) {
    if case .mouse(let mouse) = event, mouse.action == .press {
      if let keys = router.keys(at: mouse.at) { return press(keys) }
      if router.isVaultName(at: mouse.at), let vault = container.vault {
        return vault.openEditors.saveAll { [weak self] in self?.open(.list) }
      }
    }
    if case .key(let key) = event, takeBehindPrefix(key) { return }
    guard !router.handle(event), case .key(let key) = event else { return }
    if takeByKeymap(key) { return }
    // Keys of the app are single ones.
    let meaning = router.ownKeys?.meaning(of: key, in: AppKeymap.title)
    let meant = meaning.map(\.first) ?? key
    if let meant, let command = AppKeymap.map.command(for: meant) { return perform(command) }
    // How programs elsewhere are left.
    if key == "C-c" || key == "C-q" || key == "C-x" { sayHowToLeave() }
  }

  private func sayHowToLeave() {
    router.notice = router.isAtRoot ? "Press q to quit." : "Press Esc to go back."
  }

  /// Draws what changed and answers a waiting script when nothing is left to do.
  package func drawAndAnswerScripts() {
    takeHeld()
    if ending == nil, router.root != nil { router.drawFrame() }
    guard isIdle else { return }
    for number in unansweredSyncs { driver.answerSync(number, with: report) }
    unansweredSyncs = []
  }

  /// Nothing is under way, and all that a script did to the vault was heard of.
  package var isIdle: Bool {
    container.work.isIdle && container.vault?.watch.isCaughtUp ?? true
  }

  /// What scripts ask about: the stack, and parts that outlived their modules.
  private var report: String {
    SyncReport(
      stack: router.stackDescription, leaks: container.probe.leaks, isIdle: isIdle
    ).encoded
  }

  /// Ends from outside: a signal, a closed terminal. Unsaved text is stored first, and the message
  /// goes on with what became of it.
  func terminate(_ ending: Ending) {
    guard self.ending == nil else { return }
    let lost = router.programWillEnd()
    letGoOfVault()
    let fate = lost.isEmpty ? ["Unsaved text is kept and offered next time."] : lost
    self.ending = Ending(
      exitCode: ending.exitCode, message: ([ending.message] + fate).joined(separator: " "))
  }

  func perform(_ command: AppCommand) {
    switch command {
    case .help:
      let route = wireframe.help(on: router.focusedKeyTable)
      wireframe.attempt { () throws(RouteError) in try router.box(route) }
    case .moduleTree:
      wireframe.attempt { () throws(RouteError) in
        try router.box(wireframe.moduleTree(source: self))
      }
    case .redraw:
      driver.forgetScreen()
      router.terminalWasResized()
    case .suspend: goToShell()
    case .lock: lock()
    case .changePassphrase: changePassphrase()
    case .palette: showPalette()
    case .settings: open(.module("settings"))
    case .sync: syncNow()
    }
  }

  private func followBackground() {
    let look = container.preferences.look(named: options.theme)
    // Before the first screen it would come too late.
    if router.root == nil, opening == nil { return router.use(look.load().theme) }
    scope.run(
      { look.load() },
      then: { [weak self] loaded in
        if case .success(let loaded) = loaded { self?.router.use(loaded.theme) }
      })
  }

  /// With the theme, and with the keys.
  func sayWhatIsWrong() {
    let problems = problems
    guard let first = problems.first else { return }
    router.notice =
      problems.count == 1
      ? first : "\(first) \(problems.count - 1) more; press , to see them."
  }

  /// Of the settings, the theme and the keys.
  private var problems: [String] {
    container.preferences.values.problems
      + themeProblems
      + (router.ownKeys?.problems ?? [])
  }
}

extension NotesApp: AppActions {
  func quit() {
    let isSyncing = syncAtEnd { [weak self] in self?.end() }
    if isSyncing { router.notice = "Syncing what you wrote…" } else { end() }
  }

  private func end() {
    router.removeAll()
    letGoOfVault()
    ending = Ending(exitCode: 0)
  }

  /// Nothing is heard of its files any more, and its keys are gone.
  private func letGoOfVault() {
    container.vault?.watch.stop()
    forgetKeys()
  }

  /// The process ends: what it does with its memory after that is the system's matter.
  private func forgetKeys() {
    guard let vault = container.vault, vault.isEncrypted else { return }
    container.vaults.lock(vault.id, keeping: [])
  }

  func editOutside(_ note: NoteID) -> String? {
    guard let vault = container.vault, let edit = programs.edit else {
      return OtherPrograms.noTerminal
    }
    if vault.isEncrypted || note.path.isLocked {
      guard programs.editPrivately != nil else { return OtherPrograms.noTerminal }
      wireframe.privateEditor?.edit(note)
      return nil
    }
    let problem = edit(vault.id.path.appending(note.path).bytes)
    // No need to wait for the watch to see it.
    vault.watch.reindex(note)
    return problem
  }

  func chooseVault() {
    guard let vault = container.vault else {
      let login = wireframe.login(output: self)
      wireframe.attempt { () throws(RouteError) in try router.replaceAll(login) }
      return
    }
    // One that takes a passphrase is locked by then.
    let purpose = vault.isEncrypted ? LoginPurpose.choose : .another(vault.id)
    leave(vault, keeping: []) { wireframe.login(for: purpose, output: self) }
  }
}

extension InputEvent {
  /// Whether somebody pressed something.
  fileprivate var isOfAPerson: Bool {
    switch self {
    case .key, .paste, .mouse: true
    case .resize, .sync, .closed: false
    }
  }
}
