import Conversion
import Entities
import Glibc
import Services
import Synchronization
import TestSupport
import Vault

/// A vault on the disk that is encrypted and decrypted.
final class Bench {
  let vault: TemporaryFolder
  let state = TemporaryFolder()
  let keeping = HeardKeeping()

  init(_ vault: TemporaryFolder = TemporaryFolder()) { self.vault = vault }

  var id: VaultID { VaultID(NotePath(bytes: vault.bytes)) }

  /// Guessing at its passphrase costs next to nothing.
  var conversion: VaultConversion {
    VaultConversion(
      of: id, clock: StillClock(), keeping: keeping, marks: marks, workFactor: 1)
  }

  var marks: ConversionMarks { ConversionMarks(stateFolder: state.bytes) }

  /// As if this computer had begun a conversion that was killed.
  func mark(
    _ direction: ConversionMark.Direction, _ phase: ConversionMark.Phase
  ) throws {
    try marks.write(ConversionMark(direction, phase), in: vault.bytes)
  }

  /// A bit of everything that a vault may hold.
  static func filled() -> Bench {
    let bench = Bench()
    let vault = bench.vault
    vault.write("a.md", "# A\nsee [[b]]\n")
    vault.write("deep/er/b.md", "---\ntitle: B\n---\nno newline at the end")
    vault.write("empty.md", "")
    vault.write("picture.png", [0x89, 0x50, 0, 0xff, 0x0a])
    vault.write("<!-- notes-tui: x -->.md", "<!-- notes-tui: y -->\ntext")
    vault.write(Array("latin-".utf8) + [0xe9, 0x20, 0x07] + Array(".md".utf8), [0xe9, 0x0d, 0x0a])
    vault.write("deep/\u{65}\u{301}.md", "decomposed")
    vault.write("deep/\u{e9}.md", "composed")
    vault.write(".obsidian/app.json", "{}")
    vault.write(".trash/a.md", "trashed\n")
    vault.write(".trash/.origin/a.md", "old/a.md\n1772447400 5\n")
    vault.write(".trash/a 2.md", "trashed again\n")
    vault.write(".trash/.origin/a 2.md", "old/a.md\n1772447500 0\n")
    vault.write(".trash/elsewhere/c.md", "another program's\n")
    bench.setTimes()
    return bench
  }

  /// Little, for what is done again for each step.
  static func small() -> Bench {
    let bench = Bench()
    let vault = bench.vault
    vault.write("a.md", "# A\nsee [[b]]\n")
    vault.write("deep/er/b.md", "no newline at the end")
    vault.write(".obsidian/app.json", "{}")
    vault.write(".trash/a.md", "trashed\n")
    vault.write(".trash/.origin/a.md", "old/a.md\n1772447400 5\n")
    bench.setTimes()
    return bench
  }

  /// Each file gets a time of its own, the first one before there were any.
  private func setTimes() {
    for (index, path) in tree.keys.sorted(by: { $1.lexicographicallyPrecedes($0) }).enumerated() {
      let time = timespec(tv_sec: 1_000_000_000 * index - 5, tv_nsec: 123_456_789)
      _ = (vault.bytes + [0x2f] + path + [0]).withUnsafeBufferPointer {
        utimensat(AT_FDCWD, Self.text($0), [time, time], 0)
      }
    }
  }

  func secret(_ text: String = "horse") throws -> Secret {
    var bytes = Array(text.utf8)
    return try Secret(taking: &bytes)
  }

  func newKey() throws -> EncryptionKey {
    .new(try conversion.lock.prepare(passphrase: try secret()))
  }

  func identity() throws -> X25519Identity { try conversion.lock.open(passphrase: try secret()) }

  @discardableResult
  func encrypt(watch: @escaping ConversionWatch = { _ in true }) async throws -> ConversionReport {
    try await conversion.encrypt(try newKey(), watch: watch)
  }

  /// As the command does it: whatever was begun is gone on with.
  @discardableResult
  func goOnEncrypting() async throws -> ConversionReport {
    let key = conversion.lock.isLocked ? EncryptionKey.begun(try identity()) : try newKey()
    return try await conversion.encrypt(key, watch: { _ in true })
  }

