import Entities
import OpenVault
import Services
import Synchronization
import TestSupport
import Testing
import UseCases
import VaultSettings

@Suite("Reminders ring once")
struct ReminderCasesTests {
  // MARK: What rings

  @Test("A reminder rings when it is due, once")
  func rings() async throws {
    let scene = ReminderScene(["call Ann": "21:00"])
    #expect(try await scene.rings(at: "20:59") == [])
    #expect(try await scene.rings(at: "21:00") == ["call Ann"])
    #expect(try await scene.rings(at: "21:01") == [])
  }

  @Test("Tasks that are blocked do not remind; a task put off reminds again")
  func blocked() async throws {
    let scene = ReminderScene(["call Ann": "21:00", "then Bob": "21:00"])
    scene.tasks.change { if $0.facts.words == "then Bob" { $0.isBlocked = true } }
    #expect(try await scene.rings(at: "21:00") == ["call Ann"])
    scene.tasks.change { $0.facts.reminders = ["2026-03-02 22:00"] }
    #expect(try await scene.rings(at: "22:00") == ["call Ann"])
  }

  @Test("A line that is moved or corrected does not ring again")
  func edited() async throws {
    let scene = ReminderScene(["call Ann": "21:00"])
    #expect(try await scene.rings(at: "21:00") == ["call Ann"])
    scene.tasks.change { $0.line = 40 }
    #expect(try await scene.rings(at: "21:01") == [])
    scene.tasks.change { $0.facts.words = "call Anne" }
    #expect(try await scene.rings(at: "21:02") == [])
    scene.tasks.change { $0.note = NoteID("moved.md") }
    #expect(try await scene.rings(at: "21:03") == [])
  }

  @Test("Two tasks with the same words and time ring both")
  func same() async throws {
    let scene = ReminderScene([("go", "21:00"), ("go", "21:00")])
    #expect(try await scene.rings(at: "21:00") == ["go", "go"])
    #expect(try await scene.rings(at: "21:01") == [])
  }

