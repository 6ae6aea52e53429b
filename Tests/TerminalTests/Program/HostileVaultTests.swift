import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  /// One vault for all: it takes a while to make.
  @Suite("A vault of hostile names and contents", .serialized)
  struct HostileVaultTests {
    private static let most = 300 * 1_024
    private let home = ProgramHome([:])

    init() { _ = HostileVault(in: home) }

    @Test("It is listed, every name a line of its own, and nothing of it reaches the terminal raw")
    func lists() throws {
      let run = try PipedCommand(["list", "--vault", home.vault], in: home)
      #expect(run.ending == .exit(0), "\(run.error)")
      #expect(run.kilobytes < Self.most)
      #expect(!run.output.contains { $0 < 0x20 && $0 != 0x0a && $0 != 0x09 })
      for name in ["plain.md", "bomb.md", "sparse.md", "pipe.md", "outside.md", "-rf.md"] {
        #expect(run.lines.contains { $0.contains(name) }, "\(name) is not listed")
      }
      #expect(!run.text.contains(HostileVault.secret))
    }

    @Test("Each word is found in the note that has it, with an index and without one")
    func searches() throws {
      // A file where the cache folder should be: no index can be kept.
      home.folder.write("blocked", "")
      for cache in [nil, home.folder.path("blocked")] {
        let environment: [String: String?] = ["XDG_CACHE_HOME": cache]
        for (word, name) in HostileVault.words {
          let run = try PipedCommand(
            ["search", word, "--json", "--vault", home.vault], in: home, environment: environment)
          #expect(run.ending == .exit(0), "\(word): \(run.error)")
          #expect(run.kilobytes < Self.most, "\(word)")
          let stem = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f }
          if stem { #expect(run.text.contains(name), "\(word) is not found") }
          #expect(run.text.contains("\"path\""), "\(word) is not found")
        }
        let run = try PipedCommand(
          ["search", HostileVault.secret, "--vault", home.vault], in: home,
          environment: environment)
        #expect(run.output == [])
      }
    }

    @Test("Every note opens and closes again on the screen, or says why it does not")
    func opens() throws {
      let program = try ProgramUnderTest(["--vault", home.vault], in: home)
      try program.wait(forText: "notes")
      try program.sync()
      for _ in 0..<40 {
        try program.press("Enter")
        let report = try program.sync()
        if report.stack.contains("Editor") { try program.press("Esc") }
        try program.sync()
        try program.press("Down")
      }
      #expect(ProcessFacts.peakKilobytes(of: program.process.id) < Self.most)
      #expect(!program.wrote(HostileVault.secret))
      #expect(!program.wrote("\u{1b}[31mb"))
      try program.press("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(home.folder.text("outside/secret.md") == "\(HostileVault.secret)\n")
    }
  }
}
