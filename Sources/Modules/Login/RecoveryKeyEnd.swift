import Secrets

/// The end of a recovery key, typed back as a proof that the key was kept.
enum RecoveryKeyEnd {
  static let letters = 8

  static func isEnd(_ typed: TypedSecret, of key: TypedSecret) -> Bool {
    key.withBytes { key in
      typed.withBytes { typed in
        let letters = typed.filter { $0 > 0x20 }.map(large)
        return letters.count >= Self.letters && letters.count <= key.count
          && key.suffix(letters.count).elementsEqual(letters)
      }
    }
  }

  private static func large(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
  }
}
