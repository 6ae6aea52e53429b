/// The form of a vault's state outside the vault: plain or, for an encrypted vault, sealed so that
/// only its owner can read it, under names that reveal nothing.
package struct StateSeal: Sendable {
  package var close: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> [UInt8]
  /// Returns nil if the bytes have another key, or are damaged.
  package var open: @Sendable (_ sealed: [UInt8]) -> [UInt8]?
  /// Returns a short file name for bytes of any length, such as a note's path.
  package var name: @Sendable (_ bytes: [UInt8]) -> String
  /// The suffix of such a vault's folders, so that sealed and plain folders can exist side by side.
  package let suffix: String

  /// Whether nothing is encrypted.
  package var isPlain: Bool { suffix.isEmpty }

  package init(
    close: @escaping @Sendable (_ bytes: [UInt8]) throws(SystemError) -> [UInt8],
    open: @escaping @Sendable (_ sealed: [UInt8]) -> [UInt8]?,
    name: @escaping @Sendable (_ bytes: [UInt8]) -> String
  ) {
    self.init(close: close, open: open, name: name, suffix: "-sealed")
  }

  private init(
    close: @escaping @Sendable (_ bytes: [UInt8]) throws(SystemError) -> [UInt8],
    open: @escaping @Sendable (_ sealed: [UInt8]) -> [UInt8]?,
    name: @escaping @Sendable (_ bytes: [UInt8]) -> String, suffix: String
  ) {
    self.close = close
    self.open = open
    self.name = name
    self.suffix = suffix
  }

  /// A seal with the same keys, for folders that were renamed to make room for others.
  package var setAside: StateSeal {
    StateSeal(close: close, open: open, name: name, suffix: suffix + "-old")
  }

  /// A seal that encrypts nothing.
  package static let none = StateSeal(
    close: { $0 }, open: { $0 }, name: { ShortName.of($0) }, suffix: "")
}

extension StateSeal {
  /// Returns the folder of one vault: `<parent>/<kind>/<name made of the vault's path>`.
  package func folder(_ kind: String, of vault: [UInt8], in parent: [UInt8]) -> [UInt8] {
    parent + Array("/\(kind)/\(ShortName.of(vault))\(suffix)".utf8)
  }

  /// The same as `close`, bound to a context: a file's name, a record's number. Bytes that were
  /// moved to another context do not open. Without a seal, the bytes stay plain.
  package func close(_ bytes: [UInt8], at context: [UInt8]) throws(SystemError) -> [UInt8] {
    if isPlain { return bytes }
    var bound = Self.length(of: context)
    bound.reserveCapacity(bound.count + context.count + bytes.count)
    bound += context
    bound += bytes
    return try close(bound)
  }

  /// Returns nil for bytes that were not closed in this context.
  package func open(_ sealed: [UInt8], at context: [UInt8]) -> [UInt8]? {
    if isPlain { return sealed }
    let start = Self.length(of: context) + context
    guard let bound = open(sealed), bound.starts(with: start) else { return nil }
    return Array(bound[start.count...])
  }

  private static func length(of context: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: context.count >> (8 * $0)) }
  }
}

/// Encryption for a file with random access: in blocks, each encrypted on its own and bound to its
/// file and its number.
///
/// Both functions return false on failure; `open` does so if the block was not closed under this
/// name and number. A closed block is `extra` bytes longer than its text.
package struct BlockSeal: Sendable {
  package static let extra = 40

  package typealias Work =
    @Sendable (
      _ name: UnsafeRawBufferPointer, _ block: UInt64, _ from: UnsafeRawBufferPointer,
      _ into: UnsafeMutableRawBufferPointer
    ) -> Bool

  package var close: Work
  package var open: Work

  package init(close: @escaping Work, open: @escaping Work) {
    self.close = close
    self.open = open
  }
}
