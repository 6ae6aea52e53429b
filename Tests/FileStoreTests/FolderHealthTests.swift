import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The health of a folder")
struct FolderHealthTests {
  private let folder = TemporaryFolder()

  private func findings(folders: [FolderHealth.CheckedFolder] = []) async -> [HealthFinding] {
    await FolderHealth(
      vault: NotePath(folder.path),
      files: FolderFiles(root: folder.bytes, clock: StillClock()), folders: folders
    ).findings()
  }

  @Test("A folder of notes is healthy, and its folders count toward the watch limit")
  func well() async {
    folder.write("a.md", "x\n")
    folder.write("sub/b.md", "y\n")
    let findings = await findings()
    #expect(findings.map(\.part) == ["vault", "notes", "watches"])
    #expect(findings[0].state == .ok && findings[1].state == .ok)
    #expect(findings[1].text == "2 in 2 folders.")
  }

  @Test("A note that leads outside is reported and not opened")
  func obstacle() async {
    folder.link("out.md", to: "/etc/hostname")
    let notes = await findings().filter { $0.part == "notes" }
    #expect(notes.count == 1)
    #expect(notes.first?.state == .warning)
    #expect(notes.first?.text.hasPrefix("out.md ") == true)
  }

  @Test("A note in UTF-16 is reported with the command that converts it (line 2 N14)")
  func encoding() async {
    folder.write("a.md", "x\n")
    folder.write("wide.md", [0xff, 0xfe, 0x61, 0, 0x0a, 0])
    folder.write("big.md", [0xfe, 0xff, 0, 0x61])
    let notes = await findings().filter { $0.part == "notes" }
    #expect(notes.map { $0.text.prefix { $0 != " " } }.sorted() == ["big.md", "wide.md"])
    #expect(
      notes.allSatisfy { $0.state == .warning && $0.advice?.contains("iconv -f UTF-16") == true })
  }

  @Test("A missing folder is a problem with advice")
  func gone() async {
    let health = FolderHealth(
      vault: NotePath(folder.path("nowhere")),
      files: FolderFiles(root: Array(folder.path("nowhere").utf8), clock: StillClock()),
      folders: [])
    let findings = await health.findings()
    #expect(findings.first?.state == .problem && findings.first?.advice != nil)
  }

  @Test("A full disk is a problem with advice for the vault and its state folders (line N7)")
  func full() async {
    folder.makeFolder("state")
    let health = FolderHealth(
      vault: NotePath(folder.path),
      files: FolderFiles(root: folder.bytes, clock: StillClock()),
      folders: [.init(part: "versions", folder: NotePath(folder.path("state")))],
      freeBytes: { _ in 0 })
    let found = await health.findings().filter { $0.state == .problem }
    #expect(found.map(\.part) == ["vault", "versions"])
    #expect(found.first?.text == "\(folder.path): No space left on device.")
    #expect(found.allSatisfy { $0.advice?.hasPrefix("Free some space;") == true })
  }

  @Test("A state folder may be missing, but a file at its path is a problem")
  func places() async {
    folder.write("file", "x")
    let findings = await findings(folders: [
      .init(part: "index", folder: NotePath(folder.path("a/b/c"))),
      .init(part: "versions", folder: NotePath(folder.path("file/below"))),
    ])
    #expect(findings.first { $0.part == "index" }?.state == .ok)
    #expect(findings.first { $0.part == "versions" }?.state == .problem)
    #expect(!folder.exists("a"))
  }
}
