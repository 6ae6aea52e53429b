import CSystem
import Glibc
import RemoteLab
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("A remote that accepts the connection and never answers")
  struct SilentRemoteTests {
    @Test("The screen responds while a sync hangs, and Esc ends the sync with its git")
    func answers() throws {
      let (home, remote) = (ProgramHome(), try SilentRemote())
      let git = try RemoteProgram.path("git")
      home.folder.write("home/.gitconfig", "[user]\n\tname = Ann\n\temail = ann@example.org\n")
      try RemoteProgram.run([git, "init", "-q", "-b", "main", home.vault])
      try RemoteProgram.run([git, "-C", home.vault, "remote", "add", "origin", remote.address])
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.press("M-y")
      try program.wait(forText: "is not encrypted")
      try program.press("y")
      // From here on the program waits for an answer that never comes.
      try program.wait(for: "a request of git's") { remote.wasAsked }
      try program.press("C-p")
      try program.type("plan")
      try program.wait(forText: "> Plan ")
      try program.press("Enter")
      try program.type("typed meanwhile ")
      try program.wait(forText: "typed meanwhile # Plan")
      try program.press("C-s")
      try program.wait(for: "the note on the disk") {
        home.folder.text("home/notes/plan.md")?.hasPrefix("typed meanwhile") == true
      }
      #expect(program.shows("syncing") || program.shows("waiting for the remote"))
      #expect(!remote.wasLeft)
      // M-y opens the running sync.
      try program.press("M-y")
      try program.wait(forText: "Sync")
      try program.press("Esc")
      try program.wait(forText: "The sync was stopped.")
      try program.wait(for: "the end of git") { remote.wasLeft }
      // One at a time, because two at once are another key.
      while try program.sync().stack != "NoteList" { try program.press("Esc") }
      try program.press("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(program.terminalTroubles.isEmpty)
    }
  }
}

/// A port of this computer that takes a connection, reads what is sent, and answers nothing.
private final class SilentRemote {
  let address: String
  private let listener: Int32
  private var connection: Int32 = -1
  /// Whether a request came.
  private(set) var isAsked = false

  init() throws {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let listener = socket(AF_INET, Int32(kind), 0)
    self.listener = listener
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutableBytes(of: &name) { bytes -> UInt16? in
      guard let raw = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        bind(listener, raw, length) == 0, listen(listener, 4) == 0,
        getsockname(listener, raw, &length) == 0
      else { return nil }
      return bytes.load(as: sockaddr_in.self).sin_port.bigEndian
    }
    address = "git://127.0.0.1:\(try #require(port))/notes"
  }

  deinit {
    if connection >= 0 { close(connection) }
    close(listener)
  }

  var wasAsked: Bool {
    read()
    return isAsked
  }

  /// The other end closed the connection.
  var wasLeft: Bool { read() == 0 }

  /// Returns the number of bytes read; 0 at the end, negative while there are none.
  @discardableResult
  private func read() -> Int {
    if connection < 0 { connection = csystem_accept(listener) }
    guard connection >= 0 else { return -1 }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(connection, &buffer, buffer.count, 0)
    if count > 0 { isAsked = true }
    return count
  }
}
