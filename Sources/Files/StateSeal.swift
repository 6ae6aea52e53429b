/// How what tells of a vault's notes is written outside the vault: as it is or, for a vault that keeps
/// secrets, so that only its owner can read it, under names that tell nothing.
package struct StateSeal: Sendable {
  package var close: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> [UInt8]
  /// Nil where it was not sealed with the same key, or is damaged.
  package var open: @Sendable (_ sealed: [UInt8]) -> [UInt8]?
  /// A short name for bytes of any length, fit for a file: of a note's path.
  package var name: @Sendable (_ bytes: [UInt8]) -> String
  /// What the folders of such a vault end with: sealed and unsealed folders can exist side by side.
  package let suffix: String

  /// Nothing is hidden.
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

  /// The same keys, for folders that were set aside while others take their names.
  package var setAside: StateSeal {
    StateSeal(close: close, open: open, name: name, suffix: suffix + "-old")
  }

  /// Nothing is hidden.
  package static let none = StateSeal(
    close: { $0 }, open: { $0 }, name: { ShortName.of($0) }, suffix: "")
}

extension StateSeal {
  /// The folder of one vault among those of a kind: `<parent>/<kind>/<name made of the vault's path>`.
  package func folder(_ kind: String, of vault: [UInt8], in parent: [UInt8]) -> [UInt8] {
    parent + Array("/\(kind)/\(ShortName.of(vault))\(suffix)".utf8)
  }

  /// The same as `close`, bound to a context: a file's name, a record's number. Bytes put somewhere
  /// else do not open there. Without a seal the bytes stay as they are.
  package func close(_ bytes: [UInt8], at context: [UInt8]) throws(SystemError) -> [UInt8] {
    if isPlain { return bytes }
    var bound = Self.length(of: context)
    bound.reserveCapacity(bound.count + context.count + bytes.count)
    bound += context
    bound += bytes
    return try close(bound)
  }

  /// Nil for bytes that were not closed in this context.
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

/// Encryption of a file that is read and written in the middle: in
/// blocks, each closed by itself and bound to its file and its number.
///
/// Both answer false where it cannot be done: for `open`, where the block is not the one that was
/// closed under this name and number. A closed block is `extra` bytes longer than its text.
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
