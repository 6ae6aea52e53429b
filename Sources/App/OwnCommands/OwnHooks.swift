import Cells
import Entities
import OpenVault
import OwnCommands
import Synchronization
import UseCases
import VaultLayers
import Viper

/// Starts the hooks of the open vault: commands of the person's own that an event starts.
///
/// Runs of one hook are one after the other. What a hook changes starts no hook, and no save waits for
/// one.
@MainActor
final class OwnHooks {
  private unowned let app: NotesApp
  private lazy var scope = app.container.work.scope()
  /// The vault without the layer that reports its changes.
  private var vault: (services: VaultServices, isEncrypted: Bool)?
  /// The saved notes that wait for the end of a pause.
  private var pauses: [NoteID: Timer] = [:]
  private var queues: [String: [OwnSubject]] = [:]
  private var running: Set<String> = []
  private var conflicts = 0
  /// The hooks whose refusal was shown.
  private var refused: Set<String> = []
  /// Whether a hook wants to know of completed tasks.
  private let readsTasks = SharedFlag()
  private var whenDone: (() -> Void)?

  private static let pause = Duration.seconds(2)
  /// The most runs of a hook that wait.
  private static let mostWaiting = 100

  init(app: NotesApp) { self.app = app }

  /// Returns the opened vault with its changes reported here.
  func watching(_ opened: OpenedVault) -> OpenedVault {
    forget()
    vault = (opened.services, opened.isEncrypted)
    var opened = opened
    opened.services = opened.services.reporting(readsTasks: { [readsTasks] in readsTasks.isSet }) {
      [weak self] change in
      Task { @MainActor in self?.handle(change) }
    }
    return opened
  }

  /// Drops all that waits or runs, because the vault is closed. Returns how many runs that are: closing
  /// an encrypted vault waits for no program.
  @discardableResult
  func forget() -> Int {
    let hooks = app.ownCommands.keys.file.commands.count {
      $0.when == .save && ($0.worksEncrypted || vault?.isEncrypted != true)
    }
    let dropped = pauses.count * hooks + queues.values.reduce(running.count) { $0 + $1.count }
    for timer in pauses.values { timer.cancel() }
    (pauses, queues, refused, vault) = ([:], [:], [], nil)
    scope.end()
    running = []
    scope = app.container.work.scope()
    return dropped
  }

  /// The file was read.
  func follow(_ file: OwnCommandFile) {
    readsTasks.isSet = file.commands.contains { $0.when == .done }
  }

  private func handle(_ change: ReportedChange) {
    switch change {
    case .saved(let notes): for note in notes { saved(note) }
    case .made(let note): fire(.new, [note])
    case .renamed(let moves):
      for move in moves where pauses[move.from] != nil {
        pauses.removeValue(forKey: move.from)?.cancel()
        saved(move.to)
      }
      fire(.rename, moves.map(\.to))
    case .taskDone(let note): fire(.done, [note])
    }
  }

  /// Counts saves that follow each other as one: an editor saves after each pause in typing.
  private func saved(_ note: NoteID) {
    guard hasHooks(for: .save) else { return }
    pauses[note]?.cancel()
    pauses[note] = app.container.scheduler.schedule(after: Self.pause) { [weak self] in
      self?.pauses[note] = nil
      self?.fire(.save, [note])
    }
  }

  private func hasHooks(for event: OwnCommand.Event) -> Bool {
    app.ownCommands.keys.file.commands.contains { $0.when == event }
  }

  func fire(_ event: OwnCommand.Event, _ notes: [NoteID] = []) {
    guard vault != nil else { return }
    for hook in app.ownCommands.keys.file.commands where hook.when == event {
      queues[hook.name, default: []].append(OwnSubject { notes })
      if queues[hook.name]?.count ?? 0 > Self.mostWaiting { queues[hook.name]?.removeFirst() }
      runNext(hook)
    }
  }

  /// Conflicts were counted again.
  func conflictsChanged(_ count: Int) {
    if count > conflicts { fire(.conflict) }
    conflicts = count
  }

  private func runNext(_ hook: OwnCommand) {
    guard let vault, !running.contains(hook.name), let subject = queues[hook.name]?.first,
      let folder = app.container.vault?.id.path
    else { return checkDone() }
    queues[hook.name]?.removeFirst()
    running.insert(hook.name)
    let cases = OwnCommandCases(
      vault.services, in: folder, isEncrypted: vault.isEncrypted,
      program: app.container.preferences.ownProgram, clock: app.container.clock)
    scope.run {
      let result = try await cases.run(hook, on: subject, isHook: true)
      guard case .edits(let json) = result.answer else { return (result, [EditedNote]()) }
      let writer = VersionWriter(.command, name: "run \(hook.name)")
      return try await VersionWriter.$current.withValue(writer) {
        (result, try await cases.apply([json], of: hook.name, seen: result.seen))
      }
    } then: { [weak self] (outcome: Result<(OwnResult, [EditedNote]), any Error>) in
      self?.ended(hook, outcome)
    }
  }

  private func ended(_ hook: OwnCommand, _ outcome: Result<(OwnResult, [EditedNote]), any Error>) {
    running.remove(hook.name)
    switch outcome {
    case .success((let result, let edited)):
      let notes = edited.filter(\.isChanged).map(\.note)
      if !notes.isEmpty { app.container.vault?.notesWereRewritten(notes) }
      if case .message(let lines) = result.answer, let line = lines.first { say(line) }
      if !result.complaint.isEmpty { say(result.complaint) }
    case .failure(let error): report(error, of: hook)
    }
    runNext(hook)
  }

  private func report(_ error: any Error, of hook: OwnCommand) {
    switch error {
    case OwnCommandFailure.encrypted, OwnCommandFailure.revealing:
      if refused.insert(hook.name).inserted { app.router.notice = error.explanation }
    default: app.router.notice = Cells.visible(error.explanation)
    }
  }

  private func say(_ text: String) { app.router.aside = Cells.visible(text) }

  // MARK: - The end

  /// Runs what waits before the vault is left; returns false if nothing does.
  func finish(then goOn: @escaping () -> Void) -> Bool {
    let waiting = Array(pauses.keys)
    for timer in pauses.values { timer.cancel() }
    pauses = [:]
    for note in waiting { fire(.save, [note]) }
    if running.isEmpty { return false }
    whenDone = goOn
    return true
  }

  private func checkDone() {
    guard running.isEmpty, let goOn = whenDone else { return }
    whenDone = nil
    goOn()
  }
}

extension NotesApp {
  var ownCommands: OwnCommandFlow { configuration.ownCommands }
  var ownHooks: OwnHooks { ownCommands.hooks }
}

/// A flag that other threads read.
private final class SharedFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }
}
