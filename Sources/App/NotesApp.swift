import Entities
import Login
package import Services
package import Terminal
import VaultSettings
import Viper

/// How the program ended: the exit code, and a message for the person.
package struct Ending: Equatable, Sendable {
  package var exitCode: Int32
  package var message: String

  package init(exitCode: Int32, message: String = "") {
    self.exitCode = exitCode
    self.message = message
  }
}

/// The running app: handles events, draws frames, and knows when it is idle.
@MainActor
package final class NotesApp {
  package let router: AppRouter
  package let container: Container
  package private(set) var ending: Ending?
  /// Stops the program as the shell's Ctrl-Z does; nil if there is no shell to return to.
  package var suspend: (() -> Void)?
  package let programs: OtherPrograms
  /// The brightness of the terminal's background, which the standard theme follows.
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
  /// The destination to open as soon as a vault is open.
  var destinationAfterLogin: Destination?
  /// The events since a note is being found or a vault opened, meant for the next screen. Nil if
  /// neither is the case.
  var typedAhead: [InputEvent]?
  var opening: Opening?
  /// Drops all fetches but the latest, of the vaults that wait for their passphrase.
  let fetches = Latest()
  /// The events since a screen is loading its rows.
  private var eventsHeldForRows: [InputEvent] = []
  var idleLock: IdleLock?
  private(set) lazy var configuration = LiveConfiguration(self, scope: scope)
  private let hints: KeyHints
  /// The notes that the person left by going back, the last at the end.
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
    router = AppRouter(
      driver: driver, theme: .standard, probe: container.probe, traces: options.tracesModules,
      log: log)
    programs = OtherPrograms(container: container, router: router, scope: scope)
    hints = KeyHints(router: router, container: container)
    let gate = VaultGate(container: container) { [unowned self] in
      self.wireframe.login(output: self)
    }
    router.routeGuard = gate
    container.isReadOnly = options.isReadOnly
    router.chromeView.isReadOnly = options.isReadOnly
    router.chromeView.home = container.preferences.home
    self.gate = gate
    configuration.begin()
  }

  /// Emacs's `C-x` or vim's `C-w`, if it was pressed and nothing handled it.
  var pendingPrefix: PendingPrefix? {
    get { hints.prefix }
    set { hints.prefix = newValue }
  }

  var wireframe: Wireframe { Wireframe(router: router, container: container, app: self) }

  /// Applies all events, then draws once.
  package func process(_ events: [InputEvent]) {
    // Drop these keys if the screen that they were pressed on is locked now.
    let dropsKeys = lockIfIdle()
    let hasKeys = events.contains(where: \.isFromPerson)
    if hasKeys { hints.hide() }
    var (next, looked) = (0, 0)
    while next < events.count, ending == nil {
      let event = events[next]
      if event.isFromPerson {
        if dropsKeys {
          next += 1
          continue
        }
        idleLock?.touch()
      }
      if next >= looked, canTypeWholeText, let text = TypedText(in: events, from: next) {
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
        container.preferences.watch?.mark()
      case .closed: terminate(Ending(exitCode: 129, message: "The terminal was closed."))
      default: if !hold(event) { dispatch(event) }
      }
    }
    if hasKeys, ending == nil { hints.showSoon() }
    drawAndAnswerScripts()
  }

  /// Whether text can go straight to the screen, because no events are waiting.
  private var canTypeWholeText: Bool {
    pendingPrefix == nil && typedAhead == nil && eventsHeldForRows.isEmpty && !router.awaitsRows
  }

  /// Holds an event that has to wait for a note, a vault or rows. Esc ends the waiting.
  private func hold(_ event: InputEvent) -> Bool {
    guard event.isFromPerson else { return false }
    if typedAhead != nil {
      // Before the first screen, Esc is meant for the screen that follows.
      if event == .key("Esc"), opening == nil || router.root != nil {
        stopWaiting()
      } else {
        typedAhead?.hold(event)
      }
      return true
    }
    guard router.awaitsRows || !eventsHeldForRows.isEmpty else { return false }
    if event == .key("Esc") {
      eventsHeldForRows.wipe()
      return false
    }
    eventsHeldForRows.hold(event)
    return true
  }

  private func stopWaiting() {
    typedAhead?.wipe()
    typedAhead = nil
    guard let opening else { return }
    opening.end()
    self.opening = nil
    // Let the login handle Esc: it knows the vault to return to.
    dispatch(.key("Esc"))
  }

  /// Dispatches held events. If one of them starts another wait, the rest are held again.
  func dispatchTyped(_ typed: [InputEvent]) {
    for event in typed where ending == nil && !hold(event) { dispatch(event) }
  }

  /// Dispatches the events that waited for rows.
  private func dispatchHeldEvents() {
    if eventsHeldForRows.isEmpty { return }
    while !eventsHeldForRows.isEmpty, ending == nil, typedAhead == nil, !router.awaitsRows {
      dispatch(eventsHeldForRows.removeFirst())
    }
    if eventsHeldForRows.isEmpty { eventsHeldForRows.wipe() }
  }

  /// Gives an event to the modules, and to the app if none of them handles the key.
  func dispatch(_ event: InputEvent) {
    if case .mouse(let mouse) = event, mouse.action == .press {
      if let keys = router.keys(at: mouse.at) { return press(keys) }
      if router.isVaultName(at: mouse.at), let vault = container.vault {
        return vault.openEditors.saveAll { [weak self] in self?.open(.list) }
      }
    }
    if case .key(let key) = event {
      if handleAfterPrefix(key) { return }
      if key == "Esc", !router.asks, ownCommands.stop() { return }
      if ownCommands.handle(key) { return }
    }
    guard !router.handle(event), case .key(let key) = event else { return }
    if handleByKeymap(key) { return }
    // The app has no keys of several strokes.
    let meaning = router.ownKeys?.meaning(of: key, in: AppKeymap.title)
    let meant = meaning.map(\.first) ?? key
    if let meant, let command = AppKeymap.map.command(for: meant) { return perform(command) }
    // Many programs quit with these keys, so say how to leave this one.
    if key == "C-c" || key == "C-q" || key == "C-x" { showHowToQuit() }
  }

  private func showHowToQuit() {
    router.notice = router.isAtRoot ? "Press q to quit." : "Press Esc to go back."
  }

  /// Draws changes, and answers a waiting script when everything is idle.
  package func drawAndAnswerScripts() {
    dispatchHeldEvents()
    if ending == nil, router.root != nil { router.drawFrame() }
    guard isIdle else { return }
    for number in unansweredSyncs { driver.answerSync(number, with: report) }
    unansweredSyncs = []
  }

  /// Whether nothing is running, and all file changes made by scripts were observed.
  package var isIdle: Bool {
    container.work.isIdle && container.vault?.watch.isCaughtUp ?? true
      && container.preferences.watch?.isCaughtUp ?? true
  }

  /// The report for scripts: the screen stack, and objects that outlived their modules.
  private var report: String {
    SyncReport(
      stack: router.stackDescription, leaks: container.probe.leaks, isIdle: isIdle
    ).encoded
  }

  /// Ends the program on a signal or a closed terminal. Unsaved text is stored first; the message
  /// says whether that worked.
  func terminate(_ ending: Ending) {
    guard self.ending == nil else { return }
    let lost = router.programWillEnd()
    releaseVault()
    let fate = lost.isEmpty ? ["Unsaved text is kept and offered next time."] : lost
    self.ending = Ending(
      exitCode: ending.exitCode, message: ([ending.message] + fate).joined(separator: " "))
  }

  func perform(_ command: AppCommand) {
    switch command {
    case .help:
      wireframe.box(wireframe.help(on: router.focusedKeyTable))
    case .moduleTree:
      wireframe.box(wireframe.moduleTree(source: self))
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
    // Before the first screen the theme must be set now: a later one would be too late.
    if router.root == nil, opening == nil { return router.use(look.load().theme) }
    scope.run(
      { look.load() },
      then: { [weak self] loaded in
        if case .success(let loaded) = loaded { self?.router.use(loaded.theme) }
      })
  }

  /// Shows the problems of the settings, the theme and the keys.
  func showProblems() {
    let problems = problems
    guard let first = problems.first else { return }
    router.notice =
      problems.count == 1
      ? first : "\(first) \(problems.count - 1) more; press , to see them."
  }

  /// The problems found in the settings, the theme and the keys.
  private var problems: [String] {
    container.preferences.values.problems
      + configuration.themeProblems
      + (router.ownKeys?.problems ?? []) + ownCommands.problems
  }
}

