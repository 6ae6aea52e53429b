import Entities
import OpenVault
import Services
import TestSupport
import Testing
import UseCases

@testable import Doctor

@Suite("The doctor's use cases")
struct DoctorCasesTests {
  private let index = MemoryIndex(MemoryNoteStore(["a.md": "x\n"]))
  private let versions = MemoryVersions()
  private let settings = MemorySettings()

  private func findings(repairing: Bool = false) async -> [HealthFinding] {
    var vault = VaultServices.inMemory()
    (vault.index, vault.versions) = (index, versions)
    vault.health = MemoryHealth([HealthFinding(part: "vault", state: .ok, text: "/v")])
    return await DoctorCases(vault, settings: settings).findings(repairing: repairing)
  }

  @Test("Every part is checked, the disk first")
  func examines() async {
    let findings = await findings()
    #expect(findings.map(\.part) == ["vault", "index", "versions", "settings"])
    // The index in memory was never built.
    #expect(findings.map(\.state).prefix(3) == [.ok, .warning, .ok])
  }

  @Test("Problems with versions and settings are reported, each in its own words")
  func tellsTroubles() async {
    await versions.setProblems(["a part was set aside"])
    await settings.setText("nope")
    let findings = await findings()
    #expect(findings.map(\.state).suffix(2) == [.warning, .warning])
    #expect(findings.contains { $0.text == "a part was set aside" })
    #expect(findings.contains { $0.text.contains("line 1") && $0.advice != nil })
  }

  @Test("An unusable index is a problem with advice, and repairing checks the index again")
  func repairs() async {
    await index.fail(next: .unusable(path: "/i", reason: "damaged"))
    let found = await findings()[1]
    #expect(found.state == .problem && found.advice?.contains("--repair") == true)
    #expect(await findings(repairing: true)[1].state == .warning)
  }

  private struct OneTask: TaskIndex {
    func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
      let task = TaskRecord(note: NoteID("a.md"), title: "A", line: 1, facts: TaskFacts())
      return WholeTaskCatalog(request.hasReminder ? [task] : [])
    }
  }

  @Test("What shows reminders is checked if the vault has some")
  func reminders() async throws {
    let rows: [(OwnProgramError?, hasReminder: Bool, HealthFinding.State?)] = [
      (nil, true, .ok), (nil, false, nil), (.notFound("notify-send"), true, .warning),
    ]
    for (error, hasReminder, state) in rows {
      var vault = VaultServices.inMemory()
      if hasReminder { vault.tasks.index = OneTask() }
      let bell = NotifyBell(FakeOwnProgram("", error: error), vault: [], hasAnswers: false)
      let found = await DoctorCases(vault, settings: settings, bell: bell)
        .findings(repairing: false).first { $0.part == "reminders" }
      #expect(found?.state == state)
      #expect((found?.text.contains("not installed") ?? false) == (state == .warning))
    }
  }
}
