import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Traces that the program leaves of an encrypted vault")
  struct CanaryTests {
    private static let uses = [
      "text", "title", "folder", "tag", "typed", "renamed", "thrown", "other folder", "outside",
    ]
    private let home = ProgramHome([:])
    private let hunt: CanaryHunt
    private let passphrase = "horse and cart"

    init() {
      hunt = CanaryHunt(in: home, for: Self.uses)
      for folder in ["tmp", "runtime", "editor"] { home.folder.makeFolder(folder) }
      // The editor is outside the searched folders, and appends to its file.
      home.folder.write(
        "editor/edit", "#!/bin/sh\nprintf '\\nand %s\\n' '\(hunt["outside"])' >>\"$1\"\n")
      home.folder.setMode("editor/edit", 0o755)
    }

    private var places: [String: String?] {
      [
        "TMPDIR": home.folder.path("tmp"), "SQLITE_TMPDIR": home.folder.path("tmp"),
        "XDG_RUNTIME_DIR": home.folder.path("runtime"),
        "EDITOR": home.folder.path("editor/edit"), "VISUAL": nil,
        "LD_PRELOAD": try? FaultShim.path.get(), "FAULT_WORD": CanaryHunt.start,
        "FAULT_HIT": home.folder.path("written"),
      ]
    }

    /// Files that got one of the words, including deleted and overwritten files.
    private var written: Set<Substring> {
      Set(home.folder.text("written")?.split(separator: "\n") ?? [])
    }

    /// Runs a command in the vault and checks what it left.
    private func command(_ words: String, isSealed: Bool, finds text: String? = nil) throws {
      let given =
        isSealed
        ? "printf '\(passphrase)\\n' | \"$N\" \(words) --passphrase-fd 0" : "\"$N\" \(words)"
      let run = try PipedCommand(in: home, environment: places, shell: given)
      #expect(run.ending == .exit(0), "\(words): \(run.error)")
      if let text { #expect(run.text.contains(text), "\(words): \(run.text)") }
      if isSealed { expectNothing(after: words) }
    }

    private func expectNothing(after what: String, by process: pid_t? = nil) {
      #expect(written == [], "after \(what)")
      #expect(hunt.found(by: process) == [:], "after \(what)")
    }

    private func start(isSealed: Bool) throws -> ProgramUnderTest {
      let program = try ProgramUnderTest(["--vault", home.vault], in: home, environment: places)
      if isSealed {
        try program.wait(forText: "assphrase")
        try program.type(passphrase)
        try program.press("Enter")
      }
      try program.wait(forText: hunt["title"])
      return program
    }

    private func screens(isSealed: Bool) throws {
      let program = try start(isSealed: isSealed)
      try program.press("Enter")
      try #require(try program.sync().stack.hasPrefix("NoteList > Editor"))
      try program.press("C-End")
      // The list is searched, and the vault cannot save for a while, so typed text is unsaved.
      home.hideVault()
      try program.type(hunt["typed"])
      try program.wait(for: "a recovery copy") {
        let vaults = home.folder.names(in: "state/notes-tui/recovery")
        return vaults.contains { vault in
          home.folder.names(in: "state/notes-tui/recovery/\(vault)").contains {
            $0.hasPrefix("note-")
          }
        }
      }
      if isSealed { expectNothing(after: "typing", by: program.process.id) }
      program.signal(SIGKILL)
      #expect(try program.waitForEnd() == .signal(SIGKILL))
      home.bringVaultBack()
      if isSealed { expectNothing(after: "being killed") }

      let next = try start(isSealed: isSealed)
      try next.press("Enter")
      try next.wait(forText: "Use it?")
      try next.type("u")
      try next.sync()
      try next.press("C-s")
      try next.wait(forText: "Saved")
      if isSealed { expectNothing(after: "recovery", by: next.process.id) }
      while try next.sync().stack != "NoteList" { try next.press("Esc") }
      try editOutside(in: next, isSealed: isSealed)
      try next.type("q")
      #expect(try next.waitForEnd() == .exit(0))
      if isSealed { expectNothing(after: "the screen") }
    }

    /// The note in the person's own editor: an encrypted note's file is only in memory.
    private func editOutside(in program: ProgramUnderTest, isSealed: Bool) throws {
      try program.type("E")
      if isSealed {
        try program.wait(forText: "Hand this note to your editor unencrypted?")
        try program.press("y")
      }
      try program.sync()
      try program.press("Enter")
      try program.wait(forText: hunt["outside"])
      if isSealed { expectNothing(after: "another editor", by: program.process.id) }
      while try program.sync().stack != "NoteList" { try program.press("Esc") }
    }

    /// Returns what was found before the notes were renamed.
    @discardableResult
    private func live(isSealed: Bool) throws -> [String: Set<String>] {
      if isSealed {
        let made = try PipedCommand(
          in: home, environment: places,
          shell:
            "printf '\(passphrase)\\n' | \"$N\" init \(home.vault) --encrypted --passphrase-fd 0")
        #expect(made.ending == .exit(0), "\(made.error)")
      }
      func run(_ words: String, finds text: String? = nil) throws {
        try command(words, isSealed: isSealed, finds: text)
      }
      let (title, folder) = (hunt["title"], hunt["folder"])
      try run(
        "new \(title) --folder \(folder) --tag \(hunt["tag"]) --body '\(hunt["text"]) [[\(title)]]'"
      )
      try run("new \(hunt["thrown"]) --body away")
      try run("append \(title) 'more \(hunt["text"])'")
      try run("list", finds: title)
      try run("search \(hunt["text"])", finds: title)
      try run("tags", finds: hunt["tag"])
      try run("backlinks \(title)")
      try run("trash \(hunt["thrown"])")
      try screens(isSealed: isSealed)
      try run("show \(title)", finds: hunt["typed"])
      try run("search \(hunt["typed"])", finds: title)
      try run("search \(hunt["outside"])", finds: title)
      let found = hunt.found()
      try run("rename \(title) \(hunt["renamed"])")
      try run("move \(hunt["renamed"]) '\(hunt["other folder"])'")
      try run("history \(hunt["renamed"])")
      try more { try run($0) }
      try run("restore \(hunt["thrown"])")
      try run("trash \(hunt["thrown"])")
      try run("doctor")
      try run("stats")
      return found
    }

    /// The other commands that read or write a note's words.
    private func more(_ run: (String) throws -> Void) throws {
      let note = hunt["renamed"]
      let (text, tag) = (hunt["text"], hunt["tag"])
      home.folder.write("given/\(hunt["text"]).md", "# Given\n\(text) #\(tag)\n")
      for words in [
        "append \(note) '\(text) #\(tag)'", "tasks", "task add \(text)", "task done Tasks 1",
        "prop set \(note) topic \(text)", "prop get \(note)", "prop list",
        "prop rename topic \(text) --yes", "prop unset \(note) \(text)", "undo", "links \(note)",
        "tags rename \(tag) \(tag)s", "undo", "daily \(text)", "join \(note) Tasks", "undo",
        "write \(note) '\(text)'", "undo", "random", "conflicts",
        "attach \(note) \(home.folder.path("given"))/*", "import auto \(home.folder.path("given"))",
        "undo", "sync --setup \(home.folder.path("remote.git")) --yes", "doctor --repair",
      ] { try run(words) }
    }

    /// Everything that git would carry to another machine, unpacked: the contents and names of
    /// every file it was ever given.
    private func gitCarries() throws -> String {
      let git = "git -c user.name=a -c user.email=a@example.org"
      let run = try PipedCommand(
        in: home, environment: places,
        shell: """
          cd \(home.vault) && git init -q && \(git) add -A && \(git) commit -qm kept --allow-empty \
          && git cat-file --batch-all-objects --batch
          """)
      #expect(run.ending == .exit(0), "\(run.error)")
      return run.text
    }

    @Test("An encrypted vault leaves no word, title, folder or tag readable, whatever is done")
    func sealed() throws {
      try live(isSealed: true)
      let carried = try gitCarries()
      #expect(carried.contains("age-encryption.org/v1"))
      for use in Self.uses { #expect(!carried.contains(hunt[use]), "\(use)") }
      expectNothing(after: "git")
      #expect(home.folder.names(in: "home/notes/.trash").count == 1)
    }

    @Test("The same actions in a plain vault leave every one of the words readable")
    func plain() throws {
      let found = try live(isSealed: false).merging(hunt.found()) { $0.union($1) }
      #expect(found.values.reduce(Set()) { $0.union($1) } == Set(Self.uses))
      for place in ["/.cache/", "/state/", "/home/notes/"] {
        #expect(found.keys.contains { $0.contains(place) }, "\(place)")
        #expect(written.contains { $0.contains(place) }, "\(place)")
      }
      #expect(try gitCarries().contains(hunt["text"]))
    }
  }
}
