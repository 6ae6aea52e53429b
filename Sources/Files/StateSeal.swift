/// How what tells of a note's text is written outside the vault: as it is or, for a vault that keeps
/// secrets, so that only its owner can read it.
package struct StateSeal: Sendable {
  package var close: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> [UInt8]
  /// Nil for what was not closed with the same key, or is damaged.
  package var open: @Sendable (_ sealed: [UInt8]) -> [UInt8]?

  package init(
    close: @escaping @Sendable (_ bytes: [UInt8]) throws(SystemError) -> [UInt8],
    open: @escaping @Sendable (_ sealed: [UInt8]) -> [UInt8]?
  ) {
    self.close = close
    self.open = open
  }

  /// Nothing is hidden.
  package static let none = StateSeal(close: { $0 }, open: { $0 })
}
