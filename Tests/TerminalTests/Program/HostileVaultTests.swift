import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  /// One vault for all tests, because it takes a while to make.
  @Suite("A vault of hostile names and contents", .serialized)
  struct HostileVaultTests {
    private static let most = 300 * 1_024
    private let home = ProgramHome([:])

    init() { _ = HostileVault(in: home) }

    @Test("Peak memory does not include the memory of the starting process")
    func memory() throws {
      // Like a process that was just forked and runs no program of its own yet.
      #expect(ProcessFacts.peakKilobytes(of: getpid()) == 0)
      #expect(try PipedCommand(["list", "--vault", home.vault], in: home).kilobytes > 0)
    }

    @Test("list prints every hostile name on its own line, without raw control characters")
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

    @Test("Each word is found in its note, with and without an index")
    func searches() throws {
      // A file where the cache folder should be prevents an index.
      home.folder.write("blocked", "")
      for cache in [nil, home.folder.path("blocked")] {
        let environment: [String: String?] = ["XDG_CACHE_HOME": cache]
        for (word, name) in HostileVault.words {
          let run = try PipedCommand(
            ["search", word, "--json", "--vault", home.vault], in: home, environment: environment)
          #expect(run.ending == .exit(0), "\(word): \(run.error)")
          #expect(run.kilobytes < Self.most, "\(word)")
          // Plain names appear unchanged.
          let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f }
          if isPlain { #expect(run.text.contains("\"\(name)\""), "\(word) is not found") }
          #expect(run.text.split(separator: "\"path\"").count == 2, "\(word): \(run.text)")
        }
        let run = try PipedCommand(
          ["search", HostileVault.secret, "--vault", home.vault], in: home,
          environment: environment)
        #expect(run.output == [])
      }
    }

    @Test("Every command handles the vault or refuses with a message, with and without an index")
    func commands() throws {
      home.folder.write("blocked", "")
      for cache in [nil, home.folder.path("blocked")] {
        for command in [
          ["check"], ["tags"], ["stats"], ["doctor"], ["links", "links.md"], ["links", "lists.md"],
          ["links", "brackets.md"], ["backlinks", "plain.md"], ["show", "bomb.md"],
          ["backlinks", "plain.md", "--unlinked"], ["show", "nested.md"], ["show", "sparse.md"],
          ["show", "outside.md"], ["show", "endless.md"], ["show", "pipe.md"], ["show", "loop.md"],
          ["history", "zero.md"],
        ] {
          let run = try PipedCommand(
            command + ["--vault", home.vault], in: home, environment: ["XDG_CACHE_HOME": cache])
          // Something is always wrong with this vault, which these two report by their exit code.
          let tells = ["check", "doctor"].contains(command[0])
          let isTold = run.ending == .exit(1) && (tells || run.error.hasSuffix(".\n"))
          #expect(run.ending == .exit(0) || isTold, "\(command) \(run.error.prefix(300))")
          #expect(run.kilobytes < Self.most, "\(command)")
          #expect(!run.text.contains(HostileVault.secret), "\(command)")
          #expect(
            !run.output.contains { $0 < 0x20 && $0 != 0x0a && $0 != 0x09 }, "\(command)")
        }
      }
      #expect(home.folder.text("outside/secret.md") == "\(HostileVault.secret)\n")
      #expect(home.folder.names(in: "home/notes").filter { $0.hasPrefix(".") } == [])
    }

    @Test("Every note opens and closes on the screen, or a message says why not")
    func opens() throws {
      // A debug build is hundreds of times slower with a line of 10 MB than a release.
      home.folder.write("home/notes/line.md", "qzline " + String(repeating: "word ", count: 50_000))
      let program = try ProgramUnderTest(["--vault", home.vault], in: home)
      try program.wait(forText: "notes")
      try program.sync()
      var opened = 0
      for _ in 0..<50 {
        try program.press("Enter")
        let report = try program.sync()
        if report.stack.contains("Editor") {
          opened += 1
          try program.press("Esc")
        }
        try program.sync()
        try program.press("Down")
      }
      #expect(opened > 20)
      // The largest note has a gigabyte, and still opens.
      let gigabyte = 1 << 20
      #expect(ProcessFacts.peakKilobytes(of: program.process.id) < gigabyte * 13 / 10)
      #expect(!program.wrote(HostileVault.secret))
      #expect(!program.wrote("\u{1b}[31mb"))
      try program.press("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(home.folder.text("outside/secret.md") == "\(HostileVault.secret)\n")
    }
  }
}
