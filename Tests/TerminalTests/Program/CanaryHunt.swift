import CSystem
import Glibc
import TestSupport

/// Unique words, and the search for them in everything that a program writes.
struct CanaryHunt {
  /// The beginning of each word.
  static let start = "canary"

  let home: ProgramHome
  /// The words by their use, such as a note's title.
  let words: [String: String]

  init(in home: ProgramHome, for uses: [String]) {
    self.home = home
    words = Dictionary(
      uniqueKeysWithValues: uses.map { use in
        let letters = (0..<14).map { _ in "bcdfghjklmnpqrstvwxz".randomElement() ?? "q" }
        return (use, Self.start + String(letters))
      })
  }

  subscript(use: String) -> String { words[use] ?? "no such canary" }

  /// Searches the home without the tests' own files, the memory's folder without the tests' own
  /// folders, and files that the process holds open or mapped without a name; each result has the
  /// canaries in its name or bytes.
  func found(by process: pid_t? = nil) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    func look(at place: String, _ bytes: [UInt8]) {
      let uses = uses(in: Array(place.utf8)).union(uses(in: bytes))
      if !uses.isEmpty { found[place, default: []].formUnion(uses) }
    }
    for place in ["home", "state", "tmp", "runtime"] { Self.walk(home.folder.path(place), look) }
    for name in folderNames("/dev/shm") where !name.hasPrefix(TemporaryFolder.prefix) {
      Self.walk("/dev/shm/\(name)", look)
    }
    if let process { Self.walkHeld(by: process, look) }
    return found
  }

  private func uses(in bytes: [UInt8]) -> Set<String> {
    Set(words.filter { Self.contains(Array($0.value.utf8), in: bytes) }.keys)
  }

  private static func contains(_ word: [UInt8], in bytes: [UInt8]) -> Bool {
    memmem(bytes, bytes.count, word, word.count) != nil
  }

  private static func walk(_ path: String, _ look: (String, [UInt8]) -> Void) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: look(path, contents(path))
    case S_IFLNK: look(path, [])
    case S_IFDIR:
      look(path, [])
      for name in folderNames(path) { walk("\(path)/\(name)", look) }
    default: return
    }
  }

  /// Files without names that the process has open or mapped.
  private static func walkHeld(by process: pid_t, _ look: (String, [UInt8]) -> Void) {
    for kind in ["fd", "map_files"] {
      for name in folderNames("/proc/\(process)/\(kind)") {
        let link = "/proc/\(process)/\(kind)/\(name)"
        var (facts, named) = (stat(), stat())
        guard stat(link, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
        let target = target(of: link) ?? ""
        if stat(target, &named) == 0, named.st_ino == facts.st_ino { continue }
        // The rows on the screen, in memory that was never a file.
        if target.hasPrefix("/memfd:frame") { continue }
        look(link, contents(link))
      }
    }
  }

  private static func target(of link: String) -> String? {
    var target = [CChar](repeating: 0, count: 4_097)
    guard readlink(link, &target, 4_096) > 0 else { return nil }
    return String(decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func contents(_ path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &part, part.count), count > 0 { bytes += part[..<count] }
    return bytes
  }
}
