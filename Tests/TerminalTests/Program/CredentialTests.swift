import RemoteLab
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Questions of ssh in the real program, with a real sshd", .thorough)
  struct CredentialTests {
    private static let passphrase = "correct horse"

    private let home = ProgramHome()
    private let server: SshServer

    init() throws {
      server = try SshServer(in: home.folder, passphrase: Self.passphrase)
      home.folder.write(
        "home/.gitconfig",
        """
        [user]
          name = Ann
          email = ann@example.org
        [core]
          sshCommand = \(server.clientCommand())

        """)
      let (git, remote) = (try RemoteProgram.path("git"), home.folder.path("remote.git"))
      for command in [
        ["init", "-q", "--bare", "-b", "main", remote], ["init", "-q", "-b", "main", home.vault],
        ["-C", home.vault, "remote", "add", "origin", server.address(of: remote)],
      ] {
        try RemoteProgram.run([git] + command)
      }
    }

    @Test("The screen asks about a new host, hides a typed passphrase, and takes Esc as a no")
    func screen() throws {
      let program = try ProgramUnderTest(in: home)
      try program.wait(forText: "Plan")
      try program.press("M-y")
      try program.wait(forText: "fingerprint is")
      try program.wait(forText: "SHA256:")
      try program.type("yes")
      try program.press("Enter")
      try program.wait(forText: "Enter passphrase")
      try program.type(Self.passphrase)
      try program.press("Enter")
      try program.wait(forText: "Synced: 1 file went.")
      #expect(!program.wrote(Self.passphrase))
      #expect(home.folder.text(server.knownHosts)?.contains("ssh-ed25519") == true)
      try program.press("M-y")
      try program.wait(forText: "Enter passphrase")
      try program.press("Esc")
      try program.wait(forText: "Nothing was synced: origin wants your passphrase")
      try program.press("q")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(program.terminalTroubles.isEmpty)
    }

    @Test("A command asks on its terminal, and then restores it")
    func terminal() throws {
      let program = try ProgramUnderTest(["sync"], in: home)
      try program.wait(forText: "(yes, or no):")
      try program.type("yes\n")
      try program.wait(forText: "Enter passphrase")
      try program.type("a slip\n")
      try program.wait(forText: "That was wrong.")
      try program.type("\(Self.passphrase)\n")
      #expect(try program.waitForEnd() == .exit(0))
      #expect(program.wrote("plan.md") && !program.wrote(Self.passphrase))
      #expect(program.terminalTroubles.isEmpty)
    }

    @Test("Ctrl-C at a passphrase ends the command, and the terminal echoes again")
    func stopped() throws {
      server.learnHost()
      let program = try ProgramUnderTest(["sync"], in: home)
      try program.wait(forText: "Enter passphrase")
      try program.type("\u{3}")
      #expect(try program.waitForEnd() != .exit(0))
      #expect(program.terminalTroubles.isEmpty)
    }

    @Test(
      "Without a terminal or with --no-input nothing is asked, and the exit code says so",
      arguments: [(["sync"], "no terminal"), (["sync", "--no-input"], "--no-input")])
    func unasked(arguments: [String], words: String) throws {
      for isKnown in [false, true] {
        if isKnown { server.learnHost() }
        let run = try PipedCommand(arguments, in: home)
        #expect(run.ending == .exit(5) && run.output.isEmpty)
        #expect(run.error.contains(isKnown ? "your passphrase" : "host key"), "\(run.error)")
        #expect(run.error.contains(words), "\(run.error)")
        #expect(home.folder.exists(server.knownHosts) == isKnown)
      }
    }

    @Test("--askpass run by hand explains its purpose")
    func byHand() throws {
      let run = try PipedCommand(["--askpass", "Password: "], in: home)
      #expect(run.ending == .exit(1) && run.error.contains("for git and ssh"))
    }
  }
}
