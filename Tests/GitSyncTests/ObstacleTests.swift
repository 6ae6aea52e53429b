@testable import GitSync
import Glibc
import TestSupport
import Testing

@Suite("Obstacles that keep a sync from starting")
struct ObstacleTests {
  /// A vault with two branches that differ in one line.
  private func forked(_ lab: GitLab) async throws -> GitRepository {
    let vault = try await lab.vault()
    try await lab.git("branch", "side")
    lab.folder.write("vault/a.md", "main\n")
    try await lab.git("commit", "-qam", "main")
    try await lab.git("checkout", "-q", "side")
    lab.folder.write("vault/a.md", "side\n")
    try await lab.git("commit", "-qam", "side")
    return vault
  }

  @Test("A repository with nothing in progress has no obstacle, even before its first commit")
  func none() async throws {
    let lab = try await GitLab()
    #expect(try await lab.vault().obstacle() == nil)
    lab.folder.makeFolder("new")
    let made = try await GitRepository.make(at: lab.folder.path("new"), program: lab.program)
    #expect(try await made.obstacle() == nil)
    // A staged file equal to the one in the folder is what a sync would stage.
    lab.folder.write("vault/a.md", "two\n")
    try await lab.git("add", "-A")
    let vault = try await GitRepository.find(at: lab.folder.path("vault"), program: lab.program)
    #expect(try await vault.obstacle() == nil)
  }

  @Test(
    "Each unfinished git operation is reported with the command that ends it",
    arguments: [
      (["merge", "main"], SyncObstacle.merging, "merge --abort"),
      (["rebase", "main"], .rebasing, "rebase --abort"),
      (["cherry-pick", "main"], .cherryPicking, "cherry-pick --abort"),
      (["revert", "--no-edit", "main"], .reverting, "revert --abort"),
      (["bisect", "start"], .bisecting, "bisect reset"),
    ])
  func underWay(_ command: [String], _ obstacle: SyncObstacle, _ end: String) async throws {
    let lab = try await GitLab()
    let vault = try await forked(lab)
    _ = try await lab.plain(command)
    #expect(try await vault.obstacle() == obstacle)
    #expect(obstacle.message.contains("git \(command[0])"))
    _ = try await lab.plain(end.split(separator: " ").map(String.init))
    #expect(try await vault.obstacle() == nil)
  }

  @Test(
    "A file that needs a filter is reported, whichever settings name the filter",
    arguments: [
      (["filter.git-crypt.required true"], "*.md filter=git-crypt", true),
      (["--global filter.git-crypt.required true"], "*.md filter=git-crypt", true),
      (["filter.git-crypt.required true"], "*.txt filter=git-crypt", false),
      (["filter.git-crypt.required false"], "*.md filter=git-crypt", false),
      (["filter.git-crypt.clean cat"], "*.md filter=git-crypt", false),
      (["filter.lfs.required true"], "*.md filter=lfs", false),
      (["filter.x.required true", "filter.git-crypt.required on"], "* filter=git-crypt", true),
    ])
  func filters(_ settings: [String], _ attributes: String, _ isTold: Bool) async throws {
    let lab = try await GitLab()
    _ = try await lab.vault()
    lab.folder.write("vault/.gitattributes", attributes + "\n")
    for setting in settings {
      _ = try await lab.plain(["config"] + setting.split(separator: " ").map(String.init))
    }
    let vault = try await GitRepository.find(at: lab.folder.path("vault"), program: lab.program)
    let obstacle = try await vault.obstacle()
    guard isTold else {
      #expect(obstacle == nil)
      return
    }
    let first = attributes.hasPrefix("* ") ? ".gitattributes" : "a.md"
    #expect(obstacle == .filtered(first, by: "git-crypt"))
    #expect(obstacle?.message.contains("filter=git-crypt") == true)
  }

  @Test("A detached head and conflicts in the index are obstacles")
  func heads() async throws {
    let lab = try await GitLab()
    let vault = try await forked(lab)
    _ = try await lab.plain(["merge", "main"])
    lab.folder.remove("vault/.git/MERGE_HEAD")
    #expect(try await vault.obstacle() == .unmerged(["a.md"]))
    try await lab.git("reset", "-q", "--hard")
    try await lab.git("checkout", "-q", "--detach")
    #expect(try await vault.obstacle() == .detached)
  }

  @Test("A partly staged file is an obstacle")
  func staged() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    lab.folder.write("vault/a.md", "staged\n")
    try await lab.git("add", "a.md")
    lab.folder.write("vault/a.md", "staged and changed again\n")
    #expect(try await vault.obstacle() == .partlyStaged(["a.md"]))
    try await lab.git("commit", "-qm", "staged")
    #expect(try await vault.obstacle() == nil)
  }

  @Test("Incomplete histories and checkouts are obstacles")
  func missing() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    lab.folder.write("vault/a.md", "two\n")
    _ = try await vault.snapshot()
    let source = "file://" + lab.folder.path("vault")
    try await lab.git("config", "uploadpack.allowFilter", "true")
    try await lab.git("clone", "-q", "--depth=1", source, lab.folder.path("shallow"))
    try await lab.git("clone", "-q", "--filter=blob:none", source, lab.folder.path("partial"))
    try await lab.git("clone", "-q", source, lab.folder.path("sparse"))
    try await lab.git("sparse-checkout", "set", "nothing", in: "sparse")
    try await lab.git("clone", "-q", "--bare", source, lab.folder.path("bare/.git"))
    for (name, obstacle) in [
      ("shallow", SyncObstacle.shallow), ("partial", .partial("origin")), ("sparse", .sparse),
      ("bare", .bare),
    ] {
      let found = try await GitRepository.find(at: lab.folder.path(name), program: lab.program)
      #expect(try await found.obstacle() == obstacle, "\(name)")
      #expect(obstacle.message.contains(name == "bare" ? "clone" : "git "))
    }
  }

  @Test("A sync waits for a lock, then reports its owner")
  func locks() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    let path = lab.folder.path("vault/.git/index.lock")
    lab.folder.write("vault/.git/index.lock", "")
    #expect(try await vault.obstacle() == .locked(LockHolder(path: path)))
    // A separate process: programs that other tests start briefly share our open files.
    let process = try SpawnedProgram.start(["sleep", "600"], [], input: path, error: "/dev/null")
    defer {
      kill(process, SIGKILL)
      _ = try? SpawnedProgram.wait(for: process)
    }
    let holder = try await vault.obstacle()
    guard case .locked(let known) = holder else {
      Issue.record("\(String(describing: holder))")
      return
    }
    #expect(known.process == process)
    #expect(known.message.contains("sleep (process \(process))"))
    lab.folder.write("vault/b.md", "two\n")
    guard case .locked(let same) = await problem({ try await vault.stageAll() }) else {
      Issue.record("it was not locked")
      return
    }
    #expect(same.path == path)
    lab.folder.remove("vault/.git/index.lock")
    #expect(try await vault.obstacle() == nil)
  }

  @Test("Another user's repository is left alone", .enabled(if: getuid() == 0))
  func owner() async throws {
    let lab = try await GitLab()
    _ = try await lab.vault()
    try #require(lchown(lab.folder.path("vault/.git"), 12_345, 12_345) == 0)
    try #require(lchown(lab.folder.path("vault"), 12_345, 12_345) == 0)
    let refused = await problem {
      _ = try await GitRepository.find(at: lab.folder.path("vault"), program: lab.program)
    }
    #expect(refused == .unsafeOwner(lab.folder.path("vault")))
  }
}
