import Entities
import FakeTerminal
import Secrets
import Services
import TestSupport
import Testing
import Viper

@testable import Login

@MainActor
@Suite("Login: choosing, proving, making")
struct LoginPresenterTests {
  let interactor = FakeInteractor()
  let wireframe = FakeWireframe()
  let parent = RecordingParent()
  let view = FakeView()
  let presenter: LoginPresenter

  init() {
    presenter = LoginPresenter(interactor: interactor, wireframe: wireframe, output: parent)
    presenter.view = view
  }

  private func load(_ vaults: [VaultSummary] = [.work, .diary, .gone]) {
    presenter.didLoad(vaults)
  }

  private func handle(_ commands: LoginCommand...) {
    for command in commands { presenter.handle(command) }
  }

  @Test("The presenter lists the vaults once it is ready and selects the latest")
  func lists() {
    #expect(!view.state.isListed)
    presenter.moduleIsReady(RouteHandle(name: "Login") { _ in })
    #expect(interactor.heard == ["load"])
    load()
    #expect(
      view.state.rows == [
        LoginRow(name: "Work", path: "/home/ada/work"),
        LoginRow(name: "Diary", path: "/home/ada/diary", isLocked: true),
        LoginRow(name: "Gone", path: "/mnt/gone", obstacle: "the folder is gone"),
      ])
    #expect(view.state.isListed && view.state.selected == 0 && view.state.stage == .choosing)
  }

  @Test("Without vaults nothing is selected and nothing opens")
  func empty() {
    load([])
    handle(.move(1), .toEnd, .open)
    #expect(view.state == LoginState(isListed: true))
    #expect(interactor.heard == [])
  }

  @Test(
    "The selection stays within the rows",
    arguments: [
      ([LoginCommand.move(1)], 1), ([.move(9)], 2), ([.move(-1)], 0), ([.select(2)], 2),
      ([.toEnd, .move(-1)], 1), ([.toEnd, .toStart], 0),
    ])
  func moves(commands: [LoginCommand], selected: Int) {
    load()
    for command in commands { presenter.handle(command) }
    #expect(view.state.selected == selected)
  }

  @Test("A reloaded list still selects the same vault, wherever its row is now")
  func reloads() {
    load()
    handle(.move(1), .reload)
    #expect(interactor.heard == ["load"])
    load([.gone, .work, .diary])
    #expect(view.state.selected == 2)
    load([.gone])
    #expect(view.state.selected == 0)
  }

  @Test("A plain vault opens at once, and nothing else begins meanwhile")
  func opens() {
    load()
    handle(.open, .open, .make)
    #expect(interactor.heard == ["open /home/ada/work with nothing"])
    #expect(wireframe.heard == [])
    #expect(view.state.progress == "Opening “Work”…")
    presenter.didOpen(VaultSummary.work.id, named: "Work")
    #expect(parent.heard == ["/home/ada/work is Work"])
    // The progress stays until the vault's list replaces the login.
    #expect(view.state.progress == "Opening “Work”…")
    handle(.back)
    #expect(view.state.progress == nil)
    #expect(interactor.heard.contains("lock /home/ada/work"))
  }

  @Test("A vault with an obstacle names it and is not tried")
  func obstacle() {
    load()
    handle(.toEnd, .open)
    #expect(
      view.state.message == "“Gone” cannot be opened: the folder is gone. F5 looks again.")
    #expect(interactor.heard == [])
    handle(.move(-1))
    #expect(view.state.message == "")
  }

  @Test("A failure is reported, and the rows are read again")
  func fails() {
    load()
    handle(.open)
    presenter.didFail("No.")
    #expect(view.state.message == "No.")
    #expect(view.state.progress == nil)
    #expect(interactor.heard.last == "load")
  }

  @Test("Z2 a wrong passphrase shows a message and the question stays; the right one opens")
  func passphrase() {
    load()
    handle(.move(1), .open)
    #expect(view.state.stage == .typing(.passphrase))
    handle(.submit(.typed("wrong")))
    #expect(view.state.progress == "Opening “Diary”…")
    presenter.didFail(VaultError.wrongPassphrase.message)
    #expect(view.state.stage == .typing(.passphrase))
    #expect(view.state.message == VaultError.wrongPassphrase.message)
    handle(.submit(.typed("right")))
    #expect(view.state.message == "")
    presenter.didOpen(VaultSummary.diary.id, named: "Diary")
    #expect(parent.heard == ["asks for /home/ada/diary", "/home/ada/diary is Diary"])
    #expect(
      interactor.heard == [
        "wait of /home/ada/diary?", "open /home/ada/diary with wrong",
        "open /home/ada/diary with right",
      ])
  }

  @Test("An empty passphrase is not tried")
  func emptyPassphrase() {
    load()
    handle(.move(1), .open, .submit(nil))
    #expect(view.state.message == "Type the passphrase, or press Esc to choose another vault.")
    #expect(interactor.opened == [])
  }

  @Test("Esc goes from the passphrase back to the list, where a passphrase has no effect")
  func back() {
    load()
    handle(.move(1), .open, .back)
    #expect(view.state.stage == .choosing)
    #expect(view.state.selected == 1)
    handle(.submit(.typed("late")))
    #expect(interactor.opened == [])
  }

  @Test("Esc cancels an opening that takes too long")
  func givesUp() {
    load()
    handle(.open, .back)
    #expect(interactor.heard == ["open /home/ada/work with nothing", "give up"])
    #expect(view.state.progress == nil)
    handle(.back)
    #expect(interactor.heard.count == 2)
  }

  @Test("The keys of the list do nothing while a passphrase is asked for")
  func stages() {
    load()
    handle(.move(1), .open, .move(1), .open, .make, .reload)
    #expect(view.state.selected == 1)
    #expect(interactor.heard == ["wait of /home/ada/diary?"])
    #expect(wireframe.heard == [])
  }

  @Test("The wireframe asks for a new vault's folder, and the interactor makes the vault")
  func makes() throws {
    load([])
    handle(.make)
    #expect(wireframe.heard == ["Folder of the vault, made if it is not there:"])
    wireframe.questions.answer(.typed("  "))
    #expect(view.state.message == "A vault needs a folder. Press n and type its path.")
    handle(.make)
    wireframe.questions.answer(.typed("~/notes"))
    #expect(interactor.heard == ["look at ~/notes"])
    presenter.didLook(at: "~/notes", isTaken: false)
    #expect(wireframe.heard.last == "Store the notes in ~/notes as")
    wireframe.questions.answer(.chosen("plain"))
    #expect(interactor.heard.last == "make ~/notes")
    #expect(view.state.progress == "Making ~/notes…")
    presenter.folderWasChosen("~/twice")
    #expect(interactor.heard.last == "make ~/notes")
  }

  @Test("A folder that is not empty is used as it is, without asking for the kind of vault")
  func takesFolder() {
    load([])
    presenter.folderWasChosen("~/notes")
    presenter.didLook(at: "~/notes", isTaken: true)
    #expect(interactor.heard == ["look at ~/notes", "make ~/notes"])
    #expect(wireframe.heard == [])
  }

  @Test("A folder that holds a locked vault asks for its passphrase")
  func makesLocked() {
    presenter.kindWasChosen(isEncrypted: false, at: "~/diary")
    presenter.didFindLocked(.diary)
    #expect(view.state.stage == .typing(.passphrase))
    handle(.submit(.typed("right")))
    #expect(interactor.heard.last == "open /home/ada/diary with right")
  }

  @Test("Quitting goes to the wireframe, and removal ends the interactor")
  func quits() {
    handle(.quit)
    #expect(wireframe.heard == ["quit"])
    presenter.moduleWasRemoved()
    #expect(interactor.heard == ["end"])
  }
}

