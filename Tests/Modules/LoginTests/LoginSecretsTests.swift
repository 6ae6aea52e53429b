import Entities
import FakeTerminal
import Secrets
import Services
import Terminal
import Testing
import Viper

@testable import Login

@MainActor
@Suite("Login: encrypted vaults")
struct LoginSecretsTests {
  let interactor = FakeInteractor()
  let wireframe = FakeWireframe()
  let parent = RecordingParent()
  let scheduler = ManualScheduler()
  private let key = TypedSecret.typed("AGE-SECRET-KEY-1QQQQQQQQZZZZ2345ABCD")

  private func presenter(_ purpose: LoginPurpose = .choose) -> LoginPresenter {
    let presenter = LoginPresenter(
      interactor: interactor, wireframe: wireframe, output: parent, purpose: purpose,
      scheduler: scheduler)
    return presenter
  }

  private let unlock = LoginPurpose.unlock(VaultSummary.diary.id, name: "Diary")
  private let change = LoginPurpose.changePassphrase(VaultSummary.diary.id, name: "Diary")

  @Test("The login of a locked vault asks for its passphrase at once")
  func unlocks() {
    let presenter = presenter(unlock)
    let view = FakeView()
    presenter.view = view
    #expect(view.state.stage == .typing(.passphrase))
    presenter.moduleIsReady(RouteHandle(name: "Login") { _ in })
    #expect(interactor.heard == ["load", "wait of /home/ada/diary?"])
    presenter.handle(.submit(.typed("right")))
    #expect(interactor.heard.last == "open /home/ada/diary with right")
    presenter.didOpen(VaultSummary.diary.id, named: "Diary")
    #expect(parent.heard == ["/home/ada/diary is Diary"])
  }

  @Test("Z2 the waiting time is counted down, and nothing is tried before its end")
  func waits() {
    let presenter = presenter(unlock)
    let screen = LoginScreen(presenter: presenter)
    presenter.handle(.submit(.typed("wrong")))
    presenter.didFail(VaultError.wrongPassphrase.message)
    presenter.mustWait(seconds: 2)
    #expect(screen.chrome.message == "That is not this vault's passphrase. Next try in 2 s.")
    #expect(screen.chrome.state == "wait 2 s")
    for key in ["o", "k", "Enter"] as [Key] { #expect(screen.handle(.key(key))) }
    #expect(interactor.opened.count == 1)
    scheduler.advance(by: .seconds(1))
    #expect(screen.chrome.state == "wait 1 s")
    scheduler.advance(by: .seconds(1))
    #expect(screen.chrome.state == "")
    #expect(screen.chrome.message == "That is not this vault's passphrase.")
    #expect(!scheduler.hasTimers)
    // The text typed meanwhile is still there.
    #expect(screen.handle(.key("Enter")))
    #expect(interactor.opened.last == "open /home/ada/diary with ok")
  }

  @Test("Esc cancels a passphrase that is being tried, and then goes to the vaults")
  func givesUp() {
    let presenter = presenter(unlock)
    presenter.handle(.submit(.typed("right")))
    presenter.handle(.back)
    #expect(interactor.heard.last == "give up")
    #expect(presenter.state.stage == .typing(.passphrase))
    presenter.handle(.back)
    #expect(presenter.state.stage == .choosing)
  }

  @Test("Making a vault asks a passphrase twice and the end of the shown recovery key first")
  func makes() {
    let presenter = presenter()
    presenter.kindWasChosen(isEncrypted: true, at: "~/safe")
    #expect(presenter.state.stage == .typing(.newPassphrase))
    presenter.handle(.submit(.typed("one")))
    presenter.handle(.submit(.typed("other")))
    #expect(presenter.state.message == "The two passphrases differ. Type it again.")
    #expect(presenter.state.stage == .typing(.newPassphrase))
    presenter.handle(.submit(.typed("one")))
    presenter.handle(.submit(.typed("one")))
    #expect(interactor.heard.last == "prepare ~/safe with one")
    presenter.didPrepare(key)
    #expect(presenter.state.stage == .showingRecoveryKey)
    presenter.handle(.keyWasWrittenDown)
    presenter.handle(.submit(.typed("wrong")))
    #expect(
      presenter.state.message == "Those are not its last letters. Press Esc to see the key again.")
    presenter.handle(.back)
    #expect(presenter.state.stage == .showingRecoveryKey)
    presenter.handle(.keyWasWrittenDown)
    presenter.handle(.submit(.typed("2345 abcd")))
    #expect(interactor.heard.last == "finish")
    // Esc does not interrupt writing.
    presenter.handle(.back)
    #expect(interactor.heard.last == "finish")
    presenter.didOpen(VaultID(NotePath("/safe")), named: "safe")
    #expect(parent.heard == ["/safe is safe"])
  }

