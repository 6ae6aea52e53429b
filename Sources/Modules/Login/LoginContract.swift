package import Entities

struct LoginState: Equatable, Sendable {
  enum Stage: Equatable, Sendable {
    case choosing
    case askingPassphrase(vault: String)
  }

  var stage = Stage.choosing
  /// Whether the vaults were listed yet: before that nobody knows that there are none.
  var isListed = false
  var rowCount = 0
  var selected: Int?
  /// What happened: why a vault did not open.
  var message = ""
  /// What is under way: "Opening “Work”…". Until it is over nothing else is begun.
  var progress: String?
}

enum LoginCommand: Equatable, Sendable {
  case move(Int)
  case select(Int)
  case toStart
  case toEnd
  case open
  case make
  case reload
  case passphrase([UInt8])
  case back
  case quit
}

/// A vault as the view shows it.
package struct LoginRow: Equatable, Sendable {
  package var name: String
  package var path: String
  package var isLocked = false
  /// Why it cannot be opened.
  package var obstacle: String?
}

/// A vault as the interactor hands it over.
package struct LoginVault: Equatable, Sendable {
  package var id: VaultID
  package var row: LoginRow
}

@MainActor
protocol LoginView: AnyObject {
  func show(_ state: LoginState)
  func reloadRows()
}

@MainActor
protocol LoginEventHandler: AnyObject {
  var view: (any LoginView)? { get set }
  func handle(_ command: LoginCommand)
}

@MainActor
protocol LoginDataSource: AnyObject {
  func row(at index: Int) -> LoginRow
}

@MainActor
package protocol LoginInteracting: AnyObject {
  var output: (any LoginInteractorOutput)? { get set }
  func loadVaults()
  func open(_ vault: VaultID, proof: VaultProof)
  /// Makes a vault and opens it.
  func make(at place: String)
  /// Lets go of the opening or making that is under way: its end is not told.
  func giveUp()
  /// Nothing is delivered after this.
  func end()
}

@MainActor
package protocol LoginInteractorOutput: AnyObject {
  func didLoad(_ vaults: [LoginVault])
  func didOpen(_ vault: VaultID, named name: String)
  /// The vault that was to be made is there already, and locked.
  func didFindLocked(_ vault: LoginVault)
  func didFail(_ message: String)
}

/// The routes that the login needs.
@MainActor
package protocol LoginWireframe: AnyObject {
  /// Asks the person for a folder and hands it to `answer`, which is not to be kept alive.
  func askForPlace(answer: any LoginAnswers)
  func quit()
}

/// Takes what the person answered to a question of the wireframe's.
@MainActor
package protocol LoginAnswers: AnyObject {
  func placeWasChosen(_ place: String)
}

/// Told that a vault stands open.
@MainActor
package protocol LoginOutput: AnyObject {
  func loginDidOpen(_ vault: VaultID, named name: String)
}
