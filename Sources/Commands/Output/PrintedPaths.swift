import Entities

/// How the paths of notes are printed: each leads to its file from where the person stands, and a
/// command that is given it there finds this note and no other.
///
/// In the vault's own folder that is the path in the vault. In a folder above or below it begins with
/// `./` or `../`, and elsewhere it is the whole path.
struct PrintedPaths: Equatable {
  /// What comes before a path in the vault.
  private let start: [UInt8]
  /// The folders of the vault, from its top, that the person is in.
  private let folders: [[UInt8]]

  /// From the vault's own folder.
  init() { (start, folders) = ([], []) }

  init(of vault: NotePath, from folder: String, isAbsolute: Bool) {
    let (top, here) = (
      AbsolutePath.parts(of: vault.bytes), AbsolutePath.parts(of: Array(folder.utf8))
    )
    let isBelow = here.starts(with: top)
    folders = isBelow && !isAbsolute ? Array(here.dropFirst(top.count)) : []
    // From the top, which is also where a person is whose folder was deleted, no path is shorter.
    start =
      if isAbsolute || here.isEmpty || !isBelow && !top.starts(with: here) {
        (top + [[]]).flatMap { [Self.slash] + $0 }
      } else if isBelow {
        []
      } else {
        Array("./".utf8) + top.dropFirst(here.count).flatMap { $0 + [Self.slash] }
      }
  }

  private static let slash = UInt8(ascii: "/")

  func bytes(of path: NotePath) -> [UInt8] {
    if !folders.isEmpty { return bytesFromBelow(of: path) }
    if !start.isEmpty { return start + path.bytes }
    // No command takes `./-x.md` for an option.
    return path.bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + path.bytes : path.bytes
  }

  private func bytesFromBelow(of path: NotePath) -> [UInt8] {
    let parts = AbsolutePath.parts(of: path.bytes)
    var common = 0
    while common < min(folders.count, parts.count - 1), folders[common] == parts[common] {
      common += 1
    }
    let up = [[UInt8]](repeating: Array("..".utf8), count: folders.count - common)
    let way = up.isEmpty ? [Array(".".utf8)] : up
    return Array((way + parts[common...]).joined(separator: [Self.slash]))
  }
}
