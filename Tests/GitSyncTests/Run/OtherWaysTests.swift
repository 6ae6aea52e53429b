import Entities
import FileStore
import Glibc
import Merging
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("Other ways in which a repository is used")
struct OtherWaysTests {
  @Test("Commits are signed if signing asks for nothing, else sent unsigned with a remark")
  func signing() async throws {
    for secret in ["", "open sesame"] {
      let bench = try await SyncBench()
      let laptop = try await bench.device("laptop")
      let phone = try await bench.device("phone")
      _ = try bench.shell("ssh-keygen -q -t ed25519 -N '\(secret)' -f '\(bench.home.path("key"))'")
      bench.home.write(
        ".gitconfig",
        "[commit]\n\tgpgSign = true\n[gpg]\n\tformat = ssh\n[user]\n\tsigningKey = "
          + bench.home.path("key") + "\n")
      laptop.folder.write("a.md", "one\n")
      let report = try await laptop.sync()
      #expect(report.went.count == 1)
      let commit = try bench.git("cat-file commit HEAD", in: laptop.folder.path)
      #expect(commit.contains("gpgsig -----BEGIN SSH SIGNATURE-----") == secret.isEmpty)
      #expect(report.events.contains(.remark(SyncRun.unsigned)) != secret.isEmpty)
      // A merge has no author: both devices make the same one.
      phone.folder.write("b.md", "two\n")
      _ = try await phone.sync()
      let merge = try bench.git("cat-file commit HEAD", in: phone.folder.path)
      #expect(merge.contains("\nmerged\n") && !merge.contains("gpgsig"))
      _ = try await laptop.sync()
      #expect(try await laptop.head() == phone.head())
      #expect(phone.notes() == ["a.md": "one\n", "b.md": "two\n"])
    }
  }

  @Test("Without git-lfs only its pointers sync, and the report says how to get the contents")
  func pointers() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop")
    let phone = try await bench.device("phone")
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 4\n"
    laptop.folder.write("a.bin", pointer)
    laptop.folder.write("a.md", pointer)
    #expect(try await laptop.sync().events == [.remoteWasEmpty])
    laptop.folder.write(".gitattributes", "*.bin filter=lfs\n")
    #expect(try await laptop.sync().events == [])
    laptop.folder.write("b.bin", pointer + "x")
    laptop.folder.write("c.bin", "not kept elsewhere")
    func words(_ file: String, _ device: Device) -> [SyncEvent] {
      [
        .remark(
          "\(file): git-lfs keeps what is in it, and a sync sends and writes the pointer alone. To send"
            + " it: git -C '\(device.path)' lfs push --all origin. To get what others sent: git -C"
            + " '\(device.path)' lfs pull")
      ]
    }
    #expect(try await laptop.sync().events == words("b.bin", laptop))
    laptop.folder.write("b.bin", pointer)
    _ = try await phone.sync()
    _ = try await laptop.sync()
    #expect(try await phone.sync().events == words("b.bin", phone))
    #expect(phone.folder.text("b.bin") == pointer)
  }

  @Test("A folder that another program syncs is reported when a remote is set up")
  func otherPrograms() async throws {
    let bench = try await SyncBench()
    let laptop = try Device("laptop", bench, at: bench.home.path("cloud/notes"))
    bench.home.write("cloud/notes/a.md", "one\n")
    bench.home.makeFolder("cloud/.stfolder")
    let report = try await laptop.service.setUp(
      SyncSetUp(url: bench.remote), SyncRequest(by: .person)
    ) { _ in }
    #expect(report.events.contains(.remark(OtherSync.remark("Syncthing"))))
    bench.home.remove("cloud/.stfolder")
    #expect(
      try await laptop.service.setUp(SyncSetUp(url: bench.remote), SyncRequest(by: .person)) { _ in
      }
      .isEmpty)
  }

  @Test("Files that editors, rsync and unison leave next to a note are not sent after a setup here")
  func leftovers() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop", hasRemote: false)
    laptop.folder.write("Note.md", "one\n")
    for name in [
      "Note.md~", "Note.md.orig", "Note.md.rej", "Note.md.bak", ".unison.Note.md.0a1b.unison.tmp",
      ".syncthing.Note.md.tmp", "~syncthing~Note.md.tmp", "deep/Other.md~",
      "Note.sync-conflict-20260302-093612-ABCDEFG.md",
    ] { laptop.folder.write(name, "left\n") }
    let report = try await laptop.service.setUp(
      SyncSetUp(url: bench.remote), SyncRequest(by: .person)
    ) { _ in }
    let went = [".gitattributes", ".gitignore", ".notes-tui/vault", "Note.md"]
    #expect(report.went.map(\.path.text) == went)
    guard case .setUp(let facts) = try await laptop.service.status() else {
      Issue.record("not set up")
      return
    }
    #expect(facts.waiting.isEmpty)
  }

  @Test("A renamed note and its updated links share one commit, and git detects the rename")
  func renames() async throws {
    let bench = try await SyncBench()
    let laptop = try await bench.device("laptop")
    laptop.folder.write("Plan.md", "# Plan\n\none\ntwo\nthree\nfour\nfive\n")
    laptop.folder.write("Other.md", "See [[Plan]] and [[Plan#one]].\n")
    laptop.folder.write("deep/Third.md", "![[Plan]]\n")
    _ = try await laptop.sync()
    let moves = FolderMoves(
      root: laptop.folder.bytes, stateFolder: laptop.stateFolder.bytes,
      vault: VaultID(NotePath(laptop.path)), clock: bench.clock)
    let linking = [NoteID("Other.md"), NoteID("deep/Third.md")]
    _ = try await moves.rename(NoteID("Plan.md"), to: "Trip", linking: linking)
    _ = try await laptop.sync()
    let log = try bench.git("show -M --name-status --format=%P HEAD", in: laptop.path)
    let lines = log.split(separator: "\n").dropFirst()
    #expect(lines.contains("M\tOther.md") && lines.contains("M\tdeep/Third.md"), "\(log)")
    #expect(lines.contains { $0.hasPrefix("R") && $0.hasSuffix("\tPlan.md\tTrip.md") }, "\(log)")
    #expect(lines.count == 3)
  }
}
