import TestSupport
import Testing

extension ProgramTests {
  @Suite("Sync conflict copies in an encrypted vault")
  struct ClosedCopyTests {
    private static let mark = ".sync-conflict-20260302-093612-ABCDEFG"
    private let home = ProgramHome([:])

    private func run(_ line: String) throws -> PipedCommand {
      try PipedCommand(in: home, shell: line)
    }

    /// With the passphrase.
    private func open(_ line: String) throws -> PipedCommand {
      try run("\"$N\" \(line) --passphrase-fd 3 3<../passphrase")
    }

    @Test(
      "Copies are counted while the vault is locked, and listed, checked and merged once it is open"
    )
    func all() throws {
      home.folder.write("home/passphrase", "lantern mosaic\n")
      #expect(try open("init . --encrypted").ending == .exit(0))
      #expect(try open("new Plan --body 'one two'").ending == .exit(0))
      let file = try #require(home.folder.names(in: "home/notes").first { $0.hasSuffix(".age") })
      let copy = String(file.dropLast(4)) + Self.mark + ".age"
      // Another device wrote to the same version of the note.
      #expect(try run("cp \(file) ../before").ending == .exit(0))
      #expect(try open("append Plan theirs").ending == .exit(0))
      #expect(try run("mv \(file) \(copy) && cp ../before \(file)").ending == .exit(0))
      #expect(try open("prop set Plan status mine").ending == .exit(0))
      for command in ["conflicts", "check"] {
        let locked = try run("\"$N\" \(command)")
        #expect(locked.ending == .exit(5))
        #expect(locked.error.contains("1 copy that another program left waits for the passphrase."))
        let open = try open(command)
        #expect(open.text.contains("Plan\(Self.mark)"), "\(open.text) \(open.error)")
      }
      #expect(try open("conflicts").text == "clean\tSyncthing\tPlan\(Self.mark).md\tPlan.md\n")
      #expect(try open("list").lines.count == 1)
      let merged = try open("conflicts merge Plan")
      #expect(merged.ending == .exit(0))
      #expect(merged.text == "merged  Plan\(Self.mark).md -> Plan.md\n")
      let text = try open("show Plan").text
      #expect(
        text.contains("theirs") && text.contains("status: mine") && text.contains("one two"),
        "\(text)")
      #expect(!home.folder.exists("home/notes/\(copy)"))
      #expect(home.folder.names(in: "home/notes/.trash").count == 1)
      #expect(try open("conflicts").text.isEmpty)
      // In another process, which reads the state folder.
      #expect(try open("undo").text.contains("restored Plan\(Self.mark).md"))
      #expect(home.folder.exists("home/notes/\(copy)"))
      #expect(home.folder.names(in: "home/notes/.trash").isEmpty)
      #expect(try open("conflicts").text == "clean\tSyncthing\tPlan\(Self.mark).md\tPlan.md\n")
    }
  }
}
