import Editor
package import Entities
package import Services
package import Viper

/// The one place where services are found. It makes them on first use; builders get each by name.
@MainActor
package final class Container {
  package let vaults: any Vaults
  package let clock: any WallClock
  package let scheduler: any Scheduler
  package let work: Work
  /// Nil where there is no screen.
  package let clipboard: (any Clipboard)?
  package let probe = LeakProbe()
  package private(set) var vault: VaultScope?
  private let makeVault: (VaultID) -> VaultServices

  package init(
    vaults: any Vaults, clock: any WallClock, scheduler: any Scheduler, work: Work,
    clipboard: (any Clipboard)? = nil, makeVault: @escaping (VaultID) -> VaultServices
  ) {
    self.vaults = vaults
    self.clock = clock
    self.scheduler = scheduler
    self.work = work
    self.clipboard = clipboard
    self.makeVault = makeVault
  }

  package func openVault(_ id: VaultID, named name: String) {
    let makeVault = makeVault
    vault?.close()
    vault = VaultScope(id: id, name: name, work: work) { makeVault(id) }
  }

  /// Lets go of everything that was made inside the vault.
  package func closeVault() {
    vault?.close()
    vault = nil
  }
}

/// An open vault: whatever is made inside it is gone when it is closed.
@MainActor
package final class VaultScope {
  package let id: VaultID
  package let name: String
  package private(set) lazy var services = make()
  package private(set) lazy var watch = VaultWatch(
    events: services.events, index: services.index, work: work)
  /// What is wrong with versions is told once, whichever editor hears of it.
  private(set) lazy var versionNews = VersionNews(services.versions)
  /// Where all its editors are known.
  let desk = EditorDesk()
  /// How editors that the list did not open itself reach the list.
  weak var listAdapter: EditorToNoteListAdapter?
  private let work: Work
  private let make: () -> VaultServices

  init(id: VaultID, name: String, work: Work, make: @escaping () -> VaultServices) {
    self.id = id
    self.name = name
    self.work = work
    self.make = make
  }

  fileprivate func close() {
    watch.stop()
  }
}
