import CSystem
import Commands
import Entities
import FileStore
import Files
import SealedStore
import SearchIndex
import Services
import Vault

/// The index that a command will ask for certain, opened on a thread of its own from the first moment
/// on: it stands open by the time the command has its words, its settings and its parts together.
final class IndexAhead: Sendable {
  struct Parts: Sendable {
    let root: [UInt8]
    let files: FolderFiles
    let index: VaultIndex
  }

  private enum State {
    case coming
    case none
    /// With what is to be done with them at once.
    case made(Parts, @Sendable (Parts) -> Void)
  }

  private let state = Signal(State.coming)

  /// Begins with what no word of the command matters to. Nil where no thread was started ahead, and
  /// for a command that may do without the index.
  init?() {
    guard csystem_has_early_thread() != 0 else { return nil }
    let state = state
    let isStarted = OwnThread.start {
      VaultIndex.prepareLibrary()
      if let (parts, begin) = Self.made(state) { begin(parts) }
    }
    if !isStarted { return nil }
  }

  /// Goes on where the command is one that asks the index. `vault` is the folder as it was named.
  func go(
    on command: CommandName, in vault: NotePath, stateFolder: String, cacheFolder: String,
    clock: any WallClock
  ) {
    let begin: @Sendable (Parts) -> Void
    switch command {
    case .list, .search:
      let state = Array(stateFolder.utf8)
      begin = { parts in
        parts.index.prepareLook { !Self.mayRecover(VaultID(NotePath(bytes: parts.root)), state) }
      }
    case .new: begin = { $0.index.openHere() }
    default: return stop()
    }
    let parts = Self.parts(of: vault, Array(cacheFolder.utf8), clock)
    state.change { $0 = parts.map { .made($0, begin) } ?? .none }
  }

  /// There is nothing to go on with.
  func stop() { state.change { $0 = .none } }

  /// Whoever opens this vault goes on with what was begun; nil where that is another one.
  func take(_ root: [UInt8]) -> Parts? {
    let made = Self.made(state)?.parts
    return made?.root == root ? made : nil
  }

  /// Whether an earlier run left something half done that the next one ends before it looks at notes.
  private static func mayRecover(_ vault: VaultID, _ state: [UInt8]) -> Bool {
    FolderMoves.mayRecover(vault, stateFolder: state)
      || LockedState.mayRecover(vault: vault.path.bytes, stateFolder: state)
  }

  private static func made(
    _ state: Signal<State>
  ) -> (parts: Parts, begin: @Sendable (Parts) -> Void)? {
    state.wait { state -> (parts: Parts, begin: @Sendable (Parts) -> Void)?? in
      switch state {
      case .coming: nil
      case .none: .some(nil)
      case .made(let parts, let begin): (parts, begin)
      }
    }
  }

  /// Nil for what is no plain vault that can be worked in: whoever opens it says why.
  private static func parts(
    of vault: NotePath, _ cache: [UInt8], _ clock: any WallClock
  ) -> Parts? {
    guard let root = try? Posix.realPath(vault.bytes),
      (try? Posix.facts(root))?.kind == .folder,
      !VaultLock.isLocked(root), (try? ConversionMark.read(in: root)) == .some(nil)
    else { return nil }
    let files = FolderFiles(root: root, clock: clock, threads: OwnThread.usefulCount)
    return Parts(root: root, files: files, index: VaultIndex(plain: root, files, cache, clock))
  }
}

extension VaultIndex {
  /// The index of a vault that keeps no secrets.
  convenience init(
    plain root: [UInt8], _ files: FolderFiles, _ cache: [UInt8], _ clock: any WallClock
  ) {
    self.init(
      files: files, folder: StateSeal.none.folder("index", of: root, in: cache), clock: clock)
  }
}
