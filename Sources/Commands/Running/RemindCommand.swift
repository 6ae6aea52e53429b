import Bytes
import Cells
import Entities
import Services
import UseCases

/// Implements `remind`: what is due is shown, printed, and answered.
struct RemindCommand: CommandPart {
  let context: CommandContext

  /// How long a single run waits for an answer: less than the minute until the next run.
  private static let patience = Duration.seconds(50)
  /// The time between two looks at what is due.
  private static let period = Duration.seconds(20)

  func remind(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    if request.has(.installHint) { return printHint() }
    guard let vault = context.opened else {
      throw CommandFailure(
        "the vault is encrypted and locked, so its reminders are not known. Give its passphrase by "
          + "--passphrase-fd.", code: .locked)
    }
    guard let bell = context.bell(hasAnswers: true) else {
      throw CommandFailure("no program can be started here.")
    }
    context.waiting.begin()
    if request.has(.watch) { return await watch(bell, request, in: vault) }
    let answers = try await ring(bell, request, in: vault)
    await wait(for: Self.patience, until: { answers.isEmpty || answers.allSatisfy(\.isOver) })
    for answer in answers { answer.cancel() }
    for answer in answers { await answer.task.value }
    return .done
  }

  /// Goes on until it is stopped. A failure is reported once, and tried again.
  private func watch(
    _ bell: NotifyBell, _ request: CommandRequest, in vault: CommandVault
  ) async -> ExitCode {
    var answers: [PendingAnswer] = []
    var reported = ""
    while !context.waiting.isOver(), output.failure == nil {
      do throws(CommandFailure) {
        answers = answers.filter { !$0.isOver } + (try await ring(bell, request, in: vault))
        reported = ""
      } catch {
        if reported != error.message { output.message(error.message) }
        reported = error.message
      }
      output.flush()
      await wait(for: Self.period, until: { false })
    }
    for answer in answers { answer.cancel() }
    for answer in answers { await answer.task.value }
    return .done
  }

  private func wait(for time: Duration, until isOver: () -> Bool) async {
    let end = ContinuousClock.now + time
    while !context.waiting.isOver(), !isOver(), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Rings what is due, prints it, and begins to wait for the answers.
  private func ring(
    _ bell: NotifyBell, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> [PendingAnswer] {
    let settings = await context.settings(in: vault)
    let rung = try await rethrow(await vault.reminders(context.clock, by: settings).run(bell)) {
      (error: ReminderFailure) in CommandFailure(error.message)
    }
    ResultWriter.write(request, output) { results in
      for reminder in rung.flatMap(\.notice.reminders) {
        results.add(members(of: reminder), cells: cells(of: reminder))
      }
    }
    output.flush()
    for reminder in rung.flatMap(\.notice.reminders) {
      await CommandHooks(context: context).run(for: reminder)
    }
    return rung.map { one in
      PendingAnswer { await handle(await one.answer(), to: one.notice, in: vault) }
    }
  }

  private func handle(
    _ answer: ReminderAnswer?, to notice: ReminderNotice, in vault: CommandVault
  ) async {
    let settings = await context.settings(in: vault)
    let cases = vault.reminders(context.clock, by: settings) { [output] in output.message($0) }
    do throws(ReminderFailure) {
      switch answer {
      case nil: break
      case .done: try await cases.finish(notice)
      case .snooze: try await cases.snooze(notice)
      case .open: if let note = notice.single?.note { await open(note, in: vault) }
      }
    } catch {
      output.message(error.message)
    }
  }

  /// Opens a note in a new terminal, which outlives this program.
  private func open(_ note: NoteID, in vault: CommandVault) async {
    guard let program = context.screens.own?.program else { return }
    let script = """
      if command -v xdg-terminal-exec >/dev/null; then set -- xdg-terminal-exec "$@"
      else set -- x-terminal-emulator -e "$@"; fi
      command -v "$1" >/dev/null || exit 3
      "$@" </dev/null >/dev/null 2>&1 &
      """
    let words = ["sh", "-c", script, "sh", "notes-tui", "--vault"].map { Array($0.utf8) }
    let opening = [vault.folder.bytes, Array("edit".utf8), note.path.bytes]
    do throws(OwnProgramError) {
      _ = try await program.run(OwnProgramStart(words + opening, vault: vault.folder.bytes))
    } catch {
      output.message("the note could not be opened: there is no terminal to start.")
    }
  }

  // MARK: Output

  private func members(of reminder: Reminder) -> [JSONMember] {
    [
      JSONMember("time", .string(reminder.time.shortText())),
      JSONMember("text", .string(reminder.words)),
    ] + output.members(of: reminder.note.path) + [
      JSONMember("line", reminder.line.map { .number($0) } ?? .null)
    ]
  }

  private func cells(of reminder: Reminder) -> [String] {
    let line = reminder.line.map { ":\($0)" } ?? ""
    return [
      reminder.time.shortText(), output.shown(reminder.words),
      output.shown(reminder.note.path) + line,
    ]
  }

  private func printHint() -> ExitCode {
    output.write(ReminderHint(vault: output.shown(context.vaultFolder.bytes)).text)
    return .done
  }
}

/// An answer that somebody may still give.
@MainActor
private final class PendingAnswer {
  private(set) var isOver = false
  private(set) var task = Task<Void, Never> {}

  init(_ body: @escaping @MainActor () async -> Void) {
    task = Task { [weak self] in
      await body()
      self?.isOver = true
    }
  }

  func cancel() { task.cancel() }
}

extension CommandContext {
  /// What shows reminders on the desktop; nil where no program can be started.
  func bell(hasAnswers: Bool = false) -> NotifyBell? {
    guard let own = screens.own, let vault = opened else { return nil }
    return NotifyBell(own.program, vault: vault.folder.bytes, hasAnswers: hasAnswers)
  }
}

/// How a timer runs `remind` each minute.
struct ReminderHint {
  let text: String

  /// In a unit, `%` and `$` are doubled; cron ends a command at `%`.
  init(vault path: String) {
    let unit = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("$", with: "$$")
    let cron = "'" + path.replacing("'", with: "'\\''").replacing("%", with: "\\%") + "'"
    text = """
      # A systemd timer of your own. Write two files:

      # ~/.config/systemd/user/notes-tui-remind.service
      [Unit]
      Description=Reminders of notes-tui

      [Service]
      Type=oneshot
      ExecStart=/usr/bin/env notes-tui remind --vault "\(unit)"

      # ~/.config/systemd/user/notes-tui-remind.timer
      [Unit]
      Description=Reminders of notes-tui, each minute

      [Timer]
      OnCalendar=minutely
      AccuracySec=1s

      [Install]
      WantedBy=timers.target

      # Then:
      #   systemctl --user daemon-reload
      #   systemctl --user enable --now notes-tui-remind.timer

      # Or a line for “crontab -e”, where 1000 is the number that “id -u” prints:
      DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus
      * * * * * notes-tui remind --vault \(cron)

      """
  }
}
