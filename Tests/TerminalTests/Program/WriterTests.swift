import TestSupport
import Testing

/// The history names the writer of each version: on real files, with real programs.
extension ProgramTests {
  @Suite("Writers of versions")
  struct WriterTests {
    private func writers(of note: String, in home: ProgramHome) throws -> [String] {
      try PipedCommand(["history", note, "--fields", "writer"], in: home).lines.reversed()
    }

    @Test("A writer is a command's name, another program, an import or a sync")
    func mouths() throws {
      let home = ProgramHome(["a.md": "# A\n", "far.md": "one\n"])
      home.folder.write("home/in/came.md", "# Came\n")
      let run = try PipedCommand(
        in: home,
        shell: """
          set -e
          export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org
          export GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
          git config --global user.name Ada
          git config --global user.email ada@example.org
          "$N" append a.md more
          "$N" prop set a.md state done
          "$N" import markdown ../in
          echo more >>../in/came.md
          "$N" import markdown ../in --again newer
          git init -q --bare -b main ../remote
          "$N" sync --setup ../remote --yes
          git clone -q ../remote ../other
          cd ../other
          echo two >>far.md
          git commit -q -a -m far
          git push -q
          cd ../notes
          "$N" sync
          """)
      #expect(run.ending == .exit(0), "\(run.error)")
      #expect(try writers(of: "a.md", in: home) == ["another program", "append", "prop set"])
      #expect(try writers(of: "in/came.md", in: home).last == "import")
      #expect(try writers(of: "far.md", in: home) == ["another program", "sync"])
    }

    @Test(
      "Writers survive renaming, locking and unlocking; tag changes name their command"
    )
    func moves() throws {
      let home = ProgramHome(["a.md": "# A\n", "b.md": "#work\n"])
      let run = try PipedCommand(
        in: home,
        shell: """
          set -e
          "$N" append a.md more
          "$N" rename a.md Other
          "$N" tags rename work job
          printf 'word\\n' >../word
          "$N" lock Other.md --passphrase-fd 3 3<../word
          "$N" unlock Other.md.age --passphrase-fd 3 3<../word
          """)
      #expect(run.ending == .exit(0), "\(run.error)")
      let other = try writers(of: "Other.md", in: home)
      #expect(other.starts(with: ["another program", "append"]), "\(other)")
      #expect(try writers(of: "b.md", in: home) == ["another program", "tags rename"])
    }

    @Test("Encrypting and decrypting a vault preserve the writers")
    func encrypted() throws {
      let home = ProgramHome(["a.md": "# A\n"])
      let run = try PipedCommand(
        in: home,
        shell: """
          set -e
          "$N" append a.md more
          printf 'word\\n' >../word
          "$N" encrypt --passphrase-fd 3 3<../word
          "$N" append a.md again --passphrase-fd 3 3<../word
          "$N" history a.md --fields writer --passphrase-fd 3 3<../word >../sealed
          "$N" decrypt --passphrase-fd 3 3<../word
          """)
      #expect(run.ending == .exit(0), "\(run.error)")
      #expect(home.folder.text("home/sealed") == "append\nappend\nanother program\n")
      #expect(try writers(of: "a.md", in: home) == ["another program", "append", "append"])
    }
  }
}
