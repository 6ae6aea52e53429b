import Entities
import OpenVault
import Services
import Terminal
import VaultSettings
import Viper

/// Where routes are made. Each module has a file beside this one, `Wireframe+X.swift`: how that
/// module is built, and where it can go in its own words.
@MainActor
struct Wireframe {
  unowned let router: AppRouter
  let container: Container
  /// What only the app itself can do for a module.
  unowned let app: any AppActions

  /// The open vault. The gate lets no module that needs one be made without.
  var vault: VaultScope {
    guard let vault = container.vault else {
      preconditionFailure("the gate let a module in without a vault")
    }
    return vault
  }

  /// Runs a route whose failure the person should hear of; the router has logged it already.
  @discardableResult
  func attempt<Value>(_ route: () throws(RouteError) -> Value) -> Value? {
    do throws(RouteError) {
      return try route()
    } catch {
      router.notice = error.message
      return nil
    }
  }

  func push(_ route: Route) {
    attempt { () throws(RouteError) in try router.push(route) }
  }

  /// A module that hears of what changes in the vault as long as it lives.
  func watching(
    _ built: (module: Module<any Screen>, input: any VaultListener)
  ) -> Module<any Screen> {
    vault.watch.add(built.input)
    return built.module
  }

  /// Makes a viewless module that lives with the list while the vault is open.
  func attachToVault<Input>(_ make: () -> (module: Module<any Screen>, input: Input)) -> Input? {
    guard container.vault != nil, let list = router.root else { return nil }
    let built = make()
    let route = Route(built.module.name) { built.module }
    guard attempt({ () throws(RouteError) in try router.attach(route, to: list) }) != nil
    else { return nil }
    return built.input
  }

  /// Goes where an address leads; where that is nowhere, says so.
  func go(to address: String) {
    attemptAddress { () throws(RouteError) in app.open(try Destination(address)) }
  }

  /// The same for a link that a person followed: a note that is not there can be made, in this folder
  /// or where new notes go.
  func follow(_ link: String, in home: LinkHome?) {
    attemptAddress { () throws(RouteError) in app.follow(try Destination(link), in: home) }
  }

  private func attemptAddress(_ go: () throws(RouteError) -> Void) {
    do throws(RouteError) { try go() } catch { router.report(error) }
  }
}

/// The routes of one module. A module without routes can ask through them.
@MainActor
class Routes: Asking {
  let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  final func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    wireframe.ask(question, then: answer)
  }

  /// A line for the person, whatever screen is on top.
  final func showMessage(_ text: String) { wireframe.router.notice = text }

  final func slotsMoved() { wireframe.router.slotsMoved() }

  final func quit() { wireframe.app.quit() }

  final func editOutside(_ note: NoteID) -> String? { wireframe.app.editOutside(note) }

  final func saveEditors(then goOn: @escaping @MainActor () -> Void) {
    wireframe.vault.openEditors.saveAll(then: goOn)
  }
}

/// What modules can ask of the app as a whole.
@MainActor
protocol AppActions: AnyObject {
  var programs: OtherPrograms { get }
  func quit()
  func open(_ destination: Destination)
  /// The same for a link that a person followed.
  func follow(_ link: Destination, in home: LinkHome?)
  func perform(_ effect: PaletteEffect)
  /// Opens a note in the person's own editor, and comes back when that ends; answers with what a
  /// person must know.
  func editOutside(_ note: NoteID) -> String?
  /// Whether what is being saved comes before locking.
  func holdLock(_ isHeld: Bool)
  func noteDid(_ event: NoteEvent)
  /// Another keymap was set.
  func useKeymap()
}

/// What became of a note, as far as the app follows it.
enum NoteEvent {
  /// Somebody looks at it now, in full.
  case open(NoteID)
  /// One with a lock of its own is open in an editor now.
  case openLocked
  /// The note is closed; it is opened at this position the next time.
  case leave(NoteID, at: NotePosition)
}
