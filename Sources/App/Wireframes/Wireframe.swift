import Entities
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

/// What modules can ask of the app as a whole.
@MainActor
protocol AppActions: AnyObject {
  func quit()
  func chooseVault()
  /// Opens a note in the person's own editor, and comes back when that ends; answers with what a
  /// person must know.
  func editOutside(_ note: NoteID) -> String?
  /// The same with a text that must not come to the disk; nil where there is no terminal to give.
  var editPrivately: ((_ text: [UInt8], _ name: String) -> PrivateEditing)? { get }
  /// What is in memory may come to a disk.
  var swapsToDisk: Bool { get }
  /// Whether what is being saved comes before locking.
  func holdLock(_ isHeld: Bool)
  /// A note with a lock of its own stands open in an editor.
  func lockedNoteWasOpened()
  func open(place: String)
  /// The same for a link that a person followed: a note that is not there can be made, in this folder
  /// or where new notes go.
  func follow(link place: String, in home: LinkHome?)
  /// Opens an address in the person's browser; tells how that went.
  func open(address: String, then tell: @escaping @MainActor (AddressOutcome) -> Void)
  /// Opens a file of the vault that is no note in the program that there is for it.
  func open(file: NotePath)
  /// Offers a text to other programs.
  func copy(_ text: String)
  func vaultWasOpened(_ id: VaultID, named name: String)
  /// Somebody looks at this note now, in full.
  func noteWasOpened(_ note: NoteID)
  /// Nobody looks at it any more; it is opened there the next time.
  func noteWasLeft(_ note: NoteID, at place: NotePosition)
  /// Opens the note that was left last by going back.
  func openNoteLeftLast()
  func open(_ note: NoteID, beside: Bool)
  /// As if these had been pressed, where the person is.
  func press(_ keys: [Key])
  func perform(_ command: AppCommand)
  /// A line that was typed behind vim's `:`, by its place among `NotesApp.lines`.
  func run(line: Int, _ argument: String)
  /// Another keymap was set.
  func useKeymap()
  /// A command without a key, by its name, where the person is.
  func run(command: String)
  func showPalette(typing text: String)
  func showSettings(at setting: SettingName)
}
