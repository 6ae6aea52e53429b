import Entities

/// The names of unfinished files: `.notes-tui-0123456789abcdef.tmp`.
///
/// A file with such a name is ours. Before it is swapped with the file that it replaces, it gets a
/// name that identifies both files, `.notes-tui-0123456789abcdef-<old>-<new>.tmp`: after a crash
/// during the swap, another program's text may have this name, and must not be removed.
package enum TemporaryName {
  private static let start = Array(".notes-tui-".utf8)
  private static let end = Array(".tmp".utf8)
  private static let dash = UInt8(ascii: "-")
  private static let digits = 16

  package static func make() -> [UInt8] {
    start + Hex.digits(UInt64.random(in: .min ... .max)) + end
  }

  /// Returns the name for a file during a swap with `old`, or for `old` itself, renamed before its
  /// removal: then there is no new file.
  package static func exchanging(_ old: FileFacts, with new: FileFacts? = nil) -> [UInt8] {
    make().dropLast(end.count) + [dash] + mark(of: old) + [dash]
      + Hex.digits(new.map { $0.inode } ?? 0) + end
  }

  /// Whether the name has the form of our temporary names.
  package static func matches(_ name: some Collection<UInt8>) -> Bool { parts(of: name) != nil }

  /// Whether it is the name of a file during a swap.
  package static func isExchanging(_ name: some Collection<UInt8>) -> Bool {
    parts(of: name)?.count == 3
  }

  /// Whether the file with this name is ours, or the one that ours replaced.
  package static func isOurs(_ name: some Collection<UInt8>, _ facts: FileFacts) -> Bool {
    guard let parts = parts(of: name) else { return false }
    guard parts.count == 3 else { return true }
    return parts[2].elementsEqual(Hex.digits(facts.inode))
      || parts[1].elementsEqual(mark(of: facts))
  }

  /// The mark omits the time of change, since a rename changes it.
  private static func mark(of facts: FileFacts) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in [
      facts.inode, UInt64(facts.size), UInt64(bitPattern: facts.modified.seconds),
      UInt64(facts.modified.nanoseconds),
    ] {
      bytes += Hex.digits(number)
    }
    return Hex.digits(Digest.of(bytes))
  }

  /// Returns one part, or three; nil for other names.
  private static func parts<Name: Collection<UInt8>>(of name: Name) -> [Name.SubSequence]? {
    let length = name.count - start.count - end.count
    guard length == digits || length == 3 * digits + 2, name.starts(with: start),
      name.dropFirst(start.count + length).elementsEqual(end)
    else { return nil }
    let parts = name.dropFirst(start.count).prefix(length)
      .split(separator: dash, omittingEmptySubsequences: false)
    let isRight = parts.allSatisfy { $0.count == digits && $0.allSatisfy(Hex.isLowercaseDigit) }
    return isRight ? parts : nil
  }
}

/// A short file name for bytes of any length, such as the path of a vault or a note.
package enum ShortName {
  package static func of(_ bytes: [UInt8]) -> String {
    let digits = Hex.digits(Digest.of(bytes)) + Hex.digits(Digest.of(bytes, seed: 1))
    return String(decoding: digits, as: UTF8.self)
  }
}
