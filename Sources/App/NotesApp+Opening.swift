import Entities
import Login
import OpenVault
import Requests
import Secrets
import Services
import Terminal
import Viper

/// A vault that is being opened.
@MainActor
struct Opening {
  let work: WorkScope
  /// The timer that shows the waiting screen.
  var timer: Viper.Timer?

  func end() {
    work.end()
    timer?.cancel()
  }
}

/// Opening vaults. The disk is read off the main actor; keys pressed meanwhile wait for the screen.
extension NotesApp {
  /// Shows the first screen: that of the vault if it opens quickly, or its login if it is locked.
  /// Problems with the vault are shown in the list of vaults.
  package func start() {
    guard let folder = options.vault else { return begin(with: wireframe.login(output: self)) }
    let name = folder.name.text
    open(VaultID(folder), named: name) { [weak self] in
      guard let self else { return }
      begin(with: wireframe.noteList())
      rememberVault()
      watchVault()
      if options.place == nil { showRequests() }
    }
    opening?.timer = container.scheduler.schedule(after: Self.unnoticed) { [weak self] in
      guard let self, opening != nil, router.root == nil else { return }
      wireframe.push(wireframe.login(for: .opening(name: name), output: self))
      drawAndAnswerScripts()
    }
  }

  /// The time for which an empty screen is not noticed.
  private static let unnoticed = Duration.milliseconds(100)

  private func begin(with first: Route) {
    wireframe.replaceAll(by: first)
    if let address = options.place { wireframe.go(to: address) }
    if options.isFirstUse {
      container.firstTimes = FirstTimes(router)
      wireframe.box(wireframe.tour())
    }
    showProblems()
    router.drawFrame()
    container.preferences.watch?.startSoon(container.scheduler)
  }

  func loginDidOpen(_ id: VaultID, named name: String) {
    open(id, named: name) { [weak self] in
      guard let self, let vault = container.vault else { return }
      watchVault()
      // Replace the login instead of covering it.
      wireframe.replaceAll(by: wireframe.noteList())
      router.resumeWaitingRoutes()
      startIdleLock()
      if let destination = destinationAfterLogin {
        destinationAfterLogin = nil
        open(destination)
      } else {
        restorePosition(in: vault)
        showRequests()
      }
    }
  }

  private func open(_ id: VaultID, named name: String, show: @escaping () -> Void) {
    let opening = Opening(work: container.work.scope())
    self.opening?.end()
    self.opening = opening
    typedAhead = typedAhead ?? []
    let look = container.preferences.look(named: options.theme)
    opening.work.run { [open = container.open] in
      let answer = await open(id)
      guard case .open(let vault) = answer else { return (answer, LoadedLook?.none) }
      return (answer, look.of(vault.settings))
    } then: { [weak self] result in
      guard let self, ending == nil, case .success((let answer, let look)) = result else { return }
      self.opening?.end()
      self.opening = nil
      var typed = typedAhead ?? []
      typedAhead = nil
      defer { typed.wipe() }
      switch answer {
      case .open(let vault):
        enter(id, named: name, vault)
        if let look {
          router.use(look.theme)
          configuration.themeProblems = look.problems
        }
        show()
      case .locked(let locked):
        begin(with: wireframe.login(for: .unlock(id, name: name), output: self))
        fetch(locked)
      }
      dispatchTyped(typed)
    }
  }

  private func enter(_ id: VaultID, named name: String, _ vault: OpenedVault) {
    container.enter(id, named: name, ownHooks.watching(vault))
    router.vaultName = name
    container.preferences.enter(vault.settings)
    container.preferences.watch?.watch(vault: id)
  }

  private func watchVault() {
    guard let vault = container.vault else { return }
    let (watch, recover) = (vault.watch, vault.services.lifetime.recover)
    beginToSync(vault)
    if !container.isReadOnly { beginToRemind(vault) }
    watch.say = { [weak self] in self?.router.aside = $0 }
    watch.startSoon(container.scheduler)
    scope.run(
      { await recover() },
      then: { [weak self] found in
        guard let lines = try? found.get(), let first = lines.first else { return }
        self?.router.notice = first
      })
  }

  /// Shows what other programs asked to write, unless the person opened something meanwhile.
  private func showRequests() {
    guard let vault = container.vault, !container.isReadOnly else { return }
    let cases = wireframe.requestsCases
    scope.run(
      { await cases.waiting().count },
      then: { [weak self, weak vault] count in
        guard let self, let vault, vault === container.vault, (try? count.get()) ?? 0 > 0,
          router.stack.count == 1
        else { return }
        open(.module("requests"))
      })
  }

  /// Adds the vault of the command line to the vaults opened before.
  private func rememberVault() {
    guard let id = container.vault?.id else { return }
    let vaults = container.vaults
    scope.run({ try await vaults.open(id, proof: .none) }, then: { _ in })
  }

  /// Fetches a locked vault while its passphrase is asked for, once the vault was released. It is
  /// not opened for that, because its key may be available again by then.
  func beginToFetch(_ id: VaultID) {
    scope.run(
      { [closing = container.closing, locked = container.locked] in
        await closing?.value
        return await locked(id)
      },
      then: fetches.only { [weak self] result in
        guard let self, container.vault == nil, opening == nil,
          case .success(let locked?) = result
        else { return }
        fetch(locked)
      })
  }

  private func fetch(_ locked: LockedVault) {
    guard let sync = locked.sync, !container.isReadOnly else { return }
    fetches.forget()
    container.beginToFetch(sync, settings: locked.settings, output: self)
  }
}

/// Shows no module that needs a vault before one is open: the login comes first, and the route
/// continues after it.
@MainActor
final class VaultGate: RouteGuard {
  private let container: Container
  private let login: () -> Route
  /// The modules that need no vault.
  private let free: Set<String> = [
    "Login", "Prompt", "Help", "ModuleTree", "Palette", "Settings", "Tour",
  ]

  init(container: Container, login: @escaping () -> Route) {
    self.container = container
    self.login = login
  }

  func verdict(onShowing module: String) -> RouteVerdict {
    container.vault != nil || free.contains(module) ? .allow : .redirect(login())
  }
}
