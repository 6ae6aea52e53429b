import Entities
import Services
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

  @Test("The known vaults come as display values, in their order")
  func lists() async {
    interactor.loadVaults()
    #expect(!work.isIdle)
    await work.whenIdle()
    #expect(
      output.vaults.map(\.id) == [
        VaultSummary.work.id, VaultSummary.diary.id, VaultSummary.gone.id,
      ])
    #expect(
      output.vaults.map(\.row) == [
        LoginRow(name: "Work", path: "/home/ada/work"),
        LoginRow(name: "Diary", path: "/home/ada/diary", isLocked: true),
        LoginRow(name: "Gone", path: "/mnt/gone", obstacle: "the folder is gone"),
      ])
  }

  @Test("A plain vault opens with no proof, a locked one with its passphrase alone")
  func opens() async {
    for (vault, proof) in [
      (VaultSummary.work, VaultProof.none),
      (.diary, .passphrase(Array("wrong".utf8))),
      (.diary, .passphrase(Array("right".utf8))),
    ] {
      interactor.open(vault.id, proof: proof)
      await work.whenIdle()
    }
    #expect(
      output.heard == [
        "opened Work", "failed: \(VaultError.wrongPassphrase.message)", "opened Diary",
      ])
  }

  @Test("A made vault is opened; one that was there and is locked asks for its passphrase")
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

  @Test("The end of an opening that was given up is not told, that of the next one is")
  func givesUp() async {
    interactor.open(VaultSummary.work.id, proof: .none)
    interactor.giveUp()
    await work.whenIdle()
    #expect(output.heard == [])
    interactor.open(VaultSummary.work.id, proof: .none)
    await work.whenIdle()
    #expect(output.heard == ["opened Work"])
  }

  @Test("R6 after the end nothing is delivered")
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

/// Vaults in memory; the passphrase of each locked one is "right".
actor FakeVaults: Vaults {
  private let summaries: [VaultSummary]

  init(_ summaries: [VaultSummary]) {
    self.summaries = summaries
  }

  func known() async -> [VaultSummary] { summaries }

  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary {
    guard let vault = summaries.first(where: { $0.id == id }) else {
      return VaultSummary(id: id, name: id.path.name.text)
    }
    guard vault.isLocked else { return vault }
    guard case .passphrase(let bytes) = proof, bytes == Array("right".utf8) else {
      throw .wrongPassphrase
    }
    return vault
  }

  func make(at place: String) async throws(VaultError) -> VaultSummary {
    if place == "/forbidden" { throw .notPermitted(place) }
    let id = VaultID(NotePath(place))
    return summaries.first { $0.id == id } ?? VaultSummary(id: id, name: id.path.name.text)
  }
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
  private(set) var vaults: [LoginVault] = []
  func didLoad(_ vaults: [LoginVault]) { self.vaults = vaults }
  func didOpen(_ vault: VaultID, named name: String) { heard.append("opened \(name)") }
  func didFindLocked(_ vault: LoginVault) { heard.append("locked \(vault.row.name)") }
  func didFail(_ message: String) { heard.append("failed: \(message)") }
}
