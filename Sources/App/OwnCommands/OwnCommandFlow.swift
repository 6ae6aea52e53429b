import Cells
import Entities
import OpenVault
import OwnCommands
import Terminal
import UseCases
import Viper

/// Runs a person's own commands on the screens: asks, starts the program beside the screen, and shows or
/// applies its answer. One runs at a time; Esc ends it.
@MainActor
final class OwnCommandFlow: ConfigurationListener {
  private(set) var keys = OwnKeys()
  /// The file as it was read last; nil before that.
  private var file: OwnCommandFile?
  private let latest = Latest()
  unowned let app: NotesApp
  private var running: (name: String, scope: WorkScope)?
  private(set) lazy var hooks = OwnHooks(app: app)
  private(set) lazy var scope = app.container.work.scope()

  init(app: NotesApp) { self.app = app }

  var container: Container { app.container }
  var router: AppRouter { app.router }

  // MARK: - The file

  /// Reads the file before the first frame, and checks the keys again after other keys changed.
  func followKeys() {
    if file == nil {
      file = container.preferences.ownCommands() ?? OwnCommandFile()
      container.preferences.watch?.add(self)
    }
    let tables = Screens.keyTables.map { router.ownKeys?.applied(to: $0) ?? $0 }
    keys = OwnKeys(file ?? OwnCommandFile(), in: tables, keymap: container.preferences.keymap)
    app.ownHooks.follow(keys.file)
  }

  func configurationMayHaveChanged() {
    scope.run(
      { [read = container.preferences.ownCommands] in read() ?? OwnCommandFile() },
      then: latest.only { [weak self] result in
        guard let self, case .success(let found) = result, found != file else { return }
        file = found
        followKeys()
        router.notice = problems.first ?? "Your own commands changed."
      })
  }

  var problems: [String] { keys.file.problems }

  // MARK: - Starting

  /// Runs the command of a key; returns false if it has none here.
  func handle(_ key: Key) -> Bool {
    guard keys.has(key), !router.asks, let title = router.focusedKeyTable?.title,
      let command = keys.command(for: key, on: title)
    else { return false }
    run(command)
    return true
  }

  /// Ends the program that runs; returns false if none does.
  func stop() -> Bool {
    guard let running else { return false }
    self.running = nil
    running.scope.end()
    router.notice = "“\(running.name)” was stopped. Nothing was changed."
    return true
  }

  /// Whether a program runs, which is then shown.
  var isBusy: Bool {
    guard let running else { return false }
    router.notice = "“\(running.name)” is still running. Esc ends it."
    return true
  }

  /// Ends all that runs for the vault, because it is closed. Returns a message if hooks were dropped.
  func vaultWasClosed() -> String? {
    running?.scope.end()
    running = nil
    let dropped = hooks.forget()
    if dropped == 0 { return nil }
    return "The vault was closed before \(counted(dropped, "run")) of your hooks ended."
  }

  func run(_ command: OwnCommand) {
    guard let vault = container.vault, !isBusy else { return }
    let reporter = router.focusedModule as? any OwnSubjectReporting
    let begin = { [weak self, weak reporter, weak vault] in
      guard let self, let vault, vault === container.vault else { return }
      let run = Run(
        command: command, subject: reporter?.ownSubject ?? OwnSubject(), reporter: reporter,
        vault: vault)
      ask(run, command.asks[...])
    }
    // The program reads the files.
    if command.readsNotes { vault.openEditors.saveAll(then: begin) } else { begin() }
  }

  /// A run of a command.
  struct Run {
    let command: OwnCommand
    let subject: OwnSubject
    weak var reporter: (any OwnSubjectReporting)?
    let vault: VaultScope
    var answers: [String: String] = [:]

    var name: String { command.name }
  }

  func cases(_ vault: VaultScope, _ services: VaultServices? = nil) -> OwnCommandCases {
    OwnCommandCases(
      services ?? vault.services, in: vault.id.path, isEncrypted: vault.isEncrypted,
      program: container.preferences.ownProgram, clock: container.clock)
  }

  // MARK: - Questions

  private func ask(_ run: Run, _ questions: ArraySlice<OwnQuestion>) {
    guard let question = questions.first else { return start(run) }
    let (cases, command, subject) = (cases(run.vault), run.command, run.subject)
    let answers = run.answers
    scope.run { () async throws -> (standard: String, choices: [String]) in
      switch question.kind {
      case .lines(let words):
        let choices = try await cases.choices(
          from: words, in: command, on: subject, answers: answers)
        return ("", choices)
      case .choice(let choices): return ("", choices)
      default: return (try await cases.standard(of: question, in: command, on: subject), [])
      }
    } then: { [weak self] result in
      guard let self, run.vault === container.vault else { return }
      switch result {
      case .success(let found):
        pose(question, found.standard, found.choices, of: run) { answer in
          var run = run
          run.answers[question.name] = answer
          self.ask(run, questions.dropFirst())
        }
      case .failure(let error): router.notice = error.explanation
      }
    }
  }

  /// Asks a question. Without an answer, the command ends.
  private func pose(
    _ question: OwnQuestion, _ standard: String, _ choices: [String], of run: Run,
    then goOn: @escaping @MainActor (String) -> Void
  ) {
    let title = run.name
    func line(_ offers: Question.Offers?) {
      app.wireframe.ask(.line(title, question.text, initial: standard, offers: offers)) {
        if case .typed(let text) = $0 { goOn(text) }
      }
    }
    switch question.kind {
    case .line: line(nil)
    case .note: line(.notes)
    case .tag: line(.tags(isSingle: true))
    case .folder: line(.folders(makesNew: true))
    case .file: line(.files)
    case .yes:
      let yes = Question.choice(
        title, question.text, .init("y", "yes", "yes"), .init("n", "no", "no"))
      app.wireframe.ask(yes) { if $0 == .chosen("yes") { goOn("yes") } }
    case .choice, .lines:
      choose(title, question.text, among: choices) { goOn(choices[$0]) }
    }
  }

  /// Lets the person choose one of some lines: a few by keys, many by typing.
  func choose(
    _ title: String, _ text: String, among lines: [String],
    then goOn: @escaping @MainActor (Int) -> Void
  ) {
    let labels = lines.map { String(Cells.visible($0).prefix(200)) }
    if labels.count <= Question.mostListed {
      return app.wireframe.ask(.list(title, text, of: labels)) { if let n = $0.number { goOn(n) } }
    }
    app.wireframe.ask(.line(title, text, offers: .words(labels))) { [router] answer in
      guard case .typed(let typed) = answer else { return }
      guard let index = labels.firstIndex(of: typed) else {
        return router.notice = "“\(typed)” is not one of the lines to choose from."
      }
      goOn(index)
    }
  }

  // MARK: - Running

  private func start(_ run: Run) {
    let (cases, command, subject) = (cases(run.vault), run.command, run.subject)
    let answers = run.answers
    let scope = container.work.scope()
    running = (run.name, scope)
    router.aside = "“\(run.name)” is running. Esc ends it."
    scope.run {
      try await cases.run(command, on: subject, answers: answers)
    } then: { [weak self] result in
      guard let self, running?.scope === scope else { return }
      running = nil
      router.aside = ""
      guard run.vault === container.vault else { return }
      switch result {
      case .success(let result): give(result, of: run)
      case .failure(let error): router.notice = Cells.visible(error.explanation)
      }
    }
  }
}
