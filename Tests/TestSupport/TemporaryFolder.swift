import Glibc
import Synchronization

/// A folder of a test's own, gone with everything in it when nobody holds it any more, and at the
/// latest when the process ends.
package final class TemporaryFolder: Sendable {
  package let path: String

  package var bytes: [UInt8] { Array(path.utf8) }

  /// Where the tests were told to put what is little: `.ci/tests` says in memory, where that can be.
  package static let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  package static let prefix = "notes-tui-test-"

  package init(in place: String = TemporaryFolder.place) {
    var template = Array("\(place)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      preconditionFailure("no temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    _ = Self.cleansUp
    Self.living.withLock { [path] in _ = $0.insert(path) }
  }

  deinit {
    Self.visit(bytes) { Glibc.remove($0) }
    Self.living.withLock { [path] in _ = $0.remove(path) }
  }

  private static let living = Mutex<Set<String>>([])

  /// What a global holds is never let go: it is removed when the process ends.
  private static let cleansUp: Void = {
    atexit {
      for path in TemporaryFolder.living.withLock({ $0 }) {
        TemporaryFolder.visit(Array(path.utf8)) { Glibc.remove($0) }
      }
    }
  }()

  /// Makes everything another user's.
  package func giveAway(to user: UInt32) {
    Self.visit(bytes) { lchown($0, user, user) }
  }

  /// A path in the folder.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders above it.
  package func write(_ name: String, _ text: String) { write(name, Array(text.utf8)) }

  package func write(_ name: String, _ content: [UInt8]) { write(Array(name.utf8), content) }

  package func write(_ name: [UInt8], _ content: [UInt8]) {
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { makeFolder(Array(name[..<slash])) }
    let file = Self.withPath(full(name)) {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
    precondition(file >= 0, "\(path)/\(name): \(String(cString: strerror(errno)))")
    var done = 0
    while done < content.count {
      let taken = content[done...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      precondition(taken > 0, "\(path): \(String(cString: strerror(errno)))")
      done += taken
    }
    close(file)
    Self.withPath(full(name)) { Self.waitUntilNobodyWrites($0) }
  }

  /// A program that another test starts just now holds what was open for writing until it runs, and
  /// whoever watches the file hears only then that it was written.
  package static func waitUntilNobodyWrites(_ path: UnsafePointer<CChar>) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let (setSignal, setLease): (Int32, Int32) = (10, 1024)
    // The signal for a broken lease must not end the tests.
    _ = fcntl(file, setSignal, SIGURG)
    for _ in 0..<10_000 {
      // A read lease is granted only if no process has the file open for writing.
      if fcntl(file, setLease, Int32(F_RDLCK)) == 0 {
        _ = fcntl(file, setLease, Int32(F_UNLCK))
        return
      }
      guard errno == EAGAIN else { return }
      usleep(1_000)
    }
  }

  package func makeFolder(_ name: String) { makeFolder(Array(name.utf8)) }

  package func makeFolder(_ name: [UInt8]) {
    for end in name.indices where name[end] == UInt8(ascii: "/") {
      _ = Self.withPath(full(Array(name[..<end]))) { mkdir($0, 0o755) }
    }
    _ = Self.withPath(full(name)) { mkdir($0, 0o755) }
  }

  /// Nil where there is no such file, or one that cannot be read.
  package func read(_ name: String) -> [UInt8]? { read(Array(name.utf8)) }

  package func read(_ name: [UInt8]) -> [UInt8]? {
    let file = Self.withPath(full(name)) { open($0, O_RDONLY | O_NONBLOCK) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = Glibc.read(file, &part, part.count)
      if got < 0 { return nil }
      if got == 0 { return content }
      content += part[..<got]
    }
  }

  package func text(_ name: String) -> String? {
    read(name).map { String(decoding: $0, as: UTF8.self) }
  }

  package func exists(_ name: String) -> Bool {
    var facts = stat()
    return lstat(path(name), &facts) == 0
  }

  package func remove(_ name: String) {
    _ = Glibc.remove(path(name))
  }

  package func rename(_ old: String, to new: String) {
    _ = Glibc.rename(path(old), path(new))
  }

  package func link(_ name: String, to target: String) {
    _ = symlink(target, path(name))
  }

  package func setMode(_ name: String, _ mode: UInt32) {
    _ = chmod(path(name), mode)
  }

  package func mode(_ name: String) -> UInt32? {
    var facts = stat()
    return lstat(path(name), &facts) == 0 ? facts.st_mode & 0o7777 : nil
  }

  /// When a file says that it was last written.
  package func setModified(_ name: String, seconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path(name), [time, time], AT_SYMLINK_NOFOLLOW)
  }

  /// The names in the folder or one below it, hidden ones too, sorted.
  package func names(in folder: String = ".") -> [String] { folderNames(path(folder)) }

  /// Goes through a folder, what is in it before itself, and follows no link.
  private static func visit(_ path: [UInt8], _ act: (UnsafePointer<CChar>) -> Int32) {
    var facts = stat()
    let isFolder = withPath(path) { lstat($0, &facts) } == 0 && facts.st_mode & S_IFMT == S_IFDIR
    if isFolder {
      for name in folderNames(path) { visit(path + [UInt8(ascii: "/")] + name, act) }
    }
    _ = withPath(path, act)
  }

  private func full(_ name: [UInt8]) -> [UInt8] { bytes + [UInt8(ascii: "/")] + name }

  private static func withPath<Value>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else {
        preconditionFailure("an array with a zero in it")
      }
      return body(start)
    }
  }
}