  @Test("What was missed is one summary; what is due now rings for itself")
  func asleep() async throws {
    let scene = ReminderScene(["a": "08:00", "b": "08:30", "c": "12:00"])
    #expect(try await scene.rings(at: "07:00") == [])
    #expect(try await scene.rings(at: "12:01") == ["2 reminders", "c"])
    #expect(
      scene.server.texts.first == "2026-03-02 08:00 a\n2026-03-02 08:30 b")
    #expect(try await scene.rings(at: "12:02") == [])
  }

  @Test("Very many at once are one summary")
  func flood() async throws {
    let tasks = (0..<30).map { ("t\($0)", "21:00") }
    let scene = ReminderScene(tasks)
    #expect(try await scene.rings(at: "21:00") == ["30 reminders"])
    #expect(scene.server.texts[0].hasSuffix("and 22 more"))
  }

  @Test("Old reminders do not ring when reminders are first used")
  func first() async throws {
    let scene = ReminderScene(["old": "2026-02-20 08:00", "last night": "2026-03-01 22:00"])
    #expect(try await scene.rings(at: "09:00") == ["last night"])
  }

  @Test("In the quiet hours nothing rings; after them it does")
  func quiet() async throws {
    let scene = ReminderScene(["a": "23:00", "b": "2026-03-03 01:00"], quiet: "22:00-07:00")
    #expect(try await scene.rings(at: "23:00") == [])
    #expect(try await scene.rings(at: "2026-03-03 06:59") == [])
    #expect(try await scene.rings(at: "2026-03-03 07:00") == ["2 reminders"])
  }

  @Test("A clock that is set back rings nothing twice, and loses nothing")
  func setBack() async throws {
    let scene = ReminderScene(["a": "10:00", "b": "11:00"])
    #expect(try await scene.rings(at: "10:00") == ["a"])
    #expect(try await scene.rings(at: "09:00") == [])
    #expect(try await scene.rings(at: "10:00") == [])
    #expect(try await scene.rings(at: "11:00") == ["b"])
  }

  @Test("The change of summer time: an hour that is missing rings after it, one that is twice once")
  func summerTime() async throws {
    // At 2:00 the clock is set to 3:00, and half a year later from 3:00 to 2:00.
    let scene = ReminderScene(["a": "2026-03-29 02:30", "b": "2026-10-25 02:30"])
    scene.clock.zone = { $0.seconds < 1_774_746_000 || $0.seconds >= 1_792_890_000 ? 3600 : 7200 }
    #expect(try await scene.rings(atUTC: "2026-03-29 00:59") == [])
    #expect(try await scene.rings(atUTC: "2026-03-29 01:00") == ["a"])
    #expect(try await scene.rings(atUTC: "2026-10-25 00:30") == ["b"])
    #expect(try await scene.rings(atUTC: "2026-10-25 01:30") == [])
  }

  @Test("An encrypted vault shows no word of a note")
  func secret() async throws {
    let scene = ReminderScene(["call Ann": "21:00"], isSecret: true)
    #expect(try await scene.rings(at: "21:00") == ["A task is due"])
    #expect(scene.server.texts == ["Open the vault to read more."])
  }

  // MARK: Answers

  @Test("A snoozed reminder rings again after ten minutes, also in another run")
  func snooze() async throws {
    let scene = ReminderScene(["a": "10:00"])
    let rung = try await scene.run(at: "10:00")
    try await scene.cases.snooze(rung[0].notice)
    #expect(try await scene.rings(at: "10:09") == [])
    #expect(try await scene.rings(at: "10:10") == ["a"])
    #expect(try await scene.rings(at: "10:20") == [])
  }

  @Test("A snoozed reminder does not wait for a clock that was set back")
  func snoozeSetBack() async throws {
    let scene = ReminderScene(["a": "10:00"])
    let rung = try await scene.run(at: "10:30")
    try await scene.cases.snooze(rung[0].notice)
    #expect(try await scene.rings(at: "10:05") == ["a"])
  }

  @Test("A snoozed reminder whose task is done does not ring")
  func snoozeDone() async throws {
    let scene = ReminderScene(["a": "10:00"])
    let rung = try await scene.run(at: "10:00")
    try await scene.cases.snooze(rung[0].notice)
    scene.tasks.removeAll()
    #expect(try await scene.rings(at: "10:10") == [])
  }

  @Test("Done marks the task in its note")
  func done() async throws {
    let scene = ReminderScene(["a": "10:00"])
    let rung = try await scene.run(at: "10:00")
    try await scene.cases.finish(rung[0].notice)
    #expect(await scene.notes.text(of: NoteID("n.md")) == "- [x] a\n")
  }

  // MARK: Faults

  @Test("Nothing that cannot be shown is lost")
  func noServer() async throws {
    let scene = ReminderScene(["a": "10:00"])
    scene.server.isBroken = true
    await #expect(throws: ReminderFailure.bell("broken")) { try await scene.run(at: "10:00") }
    scene.server.isBroken = false
    #expect(try await scene.rings(at: "10:01") == ["a"])
  }

  @Test("Nothing rings that cannot be stored as rung before")
  func noState() async throws {
    let scene = ReminderScene(["a": "10:00"])
    scene.fuse.burn(after: 0)
    await #expect(throws: ReminderFailure.self) { try await scene.run(at: "10:00") }
    #expect(scene.server.texts == [])
  }

  @Test("A kill at any step neither loses a reminder nor shows two", arguments: 0...7)
  func killed(step: Int) async throws {
    let scene = ReminderScene(["a": "10:00"])
    scene.fuse.burn(after: step)
    _ = try? await scene.run(at: "10:00")
    scene.fuse.mend()
    // Another run at once does not know whether the first one lives.
    _ = try await scene.run(at: "10:00")
    _ = try await scene.run(at: "10:02")
    #expect(scene.server.numbers.count == 1)
    #expect(Set(scene.server.texts) == ["2026-03-02 10:00 · N"])
    let count = scene.server.texts.count
    #expect(count <= 2)
    #expect(try await scene.rings(at: "10:04") == [])
    #expect(scene.server.texts.count == count)
  }

  @Test("Two runs at the same time show one")
  func together() async throws {
    let scene = ReminderScene(["a": "10:00"])
    scene.clock.set("10:00")
    async let first = scene.cases.run(scene.server)
    async let second = scene.cases.run(scene.server)
    let counts = try await [first.count, second.count]
    #expect(counts.reduce(0, +) == 1)
    #expect(scene.server.texts.count == 1)
  }
}

/// Tasks, a clock, a state that outlives runs, and a server of notifications.
private final class ReminderScene: Sendable {
  let notes = MemoryNoteStore(["n.md": "- [ ] a\n"])
  let tasks: GivenTasks
  let clock = SetClock()
  let fuse = Fuse()
  let server: Server
  let cases: ReminderCases
  private let stored = Log()

