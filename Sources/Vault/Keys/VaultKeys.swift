package import Files

/// The keys of an open vault, all derived from its identity.
///
/// Each use has a key of its own. They are wiped when the keys, and everything made with them, are
/// released.
package final class VaultKeys: Sendable {
  package let identity: X25519Identity
  /// Encrypts small files outside the vault: unsaved texts, versions, lists.
  package let stateSeal: StateSeal
  /// Encrypts the index, block by block.
  package let blockSeal: BlockSeal

  /// Derives the keys. From here on, the system writes no core dump of the program, and no other
  /// program of this user can read its memory.
  package init(identity: X25519Identity) throws(AgeError) {
    Traces.forbidDumps()
    Traces.wipeFreedMemory()
    func key(for use: StaticString) throws(AgeError) -> Secret {
      try .key(from: identity.secret, salt: identity.recipient.key, info: use)
    }
    let stateKey = try key(for: "notes-tui/state")
    let blockKey = try key(for: "notes-tui/blocks")
    let nameKey = try key(for: "notes-tui/names")
    self.identity = identity
    stateSeal = StateSeal(
      close: { (bytes) throws(SystemError) in LongSealing.close(bytes, key: stateKey) },
      open: { LongSealing.open($0, key: stateKey) },
      name: { Self.hidden($0, key: nameKey) })
    blockSeal = BlockSeal(
      close: { name, block, text, sealed in
        LongSealing.close(text, key: blockKey, context: (name, block), into: sealed)
      },
      open: { name, block, sealed, text in
        LongSealing.open(sealed, key: blockKey, context: (name, block), into: text)
      })
  }

  /// Returns a name of 32 letters and digits, always the same for these bytes, that reveals nothing
  /// without the keys.
  private static func hidden(_ bytes: [UInt8], key: Secret) -> String {
    var code = [UInt8](repeating: 0, count: KeyDerivation.keySize)
    code.withUnsafeMutableBytes { code in
      key.withBytes { key in
        bytes.withUnsafeBytes { KeyDerivation.hmac(key: key, $0, into: code) }
      }
    }
    let numbers = [0, 8].map { start in
      code[start..<(start + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return String(decoding: numbers.flatMap { Hex.digits($0) }, as: UTF8.self)
  }
}
