/// The addresses that this computer has in its networks.
package protocol NetworkAddresses: Sendable {
  /// Empty where it is in none: those within the computer do not count.
  func current() -> Set<[UInt8]>
}
