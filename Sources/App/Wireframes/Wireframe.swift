import Entities
import OpenVault
import Terminal
import VaultSettings
import Viper

/// Makes routes. Each module has a file `Wireframe+X.swift` here, which makes the module and
/// implements its routes.
@MainActor
struct Wireframe {
  unowned let router: AppRouter
  let container: Container
  /// Actions that only the app can do for a module.
  unowned let app: any AppActions

  /// The open vault. The gate prevents modules that need one from being made without it.
  var vault: VaultScope {
    guard let vault = container.vault else {
      preconditionFailure("the gate let a module in without a vault")
    }
    return vault
  }

  /// The panes of the top screen.
  var panes: ScreenPanes {
    ScreenPanes(
      router: router, keymap: container.preferences.keymap, editors: container.vault?.openEditors)
  }

  /// Runs a route and shows its failure to the person; the router has logged it already.
  @discardableResult
  func attempt<Value>(_ route: @autoclosure () throws(RouteError) -> Value) -> Value? {
    do throws(RouteError) {
      return try route()
    } catch {
      router.notice = error.message
      return nil
    }
  }

  func push(_ route: Route) { attempt(try router.push(route)) }

  @discardableResult
  func box(_ route: Route) -> RouteHandle? { attempt(try router.box(route)) }

  func replaceAll(by route: Route) { attempt(try router.replaceAll(route)) }

  /// Registers a module for reports of changes in the vault, as long as it lives.
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
    guard attempt(try router.attach(route, to: list)) != nil
    else { return nil }
    return built.input
  }

  /// Opens an address; shows the error if it is invalid.
  func go(to address: String) {
    attemptAddress(app.open(try Destination(address)))
  }

  /// Opens a link that a person followed. A missing note can be made, in the link's folder or in
  /// the folder for new notes.
  func follow(_ link: String, in home: LinkHome?) {
    attemptAddress(app.open(.followed(try Destination(link), from: home)))
  }

  private func attemptAddress(_ go: @autoclosure () throws(RouteError) -> Void) {
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

  /// Shows a message, whatever screen is on top.
  final func showMessage(_ text: String) { wireframe.router.notice = text }

  final func slotsMoved() { wireframe.router.slotsMoved() }

  final func quit() { wireframe.app.quit() }

  final func editOutside(_ note: NoteID) -> String? { wireframe.editOutside(note) }

  final func saveEditors(then goOn: @escaping @MainActor () -> Void) {
    wireframe.vault.openEditors.saveAll(then: goOn)
  }
}

/// The app's actions for modules.
@MainActor
protocol AppActions: AnyObject {
  var programs: OtherPrograms { get }
  var configuration: LiveConfiguration { get }
  func quit()
  func open(_ destination: Destination)
  /// Does what a row of the palette offers, and remembers a command by its name.
  func perform(_ effect: PaletteEffect, named command: String?)
  /// Postpones locking while something is being saved.
  func holdLock(_ isHeld: Bool)
  func noteDid(_ event: NoteEvent)
  /// Holds the person's keys for a note that is being found.
  func holdKeys()
  /// Gives the held keys to the screen with the focus, or drops them.
  func releaseKeys(dropping: Bool)
}

/// An event of a note that the app handles.
enum NoteEvent {
  /// The note is shown in full now.
  case open(NoteID)
  /// A note with a lock of its own is open in an editor now.
  case openLocked
  /// The note was closed; next time it opens at this position.
  case leave(NoteID, at: NotePosition)
}
