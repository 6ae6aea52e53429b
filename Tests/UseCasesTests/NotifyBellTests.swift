import Entities
import OpenVault
import Services
import TestSupport
import Testing

@testable import UseCases

@Suite("Reminders by notify-send")
struct NotifyBellTests {
  private func notice(
    _ words: String, title: String = "Flat", hasLine: Bool = true, count: Int = 1
  ) -> ReminderNotice {
    var facts = TaskFacts()
    facts.words = words
    let task = TaskRecord(note: NoteID("a.md"), title: title, line: 1, facts: facts)
    let reminder = Reminder(
      task.note, title: title, task: hasLine ? task : nil, words: words,
      wall: Timestamp(seconds: 1_772_447_400))
    return ReminderNotice(
      number: 7, Array(repeating: reminder, count: count), isSecret: false)
  }

  private static let start = [
    "notify-send", "--app-name=notes-tui", "--category=x-reminder", "--urgency=normal",
    "--replace-id=7",
  ]
  private static let (done, snooze, open) = (
    "--action=done=Done", "--action=snooze=In 10 minutes", "--action=open=Open"
  )

  @Test("A notification has buttons for what can be done with it, and no markup")
  func words() async throws {
    let rows: [(ReminderNotice, [String])] = [
      (
        notice("--help <b>&", title: "A & <i>\u{1b}[2J\u{7}"),
        [
          Self.done, Self.snooze, Self.open, "--", "--help <b>&",
          "2026-03-02 10:30 · A &amp; &lt;i&gt; [2J ",
        ]
      ),
      (
        notice("read", hasLine: false),
        [Self.snooze, Self.open, "--", "read", "2026-03-02 10:30 · Flat"]
      ),
      (
        notice("go", count: 2),
        [Self.snooze, "--", "2 reminders", "2026-03-02 10:30 go\n2026-03-02 10:30 go"]
      ),
    ]
    for (notice, words) in rows {
      let program = FakeOwnProgram("snooze\n")
      let bell = NotifyBell(program, vault: Array("/v".utf8), hasAnswers: true)
      let answer = try await bell.ring(notice)
      #expect(await answer() == .snooze)
      let started = program.started.map { $0.words.map { String(decoding: $0, as: UTF8.self) } }
      #expect(started == [Self.start + words])
    }
  }

  @Test("Where nobody waits there are no buttons")
  func silent() async throws {
    let program = FakeOwnProgram("")
    let answer = try await NotifyBell(program, vault: [], hasAnswers: false).ring(notice("go"))
    #expect(await answer() == nil)
    #expect(program.started[0].words.count == Self.start.count + 3)
  }

  private static let failures: [(OwnProgramError, String)] = [
    (
      .notFound("notify-send"),
      "notify-send is not installed, so reminders are shown only in an open window. Install "
        + "libnotify-bin or libnotify."
    ),
    (
      .failed("notify-send", code: 1, "Cannot autolaunch D-Bus"),
      "The reminder could not be shown by notify-send: Cannot autolaunch D-Bus. It rings again at "
        + "the next run."
    ),
  ]

  @Test("A failure says what is missing", arguments: failures)
  func failure(error: OwnProgramError, words: String) async {
    let bell = NotifyBell(FakeOwnProgram("", error: error), vault: [], hasAnswers: true)
    await #expect(throws: ReminderFailure.bell(words)) { _ = try await bell.ring(notice("go")) }
  }

  @Test("Only what the person chose is an answer", arguments: ["", "default\n", "rm\n"])
  func noAnswer(output: String) async throws {
    let bell = NotifyBell(FakeOwnProgram(output), vault: [], hasAnswers: true)
    let answer = try await bell.ring(notice("go"))
    #expect(await answer() == nil)
  }

  private static let durations: [(String, Int?)] = [
    ("-PT15M", -900), ("PT0S", 0), ("-P1DT2H", -93_600), ("P1W", 604_800), ("PT1H30M5S", 5405),
    ("P", nil), ("-P1M", nil), ("PT5", nil), ("15M", nil), ("PTT1S", nil),
    ("P9999999D", nil), ("", nil),
  ]

  @Test("Offsets of TaskNotes are durations", arguments: durations)
  func duration(text: String, seconds: Int?) { #expect(TaskNote.seconds(text) == seconds) }
}