@MainActor
final class FakeInteractor: LoginInteracting {
  weak var output: (any LoginInteractorOutput)?
  private(set) var heard: [String] = []
  /// Of what was heard, the openings.
  var opened: [String] { heard.filter { $0.hasPrefix("open") } }

  func loadVaults() { heard.append("load") }
  func look(at place: String) { heard.append("look at \(place)") }
  func open(_ vault: VaultID, proof: VaultProof) {
    heard.append("open \(vault.path.text) with \(proof.words)")
  }
  func make(at place: String) { heard.append("make \(place)") }
  func prepare(at place: String, passphrase: TypedSecret) {
    heard.append("prepare \(place) with \(passphrase.text)")
  }
  func finishMaking() { heard.append("finish") }
  func forgetPrepared() { heard.append("forget") }
  /// The one that was made.
  private let key = TypedSecret.typed("AGE-SECRET-KEY-1QQQQQQQQZZZZ2345ABCD")
  func isEndOfKey(_ typed: TypedSecret) -> Bool { RecoveryKeyEnd.isEnd(typed, of: key) }
  func strength(of passphrase: TypedSecret) -> PassphraseStrength {
    passphrase.withBytes { PassphraseStrength(of: $0) }
  }
  func check(_ proof: VaultProof, of vault: VaultID) { heard.append("check \(proof.words)") }
  func changePassphrase(of vault: VaultID, to passphrase: TypedSecret, proof: VaultProof) {
    heard.append("change to \(passphrase.text) with \(proof.words)")
  }
  func look(at vault: VaultID, for goal: ConvertingGoal) {
    heard.append("look at \(vault.path.text) for \(goal)")
  }
  func makeKeys(of vault: VaultID, passphrase: TypedSecret) {
    heard.append("keys of \(vault.path.text) for \(passphrase.text)")
  }
  func convert(_ vault: VaultID, to goal: ConvertingGoal, proof: VaultProof) {
    heard.append("convert \(vault.path.text) to \(goal) with \(proof.words)")
  }
  func stopConverting() { heard.append("stop") }
  func askForWait(before vault: VaultID) { heard.append("wait of \(vault.path.text)?") }
  func lock(_ vault: VaultID) { heard.append("lock \(vault.path.text)") }
  func giveUp() { heard.append("give up") }
  func end() { heard.append("end") }
}

extension VaultProof {
  var words: String {
    switch self {
    case .none: "nothing"
    case .passphrase(let typed): typed.text
    case .recoveryKey(let key): "key \(key.text)"
    }
  }
}

@MainActor
final class FakeWireframe: LoginWireframe {
  private(set) var heard: [String] = []
  let questions = AskedQuestions()
  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    heard.append(question.text)
    questions.take(question, then: answer)
  }
  func quit() { heard.append("quit") }
}

@MainActor
final class FakeView: StateView {
  private(set) var state = LoginState(message: "never shown")
  func show(_ state: LoginState) { self.state = state }
}

@MainActor
final class RecordingParent: LoginOutput {
  private(set) var heard: [String] = []
  func loginAsksForPassphrase(of vault: VaultID) { heard.append("asks for \(vault.path.text)") }
  func loginDidOpen(_ vault: VaultID, named name: String) {
    heard.append("\(vault.path.text) is \(name)")
  }
  func loginDidChangePassphrase() { heard.append("changed") }
}