  init(_ tasks: [(String, String)], quiet: String = "off", isSecret: Bool = false) {
    let records = tasks.enumerated().map { index, task in
      var facts = TaskFacts()
      facts.words = task.0
      facts.reminders = [task.1.contains("-") ? task.1 : "2026-03-02 \(task.1)"]
      return TaskRecord(note: NoteID("n.md"), title: "N", line: index + 1, facts: facts)
    }
    self.tasks = GivenTasks(records)
    server = Server(fuse)
    var vault = VaultServices.inMemory(notes, rewriting: MemoryRewriting(notes))
    vault.state.reminders = StoredValue(
      read: { [stored] in stored.value.withLock { $0 } },
      store: { [stored, fuse] (change) throws(NoteStoreError) in
        try fuse.step()
        let new = stored.value.withLock { log in
          change(&log)
          return log
        }
        try fuse.step()
        return new
      })
    var settings = SettingValues()
    settings.values[.quietHours] = quiet
    cases = ReminderCases(
      vault, tasks: self.tasks, by: settings, isSecret: isSecret, clock: clock)
  }

  convenience init(
    _ tasks: KeyValuePairs<String, String>, quiet: String = "off", isSecret: Bool = false
  ) {
    self.init(tasks.map { ($0.key, $0.value) }, quiet: quiet, isSecret: isSecret)
  }

  func run(at time: String) async throws -> [RungReminder] {
    clock.set(time)
    return try await cases.run(server)
  }

  /// The titles of what rings.
  func rings(at time: String) async throws -> [String] {
    try await run(at: time).map(\.notice.title)
  }

  func rings(atUTC time: String) async throws -> [String] {
    clock.setUTC(time)
    return try await cases.run(server).map(\.notice.title)
  }
}

private final class Log: Sendable {
  let value = Mutex(ReminderLog())
}

/// Ends a run after some steps, like a kill: nothing works from then on.
private final class Fuse: Sendable {
  private let left = Mutex<Int?>(nil)

  func burn(after steps: Int) { left.withLock { $0 = steps } }
  func mend() { left.withLock { $0 = nil } }

  var isBurnt: Bool {
    left.withLock { left in
      guard let steps = left else { return false }
      left = steps - 1
      return steps <= 0
    }
  }

  func step() throws(NoteStoreError) {
    if isBurnt { throw .failed(NotePath("state"), action: "write", reason: "killed") }
  }
}

/// A server that replaces what has the same number.
private final class Server: ReminderBell {
  private struct State {
    var texts: [String] = []
    var numbers: Set<UInt32> = []
    var isBroken = false
  }

  private let state = Mutex(State())
  private let fuse: Fuse

  init(_ fuse: Fuse) { self.fuse = fuse }

  var texts: [String] { state.withLock { $0.texts } }
  var numbers: Set<UInt32> { state.withLock { $0.numbers } }
  var isBroken: Bool {
    get { state.withLock { $0.isBroken } }
    set { state.withLock { $0.isBroken = newValue } }
  }

  func ring(_ notice: ReminderNotice) async throws(ReminderFailure)
    -> @Sendable () async -> ReminderAnswer?
  {
    if isBroken { throw .bell("broken") }
    if fuse.isBurnt { throw .bell("killed") }
    state.withLock {
      $0.texts.append(notice.text)
      $0.numbers.insert(notice.number)
    }
    if fuse.isBurnt { throw .bell("killed") }
    return { nil }
  }
}

private final class GivenTasks: TaskIndex {
  private let records: Mutex<[TaskRecord]>

  init(_ records: [TaskRecord]) { self.records = Mutex(records) }

  func change(_ change: (inout TaskRecord) -> Void) {
    records.withLock { for index in $0.indices { change(&$0[index]) } }
  }

  func removeAll() { records.withLock { $0 = [] } }

  func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    guard request.hasReminder, request.status == .open else { throw .refused("asks for all") }
    return WholeTaskCatalog(records.withLock { $0 })
  }
}

private final class SetClock: WallClock {
  private struct State {
    var now = Timestamp(seconds: 0)
    var zone: @Sendable (Timestamp) -> Int = { _ in 0 }
  }

  private let state = Mutex(State())

  var now: Timestamp { state.withLock { $0.now } }

  var zone: @Sendable (Timestamp) -> Int {
    get { state.withLock { $0.zone } }
    set { state.withLock { $0.zone = newValue } }
  }

  func civil(_ moment: Timestamp) -> CivilTime {
    CivilCalendar.civil(moment.advanced(by: .seconds(zone(moment))))
  }

  func set(_ time: String) { setUTC(time.contains(" ") ? time : "2026-03-02 \(time)") }

  func setUTC(_ time: String) {
    let moment = WrittenMoment(time)?.onWall ?? Timestamp(seconds: 0)
    state.withLock { $0.now = moment }
  }
}
