import Entities
import Secrets
import Services
import Synchronization
import TestSupport
import Testing
import Viper

@testable import Login

@MainActor
@Suite("Login: listing, opening and making vaults")
struct LoginInteractorTests {
  let work = Work()
  let vaults = FakeVaults([.work, .diary, .gone])
  let output = RecordingOutput()
  let interactor: LoginInteractor

  init() {
    interactor = LoginInteractor(vaults: vaults, work: work)
    interactor.output = output
  }

  @Test("The known vaults are listed in their order")
  func lists() async {
    interactor.loadVaults()
    #expect(!work.isIdle)
    await work.whenIdle()
    #expect(output.vaults == [.work, .diary, .gone])
  }

  @Test("A plain vault opens without a proof, a locked one only with its passphrase")
  func opens() async {
    for (vault, proof) in [
      (VaultSummary.work, VaultProof.none),
      (.diary, .passphrase(.typed("wrong"))),
      (.diary, .passphrase(.typed("right"))),
    ] {
      interactor.open(vault.id, proof: proof)
      await work.whenIdle()
    }
    #expect(
      output.heard == [
        "opened Work", "failed: \(VaultError.wrongPassphrase.message)", "wait 3", "opened Diary",
      ])
  }

  @Test("A new vault opens; an existing locked vault asks for its passphrase")
  func makes() async {
    for place in ["~/new", "/home/ada/diary", "/forbidden"] {
      interactor.make(at: place)
      await work.whenIdle()
    }
    #expect(
      output.heard == [
        "opened new", "locked Diary", "failed: \(VaultError.notPermitted("/forbidden").message)",
      ])
  }

  @Test("The end of a canceled opening is not reported, and that of the next one is")
  func givesUp() async {
    interactor.open(VaultSummary.work.id, proof: .none)
    interactor.giveUp()
    await work.whenIdle()
    #expect(output.heard == [])
    interactor.open(VaultSummary.work.id, proof: .none)
    await work.whenIdle()
    #expect(output.heard == ["opened Work"])
  }

  @Test("A locked vault that opens after its opening is canceled is closed again")
  func givesUpLocked() async {
    interactor.open(VaultSummary.diary.id, proof: .passphrase(.typed("right")))
    interactor.giveUp()
    await work.whenIdle()
    #expect(output.heard == [])
    #expect(vaults.closed == [VaultSummary.diary.id])
    // A check of a proof leaves an open vault open.
    interactor.check(.passphrase(.typed("right")), of: VaultSummary.diary.id)
    interactor.giveUp()
    await work.whenIdle()
    #expect(vaults.closed == [VaultSummary.diary.id])
  }

  @Test("An encrypted vault gets its keys first, and is made only on request")
  func makesEncrypted() async {
    interactor.finishMaking()
    await work.whenIdle()
    #expect(output.heard == [])
    interactor.prepare(at: "~/safe", passphrase: .typed("open"))
    await work.whenIdle()
    #expect(output.heard == ["prepared KEY open"])
    interactor.finishMaking()
    await work.whenIdle()
    #expect(output.heard.dropFirst() == ["opened safe"])
    interactor.prepare(at: "/forbidden", passphrase: .typed("open"))
    await work.whenIdle()
    #expect(output.heard.last == "failed: \(VaultError.notPermitted("/forbidden").message)")
  }

  @Test("Forgotten keys make no vault")
  func forgets() async {
    interactor.prepare(at: "~/safe", passphrase: .typed("open"))
    await work.whenIdle()
    interactor.forgetPrepared()
    interactor.finishMaking()
    await work.whenIdle()
    #expect(output.heard == ["prepared KEY open"])
  }

  @Test("Only the right passphrase passes a check or allows a change of passphrase")
  func changes() async {
    interactor.check(.passphrase(.typed("wrong")), of: VaultSummary.diary.id)
    await work.whenIdle()
    interactor.check(.passphrase(.typed("right")), of: VaultSummary.diary.id)
    await work.whenIdle()
    interactor.changePassphrase(
      of: VaultSummary.diary.id, to: .typed("new"), proof: .passphrase(.typed("right")))
    await work.whenIdle()
    #expect(
      output.heard == [
        "failed: \(VaultError.wrongPassphrase.message)", "wait 3", "proof is right", "changed",
      ])
    interactor.askForWait(before: VaultSummary.diary.id)
    interactor.look(at: "~/new")
    interactor.look(at: "/home/ada/diary")
    await work.whenIdle()
    #expect(output.heard.suffix(3).contains("wait 3"))
    #expect(output.heard.contains("~/new is free"))
    #expect(output.heard.contains("/home/ada/diary is taken"))
  }

  @Test("R6 nothing is delivered after the end")
  func ends() async {
    interactor.loadVaults()
    interactor.open(VaultSummary.work.id, proof: .none)
    interactor.end()
    interactor.make(at: "~/new")
    await work.whenIdle()
    #expect(output.heard == [])
    #expect(output.vaults == [])
  }
}

