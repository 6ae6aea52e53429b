package import Entities

/// The reason why a remote's path is never written: it would lead out of the vault, or do harm in it.
package enum PathRefusal: Hashable, Sendable {
  case empty
  case absolute
  /// A part is empty, `.` or `..`.
  case climbs
  /// A part means `.git` on some file system: in uppercase, with dots, blanks or invisible
  /// characters, or as the short name of Windows.
  case gitFolder
  case nul
  /// No file system allows such names.
  case tooLong
  /// A file with which one computer records an encryption, decryption or change of keys. A remote
  /// that could send it would lock the owner out, or have the program advise decrypting the notes.
  case ofOneComputer
  /// It has the name of one of the vault's key files, but age did not write it.
  case noKeyFile

  package var message: String {
    switch self {
    case .empty: "it has no name"
    case .absolute: "it begins at the root of the file system"
    case .climbs: "it has an empty part, or one that leads to another folder"
    case .gitFolder: "it leads into git's own folder"
    case .nul: "it has a zero byte in it"
    case .tooLong: "its name is too long"
    case .ofOneComputer: "it belongs to a conversion on one computer"
    case .noKeyFile: "it is not a file of age's, and the keys here stay as they are"
    }
  }

  private static let longestPart = 255
  private static let longestPath = 4095

  /// Nil for a path that may be written.
  package init?(_ path: NotePath) {
    let bytes = path.bytes
    if bytes.isEmpty { self = .empty; return }
    if bytes.contains(0) { self = .nul; return }
    if bytes.first == UInt8(ascii: "/") { self = .absolute; return }
    if bytes.count > Self.longestPath { self = .tooLong; return }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts {
      if part.isEmpty || part == [0x2e] || part == [0x2e, 0x2e] { self = .climbs; return }
      if part.count > Self.longestPart { self = .tooLong; return }
      if Self.isGitFolder(part) { self = .gitFolder; return }
    }
    if Self.isOfOneComputer(parts) { self = .ofOneComputer; return }
    return nil
  }

  /// Some file systems ignore case.
  private static func isOfOneComputer(_ parts: [ArraySlice<UInt8>]) -> Bool {
    let names = parts.prefix(2).map { String(decoding: $0, as: UTF8.self).lowercased() }
    guard names.count == 2, names[0] == ".notes-tui" else { return false }
    return ["converting", "removing", "set-aside", "both-keys.age"].contains(names[1])
      || names[1].hasPrefix("next-")
  }

  private static func isGitFolder(_ part: ArraySlice<UInt8>) -> Bool {
    // Windows treats a backslash as a slash, and text after a colon as a stream of the file.
    part.split(whereSeparator: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") })
      .contains { piece in
        var name: [UInt8] = []
        for scalar in String(decoding: piece, as: UTF8.self).unicodeScalars
        where !isIgnored(scalar) {
          name += String(Character(scalar)).lowercased().utf8
        }
        while let last = name.last, last == 0x2e || last == 0x20 { name.removeLast() }
        return name == Array(".git".utf8) || isShortName(name)
      }
  }

  /// Whether it is a name like `git~1`, which Windows may have made for `.git`.
  private static func isShortName(_ name: [UInt8]) -> Bool {
    name.count == 5 && name.starts(with: "git~".utf8)
      && (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(name[4])
  }

  /// Whether the file system of macOS ignores the character in names.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
      || (0x200c...0x200f).contains(scalar.value) || (0x202a...0x202e).contains(scalar.value)
      || (0x206a...0x206f).contains(scalar.value) || scalar.value == 0xfeff
  }
}
