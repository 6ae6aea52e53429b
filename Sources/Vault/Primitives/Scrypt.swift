import CSodium
import Glibc

/// The key of a passphrase: dear in time and memory, so that guessing is.
enum Scrypt {
  /// What age writes: some second, and 256 MB for that time.
  static let usualWorkFactor = 18

  /// What is still tried when a file asks for it.
  static let workFactorLimit = workFactorLimit(memory: MemoryLimit.bytes)

  /// What age tries, if half of the memory bears it. What this program writes is tried in any case.
  static func workFactorLimit(memory: Int) -> Int {
    // 1 KB for each of the 2^factor steps.
    (usualWorkFactor...22).last { memory / 2 >= 1 << ($0 + 10) } ?? usualWorkFactor
  }

  /// False where there is not enough memory.
  static func derive(
    from passphrase: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, workFactor: Int,
    into key: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition((1...30).contains(workFactor))
    Sodium.start()
    return crypto_pwhash_scryptsalsa208sha256_ll(
      bytes(passphrase), passphrase.count, bytes(salt), salt.count, 1 << UInt64(workFactor), 8, 1,
      bytes(key), key.count) == 0
  }
}