extension NotesApp: AppActions {
  func quit() {
    if ownCommands.isBusy { return }
    // A second key ends the program at once.
    if !router.notice.isEmpty, router.notice == Self.runsHooks { return end() }
    let isRunning = ownHooks.finish { [weak self] in self?.syncAndEnd() }
    if isRunning { router.notice = Self.runsHooks } else { syncAndEnd() }
  }

  private static let runsHooks = "Your hooks are running. Press again to quit without them."

  private func syncAndEnd() {
    let isSyncing = syncAtEnd { [weak self] in self?.end() }
    if isSyncing { router.notice = "Syncing what you wrote…" } else { end() }
  }

  private func end() {
    router.removeAll()
    releaseVault()
    ending = Ending(exitCode: 0)
  }

  /// Stops watching files and drops the vault's keys.
  private func releaseVault() {
    container.preferences.watch?.stop()
    container.vault?.watch.stop()
    forgetKeys()
  }

  /// Drops the keys. The memory itself is freed by the system when the process ends.
  private func forgetKeys() {
    guard let vault = container.vault, vault.isEncrypted else { return }
    container.vaults.lock(vault.id, keeping: [])
  }

  func holdKeys() { typedAhead = typedAhead ?? [] }

  func releaseKeys(dropping: Bool) {
    guard var typed = typedAhead else { return }
    typedAhead = nil
    defer { typed.wipe() }
    if !dropping { dispatchTyped(typed) }
  }

  func chooseVault() {
    guard let vault = container.vault else {
      return wireframe.replaceAll(by: wireframe.login(output: self))
    }
    // An encrypted vault is locked when it is left.
    let purpose = vault.isEncrypted ? LoginPurpose.choose : .another(vault.id)
    leave(vault, keeping: []) { wireframe.login(for: purpose, output: self) }
  }
}

extension InputEvent {
  /// Whether a person caused the event.
  fileprivate var isFromPerson: Bool {
    switch self {
    case .key, .paste, .mouse: true
    case .resize, .sync, .closed: false
    }
  }
}
