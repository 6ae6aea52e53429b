import TestSupport
import Testing

extension ProgramTests {
  @Suite("An encrypted vault that something else writes to")
  struct PutBackTests {
    private let home = ProgramHome(["plan.md": "# Plan\n"])

    private func run(_ words: String, asking passphrases: String = "horse") throws -> PipedCommand {
      try PipedCommand(
        in: home, shell: "printf '\(passphrases)\\n' | \"$N\" \(words) --passphrase-fd 0")
    }

    @Test("doctor reports a restored older state, and accepts it on request")
    func older() throws {
      #expect(try run("encrypt", asking: "horse\\nhorse").ending == .exit(0))
      #expect(try run("doctor").text.contains("None is older than it was, doubled or missing"))
      let name = try #require(home.folder.names(in: "home/notes").first { $0.hasSuffix(".age") })
      let earlier = try #require(home.folder.read("home/notes/\(name)"))
      #expect(try run("append plan later").ending == .exit(0))
      home.folder.write("home/notes/\(name)", earlier)
      for _ in 0..<2 {
        let doctor = try run("doctor")
        #expect(doctor.ending == .exit(1))
        #expect(doctor.text.contains("plan.md: an earlier state of it was put back."))
      }
      #expect(try run("show plan").text == "# Plan\n")
      #expect(try run("doctor --repair").ending == .exit(0))
      #expect(try run("doctor").ending == .exit(0))
    }
  }
}
