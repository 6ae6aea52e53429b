import CSodium

extension VaultLock {
  /// The library that all cryptography comes from.
  package static var library: String { "libsodium \(String(cString: sodium_version_string()))" }
}
