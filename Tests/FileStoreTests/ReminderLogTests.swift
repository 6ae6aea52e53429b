import Entities
import OpenVault
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The state of reminders on the disk")
struct ReminderLogTests {
  private let folder = TemporaryFolder()

  private static let states: [ReminderLog.State] = [
    .rung, .claimed(Timestamp(seconds: 12)), .snoozed(until: Timestamp(seconds: -1)),
  ]

  private static let log = ReminderLog(
    since: -5,
    states.enumerated().map { number, state in
      let key = ReminderLog.Key(wall: -Int64(number), words: .max, line: UInt64(number))
      return ReminderLog.Entry(key, number: UInt32.max - UInt32(number), state)
    })

  @Test("A log is read as it was written, also by the next run")
  func text() async throws {
    func file() -> StoredValue<ReminderLog> {
      StateFiles(
        stateFolder: Array(folder.path("state").utf8), vault: VaultID(NotePath("/home/ada/notes"))
      ).state().reminders
    }
    #expect(file().value() == ReminderLog())
    try await file().change { $0 = Self.log }
    #expect(file().value() == Self.log)
  }

  @Test("Damaged lines are skipped")
  func damaged() {
    let text = Self.log.text + Array("x\n1 2 3\n1 2 3 4 gone\n1 2 3 4 claimed x\n".utf8)
    #expect(ReminderLog(text: text) == Self.log)
  }
}
