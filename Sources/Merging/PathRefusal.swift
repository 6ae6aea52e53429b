package import Entities

/// Why a path of a remote is never written: each would lead out of the vault, or into git's own folder.
package enum PathRefusal: Hashable, Sendable {
  case empty
  case absolute
  /// A part is empty, `.` or `..`.
  case climbs
  /// A part is `.git` to some file system: in capitals, with dots, blanks or invisible letters, or as
  /// the short name that Windows gives it.
  case gitFolder
  case nul
  /// No file system has such names.
  case tooLong
  /// What one computer notes while it encrypts, decrypts or closes with another key. A remote that could send
  /// it would shut the owner out, or have the notes decrypted by the program's own advice.
  case ofOneComputer
  /// Its name is that of the vault's keys, and age did not write it.
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

  /// Some file systems take capitals as small letters.
  private static func isOfOneComputer(_ parts: [ArraySlice<UInt8>]) -> Bool {
    let names = parts.prefix(2).map { String(decoding: $0, as: UTF8.self).lowercased() }
    guard names.count == 2, names[0] == ".notes-tui" else { return false }
    return ["converting", "removing", "set-aside", "both-keys.age"].contains(names[1])
      || names[1].hasPrefix("next-")
  }

  private static func isGitFolder(_ part: ArraySlice<UInt8>) -> Bool {
    // Windows takes a backslash as a slash, and what is behind a colon as a stream of the file.
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

  /// `git~1`, which Windows may have made of `.git`.
  private static func isShortName(_ name: [UInt8]) -> Bool {
    name.count == 5 && name.starts(with: "git~".utf8)
      && (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(name[4])
  }

  /// What the Mac's file system passes over in names.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
      || (0x200c...0x200f).contains(scalar.value) || (0x202a...0x202e).contains(scalar.value)
      || (0x206a...0x206f).contains(scalar.value) || scalar.value == 0xfeff
  }
}
