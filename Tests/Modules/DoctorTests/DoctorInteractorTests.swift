import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import Doctor

@MainActor
private final class Listener: DoctorInteractorOutput {
  var findings: [HealthFinding] = []

  func doctorExamined(_ findings: [HealthFinding]) { self.findings = findings }
}

@MainActor
@Suite("The doctor's interactor")
struct DoctorInteractorTests {
  private let work = Work()
  private let listener = Listener()
  private let index = MemoryIndex(MemoryNoteStore(["a.md": "x\n"]))
  private let versions = MemoryVersions()
  private let settings = MemorySettings()

  private func make() -> any DoctorInteracting {
    let interactor = DoctorBuilder(
      index: index, versions: versions, settings: settings,
      health: MemoryHealth([HealthFinding(part: "vault", state: .ok, text: "/v")]),
      work: work
    ).makeInteractor()
    interactor.output = listener
    return interactor
  }

  private func state(of part: String) -> HealthFinding.State? {
    listener.findings.first { $0.part == part }?.state
  }

  @Test("Every part is looked at, the disk first")
  func examines() async {
    let interactor = make()
    interactor.examine(repairing: false)
    await work.whenIdle()
    #expect(listener.findings.map(\.part) == ["vault", "index", "versions", "settings"])
    #expect(state(of: "vault") == .ok && state(of: "versions") == .ok)
    // The index in memory was never built.
    #expect(state(of: "index") == .warning)
  }

  @Test("What is wrong with versions and settings is told, each with its words")
  func tellsTroubles() async {
    await versions.setProblems(["a part was set aside"])
    await settings.setText("nope")
    let interactor = make()
    interactor.examine(repairing: false)
    await work.whenIdle()
    #expect(state(of: "versions") == .warning && state(of: "settings") == .warning)
    #expect(listener.findings.contains { $0.text == "a part was set aside" })
    #expect(listener.findings.contains { $0.text.contains("line 1") && $0.advice != nil })
  }

  @Test("An index that cannot be used is a problem, with what to do; repairing asks it again")
  func repairs() async {
    await index.fail(next: .unusable(place: "/i", reason: "damaged"))
    let interactor = make()
    interactor.examine(repairing: false)
    await work.whenIdle()
    #expect(state(of: "index") == .problem)
    #expect(listener.findings[1].advice?.contains("--repair") == true)
    interactor.examine(repairing: true)
    await work.whenIdle()
    #expect(state(of: "index") == .warning)
  }

  @Test("After the end nothing is told")
  func ends() async {
    let interactor = make()
    interactor.examine(repairing: false)
    interactor.end()
    await work.whenIdle()
    #expect(listener.findings == [])
  }
}