  @discardableResult
  func decrypt(watch: @escaping ConversionWatch = { _ in true }) async throws -> ConversionReport {
    try await conversion.decrypt(with: try identity(), watch: watch)
  }

  /// Every file, by its path as bytes, with its text and its time.
  var tree: [[UInt8]: String] { tree(of: []) }

  /// What is different from another time, as text: empty where nothing is.
  func differences(from old: [[UInt8]: String]) -> [String] {
    let new = tree
    return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.map {
      "\(String(decoding: $0, as: UTF8.self)): \(old[$0] ?? "nothing") to \(new[$0] ?? "nothing")"
    }.sorted()
  }

  private func tree(of folder: [UInt8]) -> [[UInt8]: String] {
    var found: [[UInt8]: String] = [:]
    for name in folderNames(vault.bytes + [0x2f] + folder) {
      let place = folder.isEmpty ? name : folder + [0x2f] + name
      var facts = stat()
      _ = (vault.bytes + [0x2f] + place + [0]).withUnsafeBufferPointer {
        lstat(Self.text($0), &facts)
      }
      if facts.st_mode & S_IFMT == S_IFDIR {
        found.merge(tree(of: place)) { first, _ in first }
      } else {
        // A link may lead to an endless file.
        let bytes = facts.st_mode & S_IFMT == S_IFREG ? vault.read(place) ?? [] : []
        // Trash records contain the time of the trashing.
        let isRecord = place.starts(with: Array(".trash/.origin/".utf8))
        let text = isRecord ? Array(bytes.prefix { $0 != 0x0a }) : bytes
        let time = "\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
        found[place] = "\(isRecord ? "" : time) \(text)"
      }
    }
    return found
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar> {
    guard let start = bytes.baseAddress else { preconditionFailure("an array with a zero") }
    return UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
  }

  /// What is in the vault's folder and not of an encrypted vault, apart from what is left alone.
  var plainNames: [String] {
    tree.keys.map { String(decoding: $0, as: UTF8.self) }.filter { name in
      let last = name.split(separator: "/").last ?? ""
      return !(last.count == 30 && last.hasSuffix(".age")) && !name.hasPrefix(".notes-tui/")
        && !name.hasPrefix(".obsidian/")
    }.sorted()
  }
}

/// Counts how often what is kept elsewhere was to go over.
final class HeardKeeping: VaultKeeping {
  private let counts = Mutex((sealed: 0, unsealed: 0))

  var sealed: Int { counts.withLock { $0.sealed } }
  var unsealed: Int { counts.withLock { $0.unsealed } }

  func obstacles(
    to direction: ConversionMark.Direction, _ vault: VaultID, with identity: X25519Identity?
  ) async throws(ConversionError) -> [String] { [] }

  func seal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError) {
    if !goesOn(0, 1) { throw .cancelled }
    counts.withLock { $0.sealed += 1 }
  }

  func unseal(
    _ vault: VaultID, with identity: X25519Identity, goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError) {
    if !goesOn(0, 1) { throw .cancelled }
    counts.withLock { $0.unsealed += 1 }
  }

  func setAside(_ vault: VaultID, before new: X25519Identity) async throws(ConversionError) {}

  func putBack(_ vault: VaultID, with old: X25519Identity) async throws(ConversionError) {}

  func reseal(
    _ vault: VaultID, from old: X25519Identity, to new: X25519Identity,
    goesOn: (_ done: Int, _ all: Int) -> Bool
  ) async throws(ConversionError) {
    if !goesOn(0, 1) { throw .cancelled }
  }
}

/// What a watcher has seen so far.
final class Steps: Sendable {
  private let seen = Mutex<[ConversionProgress.Step]>([])

  var count: Int { seen.withLock { $0.count } }

  func add(_ step: ConversionProgress.Step) -> Int {
    seen.withLock { seen in
      seen.append(step)
      return seen.count
    }
  }
}
