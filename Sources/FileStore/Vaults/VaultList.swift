import Bytes
import Files
import Glibc

/// The file that remembers vaults: a path on each line, percent-encoded, the latest first.
struct VaultList: Sendable {
  static let most = 50
  private static let name = Array("vaults".utf8)

  let stateFolder: [UInt8]
  let disk: Disk

  func paths() -> [[UInt8]] {
    guard let folder = try? PrivateFolder.open(stateFolder, making: false) else { return [] }
    return (try? read(folder.raw)) ?? []
  }

  func putFirst(_ path: [UInt8]) throws(SystemError) {
    let folder = try PrivateFolder.open(stateFolder, making: true)
    let raw = folder.raw
    // Two programs at once would each lose the other's line. Closing the folder unlocks it.
    try Posix.lock(raw)
    let old = try read(raw)
    let new = ([path] + old.filter { $0 != path }).prefix(Self.most)
    if Array(new) == old { return }
    let lines = new.flatMap { Percent.encoded($0) + [UInt8(ascii: "\n")] }
    try NewFile.put(lines, as: Self.name, in: raw, disk: disk)
  }

  /// Throws where there is a list that cannot be read, lest it be replaced by an empty one.
  private func read(_ folder: Int32) throws(SystemError) -> [[UInt8]] {
    let bytes = try ifThere(Posix.contents(Self.name, in: folder, limit: 1 << 20)) ?? []
    var seen: Set<[UInt8]> = []
    return bytes.split(separator: UInt8(ascii: "\n"))
      .compactMap { Percent.decoded($0) }
      .filter { $0.first == slash && !$0.contains(0) && seen.insert($0).inserted }
  }
}
