import Entities
import FakeTerminal
import Secrets
import Services
import Synchronization
import Terminal
import Testing
import Viper

@testable import Login

@MainActor
@Suite("Login: encrypting and decrypting a vault")
struct LoginConvertingTests {
  let interactor = FakeInteractor()
  let parent = RecordingParent()
  let presenter: LoginPresenter
  let screen: LoginScreen
  private let key = TypedSecret.typed("AGE-SECRET-KEY-1QQQQQQQQZZZZ2345ABCD")
  private let half = VaultSummary(
    id: VaultID(NotePath("/half")), name: "Half", obstacle: "it is being encrypted or decrypted")

  init() {
    presenter = LoginPresenter(
      interactor: interactor, wireframe: FakeWireframe(), output: parent)
    screen = LoginScreen(presenter: presenter)
    presenter.didLoad([.work, .diary, half])
  }

  private func press(_ keys: Key...) {
    for key in keys { _ = screen.handle(.key(key)) }
  }

  @Test("Encrypting shows its plan, asks a passphrase twice and the key's end, then shows progress")
  func encrypts() {
    press("e")
    #expect(interactor.heard.last == "look at /home/ada/work for encrypted")
    presenter.didLook(.init(asks: .newPassphrase, remarks: ["3 files.", "Mind .git."]))
    #expect(presenter.state.stage == .asking)
    #expect(presenter.state.text == ["3 files.", "Mind .git."])
    press("Enter")
    #expect(presenter.state.stage == .typing(.newPassphrase))
    presenter.handle(.submit(.typed("one")))
    presenter.handle(.submit(.typed("one")))
    #expect(interactor.heard.last == "keys of /home/ada/work for one")
    presenter.didPrepare(key)
    presenter.handle(.keyWasWrittenDown)
    presenter.handle(.submit(.typed("wrong")))
    #expect(interactor.heard.last == "keys of /home/ada/work for one")
    presenter.handle(.submit(.typed("2345ABCD")))
    #expect(interactor.heard.last == "convert /home/ada/work to encrypted with nothing")
    presenter.didConvert(ConversionProgress(.copying, files: 1, allFiles: 3).message)
    #expect(presenter.state.stage == .converting)
    #expect(screen.chrome.message == "Copying and comparing: 1 of 3 files")
    presenter.didEndConverting(["It is encrypted.", "Mind .git."])
    #expect(presenter.state.stage == .telling)
    #expect(presenter.state.text == ["It is encrypted.", "Mind .git."])
    #expect(presenter.recoveryKey == nil)
    press("Enter")
    #expect(presenter.state.stage == .choosing)
    #expect(interactor.heard.suffix(2) == ["forget", "load"])
  }

  @Test("Esc stops a conversion once, and the screen says so until it has ended")
  func stops() {
    press("e")
    presenter.didLook(.init(asks: .consent, remarks: []))
    press("Enter")
    #expect(interactor.heard.last == "convert /home/ada/work to encrypted with nothing")
    press("Esc")
    #expect(interactor.heard.last == "stop")
    presenter.didConvert("Taking back: 0 of 3 files")
    #expect(screen.chrome.message == "Stopping…")
    presenter.didEndConverting(["Stopped.", "The vault is as it was."])
    #expect(presenter.state.text == ["Stopped.", "The vault is as it was."])
  }

  @Test("Esc leaves each step before the conversion and leaves the vault unchanged")
  func leaves() {
    press("e")
    presenter.didLook(.init(asks: .newPassphrase, remarks: ["3 files."]))
    press("Esc")
    #expect(presenter.state.stage == .choosing)
    press("e")
    presenter.didLook(.init(asks: .newPassphrase, remarks: ["3 files."]))
    press("Enter", "Esc")
    #expect(presenter.state.stage == .choosing)
    press("e")
    presenter.didLook(.init(asks: .newPassphrase, remarks: ["3 files."]))
    press("Enter")
    presenter.handle(.submit(.typed("one")))
    presenter.handle(.submit(.typed("one")))
    press("Esc")
    #expect(interactor.heard.last == "give up")
    presenter.handle(.submit(.typed("one")))
    presenter.didPrepare(key)
    press("Esc")
    #expect(presenter.state.message == "“Work” is as it was.")
    #expect(presenter.recoveryKey == nil)
    #expect(!interactor.heard.contains { $0.hasPrefix("convert") })
  }

  @Test("An unfinished conversion resumes with passphrase or recovery key; a wrong one is reported")
  func goesOn() {
    press("End", "e")
    #expect(interactor.heard.last == "look at /half for encrypted")
    presenter.didLook(.init(asks: .passphrase, remarks: ["It goes on."]))
    press("Enter")
    #expect(interactor.heard.last == "wait of /half?")
    presenter.handle(.submit(.typed("wrong")))
    #expect(interactor.heard.last == "convert /half to encrypted with wrong")
    presenter.didFail(VaultError.wrongPassphrase.message)
    presenter.mustWait(seconds: 1)
    #expect(presenter.state.stage == .typing(.passphrase))
    presenter.handle(.submit(.typed("right")))
    #expect(interactor.heard.last != "convert /half to encrypted with right")
    press("F2")
    presenter.handle(.submit(.typed("key")))
    #expect(interactor.heard.last == "convert /half to encrypted with key key")
  }

