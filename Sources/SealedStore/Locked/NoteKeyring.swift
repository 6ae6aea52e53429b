import Entities
import Files
import Services
import Synchronization
import Vault

/// The locked notes that are open, with their keys: each while it is in use.
package final class NoteKeyring: Sendable {
  private let entries = Mutex<[Entry]>([])

  private struct Entry {
    weak var lock: HeldLock?
    /// Under which names the note is known: it may go by another one while it is open.
    var notes: Set<NoteID>
  }

  package init() {}

  /// From now on the note is open with this key. One and the same key is held once.
  func hold(_ key: PassphraseKey, of note: NoteID) -> HeldLock {
    entries.withLock { entries in
      entries.removeAll { $0.lock == nil }
      let known = entries.firstIndex { $0.lock?.key.name == key.name }
      for index in entries.indices where index != known { entries[index].notes.remove(note) }
      if let known, let lock = entries[known].lock {
        entries[known].notes.insert(note)
        return lock
      }
      let lock = HeldLock(key)
      entries.append(Entry(lock: lock, notes: [note]))
      return lock
    }
  }

  /// Of a note by the name that it had when it was read last.
  func lock(of note: NoteID) -> HeldLock? {
    entries.withLock { entries in
      entries.lazy.filter { $0.notes.contains(note) }.compactMap(\.lock).first
    }
  }

  /// Of a note by its file: it may have come to this name just now.
  func lock(of note: NoteID, fitting file: [UInt8]) -> HeldLock? {
    let found = all.first { $0.key.fits(file) }
    guard let found else { return nil }
    return hold(found.key, of: note)
  }

  /// By the name before the sealed bytes.
  func lock(named name: [UInt8]) -> HeldLock? { all.first { $0.key.name == name } }

  private var all: [HeldLock] { entries.withLock { $0.compactMap(\.lock) } }
}

/// Its key goes with it.
final class HeldLock: Sendable {
  let key: PassphraseKey

  init(_ key: PassphraseKey) { self.key = key }

  deinit { Traces.wipeSmallBlocks() }
}

extension PassphraseKey {
  /// Closed as something of one kind: a version opens as nothing else.
  func closed(_ bytes: [UInt8], as kind: String) throws(SealedFault) -> [UInt8] {
    name + (try asking(seal.close(bytes, at: Array(kind.utf8))))
  }

  /// Nil for what another key closed, or as something else.
  func opened(_ closed: [UInt8], as kind: String) -> [UInt8]? {
    guard closed.starts(with: name) else { return nil }
    return seal.open(Array(closed.dropFirst(name.count)), at: Array(kind.utf8))
  }
}
