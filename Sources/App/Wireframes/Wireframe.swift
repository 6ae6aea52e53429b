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
}

extension Wireframe {
  /// Makes a viewless module that lives with the list while the vault is open.
  func attachToVault<Input>(_ make: () -> (module: Module<any Screen>, input: Input)) -> Input? {
    guard container.vault != nil, let list = router.root else { return nil }
    let built = make()
    let route = Route(built.module.name) { built.module }
    guard attempt({ () throws(RouteError) in try router.attach(route, to: list) }) != nil
    else { return nil }
    return built.input
  }
}

extension Wireframe {
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

/// What modules can ask of the app as a whole.
@MainActor
protocol AppActions: AnyObject {
  var programs: OtherPrograms { get }
  func quit()
  func open(_ destination: Destination)
  /// The same for a link that a person followed.
  func follow(_ link: Destination, in home: LinkHome?)
  func perform(_ deed: PaletteDeed)
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
  /// Nobody looks at it any more; it is opened there the next time.
  case leave(NoteID, at: NotePosition)
}