  @Test(
    "Only enough characters of the key's end are accepted",
    arguments: [
      ("2345ABCD", true), ("ZZZZ2345ABCD", true), ("345ABCD", false), ("2345ABCE", false),
      ("", false), ("AGE-SECRET-KEY-1QQQQQQQQZZZZ2345ABCD", true),
      ("XAGE-SECRET-KEY-1QQQQQQQQZZZZ2345ABCD", false),
    ])
  func ends(typed: String, isRight: Bool) {
    let presenter = presenter()
    presenter.kindWasChosen(isEncrypted: true, at: "~/safe")
    presenter.didPrepare(key)
    presenter.handle(.keyWasWrittenDown)
    presenter.handle(.submit(.typed(typed)))
    #expect((interactor.heard.last == "finish") == isRight)
  }

  @Test("Going back from the recovery key makes no vault")
  func turnsBack() {
    let presenter = presenter()
    presenter.kindWasChosen(isEncrypted: true, at: "~/safe")
    presenter.didPrepare(key)
    presenter.handle(.back)
    #expect(presenter.state.stage == .choosing)
    #expect(presenter.state.message == "“~/safe” was not made.")
    #expect(interactor.heard == ["forget"])
    #expect(presenter.recoveryKey == nil)
  }

  @Test("The recovery key unlocks, but only a new passphrase enters the vault")
  func recovers() {
    let presenter = presenter(unlock)
    presenter.handle(.useRecoveryKey)
    presenter.handle(.submit(.typed("nonsense")))
    presenter.didFail("That is not a recovery key.")
    #expect(presenter.state.stage == .typing(.recoveryKey))
    presenter.handle(.submit(.typed("key")))
    #expect(interactor.heard.last == "open /home/ada/diary with key key")
    presenter.didOpen(VaultSummary.diary.id, named: "Diary")
    #expect(parent.heard == [])
    presenter.handle(.submit(.typed("new")))
    presenter.handle(.submit(.typed("new")))
    #expect(interactor.heard.last == "change to new with key key")
    presenter.didChangePassphrase()
    #expect(parent.heard == ["/home/ada/diary is Diary"])
  }

  @Test("The vault stays locked if no new passphrase follows the recovery key")
  func recoversNot() {
    let presenter = presenter(unlock)
    presenter.handle(.useRecoveryKey)
    presenter.handle(.submit(.typed("key")))
    presenter.didOpen(VaultSummary.diary.id, named: "Diary")
    presenter.handle(.back)
    #expect(interactor.heard.contains("lock /home/ada/diary"))
    #expect(presenter.state.stage == .choosing)
    #expect(presenter.state.message == "The passphrase was not changed.")
  }

  @Test("A change asks for the old passphrase first, and the login closes afterward")
  func changes() {
    let presenter = presenter(change)
    var isRemoved = false
    let route = RouteHandle(name: "Login") { _ in isRemoved = true }
    presenter.moduleIsReady(route)
    #expect(interactor.heard == ["wait of /home/ada/diary?"])
    presenter.handle(.submit(.typed("old")))
    #expect(interactor.heard.last == "check old")
    presenter.proofIsRight()
    presenter.handle(.submit(.typed("new")))
    presenter.handle(.submit(.typed("new")))
    #expect(interactor.heard.last == "change to new with old")
    // Esc does not interrupt writing.
    presenter.handle(.back)
    #expect(!isRemoved)
    presenter.didChangePassphrase()
    #expect(parent.heard == ["changed"])
    #expect(isRemoved)
  }