  @Test(
    "An encrypted vault is not encrypted again nor a plain one decrypted; obstacles are reported")
  func refuses() {
    press("d")
    #expect(presenter.state.message == "“Work” is not encrypted; e encrypts it.")
    press("j", "e")
    #expect(presenter.state.message == "“Diary” is encrypted already; d decrypts it.")
    press("d")
    #expect(interactor.heard.last == "look at /home/ada/diary for plain")
    presenter.didLook(.init(asks: .nothing, remarks: ["A link is in the way."]))
    #expect(presenter.state.text == ["A link is in the way."])
    press("Enter")
    #expect(presenter.state.stage == .choosing)
    #expect(!interactor.heard.contains { $0.hasPrefix("convert") })
  }

  @Test("The interactor passes on progress and the end, and a refused key with its waiting time")
  func follows() async {
    let (work, output) = (Work(), RecordingOutput())
    let converting = FakeConverting()
    let interactor = LoginInteractor(
      vaults: FakeVaults([.work, .diary]), converting: converting, work: work)
    interactor.output = output
    interactor.look(at: VaultSummary.work.id, for: .encrypted)
    await work.whenIdle()
    interactor.convert(VaultSummary.diary.id, to: .plain, proof: .passphrase(.typed("wrong")))
    await work.whenIdle()
    interactor.makeKeys(of: VaultSummary.work.id, passphrase: .typed("one"))
    await work.whenIdle()
    interactor.convert(VaultSummary.work.id, to: .encrypted, proof: .none)
    await work.whenIdle()
    #expect(
      output.heard == [
        "asks for newPassphrase: 3 files.", "failed: \(VaultError.wrongPassphrase.message)",
        "wait 3", "prepared KEY one", "Copying and comparing: 1 of 3 files",
        "done with made keys",
      ])
    // The keys are dropped after their use.
    interactor.convert(VaultSummary.work.id, to: .encrypted, proof: .none)
    await work.whenIdle()
    #expect(output.heard.last == "done with nothing")
  }

  @Test("A conversion ends when it is stopped or its screen is removed")
  func stopsWork() async {
    for isRemoved in [false, true] {
      let (work, output) = (Work(), RecordingOutput())
      let converting = FakeConverting(isLong: true)
      let interactor = LoginInteractor(
        vaults: FakeVaults([.work]), converting: converting, work: work)
      interactor.output = output
      interactor.convert(VaultSummary.work.id, to: .encrypted, proof: .none)
      if isRemoved { interactor.end() } else { interactor.stopConverting() }
      await work.whenIdle()
      await converting.whenEnded()
      #expect(output.heard == (isRemoved ? [] : ["stopped"]))
    }
  }
}

/// Converts nothing; a long one goes on until it is not wanted.
private final class FakeConverting: VaultConverting {
  private let isLong: Bool
  private let isRunning = Mutex(false)

  init(isLong: Bool = false) { self.isLong = isLong }

  func outlook(on vault: VaultID, _ goal: ConvertingGoal) async -> ConversionPreview {
    ConversionPreview(asks: .newPassphrase, remarks: ["3 files."])
  }

  func makeKeys(
    of vault: VaultID, passphrase: TypedSecret
  ) async throws(VaultError) -> ConvertingKeys {
    let recoveryKey = TypedSecret()
    recoveryKey.append(Array("KEY ".utf8) + passphrase.withBytes { Array($0) })
    return ConvertingKeys(recoveryKey: recoveryKey, made: passphrase)
  }

  func run(
    _ vault: VaultID, _ goal: ConvertingGoal, _ key: ConvertingKey,
    isWanted: @escaping @Sendable () -> Bool
  ) -> AsyncStream<ConvertingEvent> {
    AsyncStream { events in
      if isLong {
        isRunning.withLock { $0 = true }
        Task.detached { [self] in
          while isWanted() { await Task.yield() }
          events.yield(.failed(["stopped"]))
          events.finish()
          isRunning.withLock { $0 = false }
        }
        return
      }
      switch key {
      case .proof: events.yield(.refused(.wrongPassphrase))
      case .made:
        events.yield(.progress(ConversionProgress(.copying, files: 1, allFiles: 3)))
        events.yield(.done(["done with made keys"]))
      case .none: events.yield(.done(["done with nothing"]))
      }
      events.finish()
    }
  }

  func whenEnded() async {
    while isRunning.withLock({ $0 }) { await Task.yield() }
  }
}
