package import Entities
package import Files
import Glibc
import Services
import Synchronization

/// The notes of one vault that this run reads and shows, in a small file that is locked as long as
/// the run lives. An unlocked file is of a run that crashed, maybe because of these notes: such a
/// note is shown only if the user asks for it.
package final class ShownFile: ShownNotes {
  private struct State: ~Copyable, Sendable {
    var file: Descriptor?
    var fileName: [UInt8] = []
    var hasBegun = false
    /// How often each note is being shown.
    var shown: [String: Int] = [:]
    /// The notes at which earlier runs ended.
    var suspects: Set<String> = []
  }

  /// More than the names that any run shows at the same time.
  private static let longest = 1 << 16

  private let folder: [UInt8]
  private let seal: StateSeal
  private let state = Mutex(State())

  /// Stores the file in `<stateFolder>/shown/<name made of the vault's path>/`.
  package init(stateFolder: [UInt8], vault: VaultID, seal: StateSeal = .none) {
    self.seal = seal
    folder = seal.folder("shown", of: vault.path.bytes, in: stateFolder)
  }

  package func willShow(_ note: NoteID) {
    let name = name(of: note)
    state.withLock { state in
      begin(&state)
      let count = state.shown[name] ?? 0
      state.shown[name] = count + 1
      if count == 0 { write(&state) }
    }
  }

  package func wasShown(_ note: NoteID) {
    let name = name(of: note)
    state.withLock { state in
      guard let count = state.shown[name] else { return }
      state.shown[name] = count > 1 ? count - 1 : nil
      if count == 1 { write(&state) }
    }
  }

  package func stopped(at note: NoteID) -> Bool {
    state.withLock { state in
      begin(&state)
      return !state.suspects.isEmpty && state.suspects.contains(name(of: note))
    }
  }

  package func isOpened(_ note: NoteID) {
    state.withLock { state in
      begin(&state)
      if state.suspects.remove(name(of: note)) != nil { write(&state) }
    }
  }

  /// Closes the file with the vault. Suspects that were not opened are left to the next run.
  package func end() {
    state.withLock { state in
      guard state.hasBegun else { return }
      state.shown = [:]
      write(&state)
      if state.suspects.isEmpty, let folder = try? PrivateFolder.open(folder, making: false) {
        try? Posix.remove(state.fileName, in: folder.raw)
      }
      state.file = nil
      state.hasBegun = false
    }
  }

  private func name(of note: NoteID) -> String { seal.name(note.path.bytes) }

  private func write(_ state: inout State) {
    guard let raw = state.file?.raw else { return }
    let names = state.suspects.union(state.shown.keys).sorted()
    let bytes = names.flatMap { Array("\($0)\n".utf8) }
    // The names must survive the process, not the machine, so this does not wait for the disk.
    guard pwrite(raw, bytes, bytes.count, 0) == bytes.count else { return }
    _ = ftruncate(raw, off_t(bytes.count))
  }

  /// Makes this run's own file, and takes over the names of ended runs.
  private func begin(_ state: inout State) {
    if state.hasBegun { return }
    state.hasBegun = true
    guard let folder = try? PrivateFolder.open(folder, making: true) else { return }
    let left = ((try? Posix.names(in: folder.raw)) ?? []).filter { $0.first != UInt8(ascii: ".") }
    state.fileName = Hex.digits(.random(in: .min ... .max))
    state.file = try? Posix.open(
      state.fileName, in: folder.raw, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    guard let raw = state.file?.raw, flock(raw, LOCK_EX | LOCK_NB) == 0 else {
      state.file = nil
      return
    }
    var ended: [[UInt8]] = []
    for name in left {
      guard let file = try? Posix.open(name, in: folder.raw, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
      else { continue }
      let raw = file.raw
      guard flock(raw, LOCK_EX | LOCK_NB) == 0,
        let bytes = try? Posix.read(raw, from: 0, atMost: Self.longest)
      else { continue }
      state.suspects.formUnion(
        bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
      ended.append(name)
    }
    // Written here before the old files are removed.
    write(&state)
    for name in ended { try? Posix.remove(name, in: folder.raw) }
  }
}
