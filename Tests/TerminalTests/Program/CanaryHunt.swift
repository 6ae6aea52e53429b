import CSystem
import Glibc
import TestSupport

/// Words that stand nowhere else in the world, and the look for them in all that a program writes.
struct CanaryHunt {
  /// Each of the words begins with it.
  static let start = "canary"

  let home: ProgramHome
  /// By what each stands for: where a note's words are put.
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

  /// Everything of the home but what the tests themselves put there, everything in the memory's folder but
  /// the tests' own folders, and what the process holds open or mapped without a name; each with the
  /// canaries in its name or its bytes.
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

  /// Files that the process has open or mapped and that have lost their names.
  private static func walkHeld(by process: pid_t, _ look: (String, [UInt8]) -> Void) {
    for kind in ["fd", "map_files"] {
      for name in folderNames("/proc/\(process)/\(kind)") {
        let link = "/proc/\(process)/\(kind)/\(name)"
        var (facts, named) = (stat(), stat())
        guard stat(link, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
        let target = target(of: link) ?? ""
        if stat(target, &named) == 0, named.st_ino == facts.st_ino { continue }
        // The rows that the screen shows, in memory that never was a file.
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