/// Vaults in memory; the passphrase of each locked one is "right", and the wait after a wrong one a
/// little more than two seconds.
final class FakeVaults: Vaults {
  private let summaries: [VaultSummary]
  private let closings = Mutex<[VaultID]>([])

  init(_ summaries: [VaultSummary]) {
    self.summaries = summaries
  }

  var closed: [VaultID] { closings.withLock { $0 } }

  func known() async -> [VaultSummary] { summaries }

  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary {
    guard let vault = summaries.first(where: { $0.id == id }) else {
      return VaultSummary(id: id, name: id.path.name.text)
    }
    if vault.isLocked { try await check(proof, of: id) }
    return vault
  }

  func make(at place: String) async throws(VaultError) -> VaultSummary {
    if place == "/forbidden" { throw .notPermitted(place) }
    let id = VaultID(NotePath(place))
    return summaries.first { $0.id == id } ?? VaultSummary(id: id, name: id.path.name.text)
  }

  func isTaken(_ place: String) async -> Bool {
    summaries.contains { $0.id == VaultID(NotePath(place)) }
  }

  func prepareLocked(
    at place: String, passphrase: TypedSecret
  ) async throws(VaultError) -> PreparedVault {
    if place == "/forbidden" { throw .notPermitted(place) }
    return PreparedVault(recoveryKey: .typed("KEY \(passphrase.text)")) {
      VaultSummary(id: VaultID(NotePath(place)), name: NotePath(place).name.text, isLocked: true)
    }
  }

  func check(_ proof: VaultProof, of id: VaultID) async throws(VaultError) {
    if case .passphrase(.typed("right")) = proof { return }
    if case .recoveryKey(.typed("key")) = proof { return }
    throw .wrongPassphrase
  }

  func changePassphrase(
    of id: VaultID, to passphrase: TypedSecret, proof: VaultProof
  ) async throws(VaultError) {
    try await check(proof, of: id)
  }

  func wait(before id: VaultID) async -> Duration { .milliseconds(2_001) }

  func lock(_ id: VaultID, keeping place: [UInt8]) { closings.withLock { $0.append(id) } }
}

extension TypedSecret {
  static func typed(_ text: String) -> TypedSecret {
    let secret = TypedSecret()
    secret.append(Array(text.utf8))
    return secret
  }

  /// As a pattern too.
  static func ~= (one: TypedSecret, other: TypedSecret) -> Bool { one == other }

  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

extension VaultSummary {
  static let work = VaultSummary(id: VaultID(NotePath("/home/ada/work")), name: "Work")
  static let diary = VaultSummary(
    id: VaultID(NotePath("/home/ada/diary")), name: "Diary", isLocked: true)
  static let gone = VaultSummary(
    id: VaultID(NotePath("/mnt/gone")), name: "Gone", obstacle: "the folder is gone")
}

@MainActor
final class RecordingOutput: LoginInteractorOutput {
  private(set) var heard: [String] = []
  private(set) var vaults: [VaultSummary] = []
  func didLoad(_ vaults: [VaultSummary]) { self.vaults = vaults }
  func didOpen(_ vault: VaultID, named name: String) { heard.append("opened \(name)") }
  func didFindLocked(_ vault: VaultSummary) { heard.append("locked \(vault.name)") }
  func didLook(at place: String, isTaken: Bool) {
    heard.append("\(place) is \(isTaken ? "taken" : "free")")
  }
  func didPrepare(_ recoveryKey: TypedSecret) { heard.append("prepared \(recoveryKey.text)") }
  func proofIsRight() { heard.append("proof is right") }
  func didChangePassphrase() { heard.append("changed") }
  func didLook(_ outlook: ConversionPreview) {
    heard.append("asks for \(outlook.asks): \(outlook.remarks.joined(separator: " "))")
  }
  func didConvert(_ progress: String) { heard.append(progress) }
  func didEndConverting(_ lines: [String]) { heard.append(lines.joined(separator: " ")) }
  func mustWait(seconds: Int) { heard.append("wait \(seconds)") }
  func didFail(_ message: String) { heard.append("failed: \(message)") }
}
