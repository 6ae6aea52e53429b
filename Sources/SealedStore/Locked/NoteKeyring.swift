import Entities
import Files
import Synchronization
import Vault

/// The keys of the locked notes that are open, each while it is in use.
package final class NoteKeyring: Sendable {
  private let entries = Mutex<[Entry]>([])

  private struct Entry {
    weak var lock: HeldLock?
    /// The names of the note: it may be renamed while it is open.
    var notes: Set<NoteID>
  }

  package init() {}

  /// Registers a note as open with this key. The same key is stored only once.
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

  /// Returns the lock of a note, by its latest known name.
  func lock(of note: NoteID) -> HeldLock? {
    entries.withLock { entries in
      entries.lazy.filter { $0.notes.contains(note) }.compactMap(\.lock).first
    }
  }

  /// Returns the lock of a note, by its file: it may have just been renamed.
  func lock(of note: NoteID, fitting file: [UInt8]) -> HeldLock? {
    let found = all.first { $0.key.fits(file) }
    guard let found else { return nil }
    return hold(found.key, of: note)
  }

  /// Returns the lock whose key has this name, as it precedes sealed bytes.
  func lock(named name: [UInt8]) -> HeldLock? { all.first { $0.key.name == name } }

  private var all: [HeldLock] { entries.withLock { $0.compactMap(\.lock) } }
}

/// An open lock. Its key is wiped with it.
final class HeldLock: Sendable {
  let key: PassphraseKey

  init(_ key: PassphraseKey) { self.key = key }

  deinit { Traces.wipeSmallBlocks() }
}

extension PassphraseKey {
  /// Encrypts bytes as one kind: a version cannot be opened as anything else.
  func closed(_ bytes: [UInt8], as kind: String) throws(SealedFault) -> [UInt8] {
    name + (try asking(seal.close(bytes, at: Array(kind.utf8))))
  }

  /// Decrypts bytes; nil if they have another key or kind.
  func opened(_ closed: [UInt8], as kind: String) -> [UInt8]? {
    guard closed.starts(with: name) else { return nil }
    return seal.open(Array(closed.dropFirst(name.count)), at: Array(kind.utf8))
  }
}
