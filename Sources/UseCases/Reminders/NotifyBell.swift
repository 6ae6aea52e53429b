import Synchronization

/// Shows reminders on the desktop by `notify-send`, which talks with the session's D-Bus.
package struct NotifyBell: ReminderBell {
  private let program: any OwnProgramRunning
  private let vault: [UInt8]
  private let hasAnswers: Bool
  private let shown: Duration

  /// `vault` is the folder in which no program is started. `hasAnswers`: whether somebody will wait
  /// for what the person chooses. `shown`: a notification that is still open after this time counts
  /// as shown.
  package init(
    _ program: any OwnProgramRunning, vault: [UInt8], hasAnswers: Bool,
    shown: Duration = .seconds(1)
  ) {
    (self.program, self.vault, self.hasAnswers, self.shown) = (program, vault, hasAnswers, shown)
  }

  package func ring(_ notice: ReminderNotice) async throws(ReminderFailure)
    -> @Sendable () async -> ReminderAnswer?
  {
    let running = Task { [self] in await send(notice) }
    // Without buttons it ends when the server has it; with buttons, when the person has chosen.
    let isShown = Task { [shown] in
      try? await Task.sleep(for: shown)
      return Result<ReminderAnswer?, ReminderFailure>.success(nil)
    }
    let first = await firstOf(running, isShown)
    switch first {
    case .failure(let failure): throw failure
    case .success:
      return {
        await withTaskCancellationHandler {
          try? await running.value.get()
        } onCancel: {
          running.cancel()
        }
      }
    }
  }

  fileprivate typealias Outcome = Result<ReminderAnswer?, ReminderFailure>

  /// Does not wait for the other.
  private func firstOf(
    _ one: Task<Outcome, Never>, _ other: Task<Outcome, Never>
  ) async -> Outcome {
    if !hasAnswers {
      other.cancel()
      return await one.value
    }
    return await withCheckedContinuation { continuation in
      let first = FirstOutcome(continuation)
      for task in [one, other] {
        Task { first.set(await task.value) }
      }
    }
  }

  private func send(_ notice: ReminderNotice) async -> Outcome {
    do throws(OwnProgramError) {
      let output = try await program.run(OwnProgramStart(words(of: notice), vault: vault))
      let chosen = String(decoding: output.output, as: UTF8.self)
        .split(whereSeparator: \.isNewline).last.map(String.init)
      return .success(chosen.flatMap(ReminderAnswer.init))
    } catch .notFound {
      return .failure(.bell(ReminderWords.noProgram))
    } catch .stopped {
      return .success(nil)
    } catch .failed(_, _, let complaint) {
      return .failure(.bell(ReminderWords.refused(complaint + ".")))
    } catch {
      return .failure(.bell(ReminderWords.refused(error.message)))
    }
  }

  private func words(of notice: ReminderNotice) -> [[UInt8]] {
    var words = [
      "notify-send", "--app-name=notes-tui", "--category=x-reminder", "--urgency=normal",
      "--replace-id=\(notice.number)",
    ]
    if hasAnswers {
      if notice.single?.line != nil { words.append("--action=done=Done") }
      words.append("--action=snooze=In 10 minutes")
      if notice.single != nil { words.append("--action=open=Open") }
    }
    words += ["--", Self.clean(notice.title), Self.escaped(Self.clean(notice.text))]
    return words.map { Array($0.utf8) }
  }

  /// Servers read the text as markup.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Without control characters, and short.
  private static func clean(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(1000) {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      clean.append(isControl ? " " : scalar)
    }
    return String(clean)
  }

  /// Returns why nothing can be shown; nil if it can.
  package func problem() async -> String? {
    guard await succeeds(["notify-send", "--version"]) else { return ReminderWords.noProgram }
    let test = #"test -n "$DBUS_SESSION_BUS_ADDRESS" || test -S "${XDG_RUNTIME_DIR:-/}/bus""#
    return await succeeds(["sh", "-c", test]) ? nil : ReminderWords.noBus
  }

  private func succeeds(_ words: [String]) async -> Bool {
    var start = OwnProgramStart(words.map { Array($0.utf8) }, vault: vault)
    // It ends soon.
    start.isHook = true
    return (try? await program.run(start)) != nil
  }
}

/// Passes on the first of several outcomes.
private final class FirstOutcome: Sendable {
  private let waiting: Mutex<CheckedContinuation<NotifyBell.Outcome, Never>?>

  init(_ continuation: CheckedContinuation<NotifyBell.Outcome, Never>) {
    waiting = Mutex(continuation)
  }

  func set(_ outcome: NotifyBell.Outcome) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: outcome)
  }
}