  @Test("Leaving before a passphrase change changes nothing")
  func leavesChange() {
    for step in 0...1 {
      let presenter = presenter(change)
      var isRemoved = false
      presenter.moduleIsReady(RouteHandle(name: "Login") { _ in isRemoved = true })
      if step == 1 {
        presenter.handle(.submit(.typed("old")))
        presenter.proofIsRight()
      }
      presenter.handle(.back)
      #expect(isRemoved)
    }
    #expect(!interactor.heard.contains { $0.hasPrefix("change") })
  }

  @Test("A new passphrase is rated while it is typed")
  func hints() {
    let presenter = presenter()
    let screen = LoginScreen(presenter: presenter)
    presenter.kindWasChosen(isEncrypted: true, at: "~/safe")
    #expect(screen.chrome.message == "")
    for key in ["a", "b", "c"] as [Key] { #expect(screen.handle(.key(key))) }
    #expect(screen.chrome.message == "Weak: a thousand computers guess it in a second.")
    #expect(screen.chrome.tone == .news)
    #expect(screen.handle(.key("Enter")))
    #expect(screen.chrome.message == "")
  }

  @Test("Tab shows the typed passphrase, and the next question hides it again")
  func shows() {
    let presenter = presenter()
    let screen = LoginScreen(presenter: presenter)
    presenter.kindWasChosen(isEncrypted: true, at: "~/safe")
    for key in ["p", "ä", "Tab"] as [Key] { #expect(screen.handle(.key(key))) }
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 3).lines[1] == "pä")
    #expect(screen.handle(.key("Enter")))
    #expect(screen.handle(.key("q")))
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 3).lines[1] == "•")
  }

  @Test("The recovery key is shown in full or can be scrolled")
  func showsKey() {
    let presenter = presenter()
    let screen = LoginScreen(presenter: presenter)
    presenter.kindWasChosen(isEncrypted: true, at: "~/safe")
    presenter.didPrepare(key)
    #expect(
      FakeFrame.drawing(screen, columns: 50, rows: 9).lines == [
        "Write this recovery key down and keep it away from", "this machine:", "",
        "AGE-SECRET-KEY-1QQQQQQQQZZZZ2345ABCD", "",
        "It opens “~/safe” if the passphrase is lost. It is", "shown only now.", "", "",
      ])
    var seen = ""
    for _ in 0..<12 {
      let frame = FakeFrame.drawing(screen, columns: 20, rows: 3)
      seen += frame.lines.map { String($0.prefix(18)) + "\n" }.joined()
      #expect(screen.handle(.key("Down")))
    }
    #expect(seen.contains("AGE-SECRET-KEY-1QQ"))
    #expect(seen.contains("ZZZZ2345ABCD"))
    #expect(seen.contains("shown only now."))
  }

  @Test("The login draws in any size, whatever the question")
  func anySize() {
    let presenter = presenter(unlock)
    let screen = LoginScreen(presenter: presenter)
    func drawAll() {
      for columns in 0...24 {
        for rows in 0...6 {
          let frame = FakeFrame.drawing(screen, columns: columns, rows: rows)
          #expect(frame.size == Size(columns: columns, rows: rows))
        }
      }
    }
    for key in ["a", "好", "é", "Tab"] as [Key] { _ = screen.handle(.key(key)) }
    drawAll()
    presenter.go(to: .newPassphrase(.making(folder: "~/safe")))
    drawAll()
    presenter.didPrepare(key)
    drawAll()
  }

  @Test("K17 a removed login holds nothing that was typed")
  func frees() {
    weak var typed: TypedSecret?
    weak var old: TypedSecret?
    let presenter = presenter(change)
    do {
      let (one, other) = (TypedSecret.typed("old"), TypedSecret.typed("new"))
      (old, typed) = (one, other)
      presenter.handle(.submit(one))
      presenter.proofIsRight()
      presenter.handle(.submit(other))
    }
    #expect(old != nil && typed != nil)
    presenter.moduleWasRemoved()
    #expect(old == nil)
    #expect(typed == nil)
  }
}
