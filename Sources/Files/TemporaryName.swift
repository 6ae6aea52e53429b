import Entities

/// The names of unfinished files: `.notes-tui-0123456789abcdef.tmp`.
///
/// A file under such a name is ours. Before it is swapped with the file that it replaces the name
/// says which two files may have it, `.notes-tui-0123456789abcdef-<old>-<new>.tmp`: after a crash
/// in that moment it may hold the text of another program, which is not ours to remove.
package enum TemporaryName {
  private static let start = Array(".notes-tui-".utf8)
  private static let end = Array(".tmp".utf8)
  private static let dash = UInt8(ascii: "-")
  private static let digits = 16

  package static func make() -> [UInt8] {
    start + Hex.digits(UInt64.random(in: .min ... .max)) + end
  }

  /// The name for a file while it is swapped with the one that it replaces, or for one that is
  /// moved aside before it is removed: then there is no new one.
  package static func exchanging(_ old: FileFacts, with new: FileFacts? = nil) -> [UInt8] {
    make().dropLast(end.count) + [dash] + mark(of: old) + [dash]
      + Hex.digits(new.map { $0.inode } ?? 0) + end
  }

  /// Whether the name is one that only we give.
  package static func matches(_ name: some Collection<UInt8>) -> Bool { parts(of: name) != nil }

  /// Whether it is one for a file that changes names with another.
  package static func isExchanging(_ name: some Collection<UInt8>) -> Bool {
    parts(of: name)?.count == 3
  }

  /// Whether the file that has this name is one of ours, or the one that ours replaced.
  package static func isOurs(_ name: some Collection<UInt8>, _ facts: FileFacts) -> Bool {
    guard let parts = parts(of: name) else { return false }
    guard parts.count == 3 else { return true }
    return parts[2].elementsEqual(Hex.digits(facts.inode))
      || parts[1].elementsEqual(mark(of: facts))
  }

  /// The time of its last change moves with the name.
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

  /// One part, or three; nil for other names.
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

/// A short name for bytes of any length, fit for a file: of a vault's path, or of a note's.
package enum ShortName {
  package static func of(_ bytes: [UInt8]) -> String {
    let digits = Hex.digits(Digest.of(bytes)) + Hex.digits(Digest.of(bytes, seed: 1))
    return String(decoding: digits, as: UTF8.self)
  }
}
