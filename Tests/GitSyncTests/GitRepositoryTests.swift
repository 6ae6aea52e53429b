import Entities
@testable import GitSync
import Merging
import TestSupport
import Testing

@Suite("A repository, through the real git")
struct GitRepositoryTests {
  @Test("Git is found in PATH, and a missing or outdated git is reported")
  func program() async throws {
    let lab = try await GitLab()
    #expect(lab.program.path == "/usr/bin/git")
    #expect(
      await problem { _ = try await GitProgram.find(environment: ["PATH": "/nowhere"]) }
        == .notInstalled)
    lab.folder.write("old/git", "#!/bin/sh\necho git version 2.37.9\n")
    lab.folder.setMode("old/git", 0o755)
    let old = ["PATH": lab.folder.path("old")]
    #expect(
      await problem { _ = try await GitProgram.find(environment: old) } == .tooOld("2.37.9"))
    for (said, isNew) in [
      ("git version 2.38.0", true), ("git version 2.37.9", false), ("git version 3.0", true),
      ("git version 2.39.5 (Apple Git-154)", true), ("git version 1.99.1", false), ("", false),
      ("git version 2.54.GIT", true),
    ] {
      #expect(GitProgram.isNewEnough(said) == isNew, "\(said)")
    }
  }

  @Test("A vault is the root of a repository or a folder in it")
  func finding() async throws {
    let lab = try await GitLab()
    let whole = try await lab.vault()
    #expect(whole.root == lab.folder.path("vault"))
    #expect(whole.gitFolder == lab.folder.path("vault/.git"))
    #expect(whole.prefix == "")
    lab.folder.makeFolder("vault/my notes/in")
    let part = try await GitRepository.find(
      at: lab.folder.path("vault/my notes/in"), program: lab.program)
    #expect(part.root == whole.root)
    #expect(part.prefix == "my notes/in/")
    // A setting names another work tree, which is not trusted.
    try await lab.git("config", "core.worktree", lab.folder.path("home"))
    let bent = try await GitRepository.find(
      at: lab.folder.path("vault"), program: lab.program)
    #expect(bent.root == whole.root)
    let lone = await problem {
      _ = try await GitRepository.find(at: lab.folder.path("home"), program: lab.program)
    }
    #expect(lone == .notARepository)
    lab.folder.makeFolder("new")
    let made = try await GitRepository.make(at: lab.folder.path("new"), program: lab.program)
    #expect(try await made.branch() == "main")
    #expect(try await made.head() == nil)
    #expect(try await made.snapshot() == made.head())
  }

  @Test("A separate worktree is a repository too")
  func worktree() async throws {
    let lab = try await GitLab()
    _ = try await lab.vault()
    try await lab.git("worktree", "add", "-q", lab.folder.path("other"), "-b", "side")
    let other = try await GitRepository.find(at: lab.folder.path("other"), program: lab.program)
    #expect(other.root == lab.folder.path("other"))
    #expect(try await other.branch() == "side")
    lab.folder.write("other/b.md", "two\n")
    let commit = try await other.snapshot()
    #expect(try await other.text("b.md", in: commit) == "two\n")
    #expect(try await lab.git("rev-parse", "side") == commit)
  }

  @Test("The snapshot holds every changed, added and removed file, whatever its name")
  func snapshot() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    let names = ["b.md", "-x.md", ":(top)c.md", "é\n.md", "in/*.md", "\\.md"]
    for name in names { lab.folder.write("vault/\(name)", "text of \(name)") }
    lab.folder.remove("vault/a.md")
    lab.folder.link("vault/link.md", to: "/etc/passwd")
    let paths = Set((names + ["a.md", "link.md"]).map { NotePath($0) })
    #expect(Set(try await vault.unstaged().files) == paths)
    let before = try await vault.head()
    let commit = try await vault.snapshot("A message\n\nof two parts")
    let tree = try await vault.tree(of: commit)
    #expect(Set(tree.keys) == paths.subtracting([NotePath("a.md")]))
    for name in names { #expect(try await vault.text(name, in: commit) == "text of \(name)") }
    #expect(tree[NotePath("link.md")]?.kind == .link)
    #expect(try await vault.unstaged().files == [])
    let facts = try await vault.commitFacts(commit)
    #expect(facts.parents == [before])
    #expect(facts.author == "Ann")
    #expect(facts.message == "A message\n\nof two parts")
    #expect(try await lab.git("status", "--porcelain") == "")
    #expect(try await lab.git("fsck") == "")
  }

  @Test("A vault in a subfolder commits nothing outside of it and removes nothing else")
  func part() async throws {
    let lab = try await GitLab()
    _ = try await lab.vault()
    lab.folder.makeFolder("vault/notes")
    let notes = try await GitRepository.find(
      at: lab.folder.path("vault/notes"), program: lab.program)
    // An empty folder has nothing to add, which is not a failure.
    try await notes.stageAll()
    lab.folder.write("vault/notes/n.md", "n\n")
    lab.folder.write("vault/a.md", "changed\n")
    lab.folder.write("vault/outside.md", "staged by the person\n")
    try await lab.git("add", "outside.md")
    let commit = try await notes.snapshot()
    #expect(Array(try await notes.tree(of: commit).keys) == [NotePath("n.md")])
    #expect(try await lab.git("ls-tree", "-r", "--name-only", commit) == "a.md\nnotes/n.md")
    #expect(try await lab.git("show", "\(commit):a.md") == "one")
    #expect(try await lab.git("status", "--porcelain") == " M a.md\nA  outside.md")
    let blob = try await notes.writeBlobs([Array("m\n".utf8)])[0]
    let made = try await notes.makeTree(
      from: commit, files: [NotePath("in/m.md"): TreeEntry(.executable, blob: blob)])
    #expect(try await lab.git("ls-tree", "-r", "--name-only", made) == "a.md\nnotes/in/m.md")
    let next = try await notes.commit(tree: made, parents: [commit], message: "made")
    try await notes.moveBranch("main", to: next, from: commit)
    try await notes.readIndex(from: next)
    #expect(
      try await lab.git("diff", "--cached", "--name-only", "HEAD") == "outside.md")
    #expect(try await notes.changesOutside(from: commit, to: next) == [])
    lab.folder.remove("vault/outside.md")
    try await lab.git("commit", "-qam", "outside too")
    let now = try #require(try await notes.head())
    #expect(try await notes.changesOutside(from: next, to: now) == ["a.md"])
  }

  @Test("Nested repositories are left alone, with and without a commit")
  func nested() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    for name in ["vault/full", "vault/in/empty"] {
      lab.folder.write("\(name)/x.md", "x")
      try await lab.git("init", "-q", in: name)
    }
    try await lab.git("add", "-A", in: "vault/full")
    try await lab.git("commit", "-qm", "x", in: "vault/full")
    lab.folder.write("vault/b.md", "two\n")
    #expect(try await vault.stageAll() == [NotePath("full"), NotePath("in/empty")])
    let commit = try await vault.snapshot()
    #expect(
      try await lab.git("ls-tree", "-r", "--name-only", commit) == "a.md\nb.md")
    // A submodule that is one on purpose stays as it is committed.
    try await lab.git("add", "full")
    try await lab.git("commit", "-qm", "submodule")
    let old = try await vault.tree(of: try #require(try await vault.head()))[NotePath("full")]
    #expect(old?.kind == .submodule)
    lab.folder.write("vault/full/y.md", "y")
    try await lab.git("add", "-A", in: "vault/full")
    try await lab.git("commit", "-qm", "y", in: "vault/full")
    lab.folder.write("vault/c.md", "three\n")
    let after = try await vault.tree(of: try await vault.snapshot())
    #expect(after[NotePath("full")] == old)
    #expect(after[NotePath("c.md")] != nil)
  }

  @Test("A thousand blobs of any bytes and sizes are written and read back unchanged")
  func contents() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    var contents = (0..<1_000).map { Array("note \($0)\n".utf8) }
    contents += [[], [0], [0x0a], Array("done\n".utf8), [UInt8](repeating: 0xff, count: 3 << 20)]
    contents += [contents[7]]
    let hashes = try await vault.writeBlobs(contents)
    #expect(Set(hashes).count == contents.count - 1)
    let blobs = try vault.blobs()
    for (hash, bytes) in zip(hashes, contents) { #expect(try blobs.bytes(of: hash) == bytes) }
    let commit = try #require(try await vault.head())
    let missing = String(repeating: "1", count: 40)
    for hash in [missing, commit, "x", "\(hashes[0])\n\(hashes[1])"] {
      #expect(throws: GitError.self) { try blobs.bytes(of: hash) }
    }
    #expect(try blobs.bytes(of: hashes[3]) == contents[3])
    #expect(try await vault.writeBlobs([]) == [])
  }

  @Test("A tree is made of any files, and a path that leads outside is refused")
  func trees() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    let blob = try await vault.writeBlobs([Array("x".utf8)])[0]
    let files: Tree = [
      NotePath("x"): TreeEntry(.file, blob: blob),
      NotePath("d/y"): TreeEntry(.executable, blob: blob),
      NotePath("d/e/é z"): TreeEntry(.link, blob: blob),
    ]
    let tree = try await vault.makeTree(from: nil, files: files)
    #expect(try await vault.tree(of: tree) == files)
    #expect(try await vault.tree(of: try await vault.makeTree(from: tree, files: [:])) == [:])
    for path in ["../x", ".git/config", "a/.GIT/x", "/x", "a//b", ""] {
      let failure = await problem {
        _ = try await vault.makeTree(
          from: nil, files: [NotePath(path): TreeEntry(.file, blob: blob)])
      }
      #expect(failure != nil, "\(path)")
    }
    #expect(lab.folder.names(in: "vault/.git/notes-tui") == [])
  }

  @Test("Two repositories make the same commit from the same tree, author and date")
  func commits() async throws {
    let lab = try await GitLab()
    let (one, other) = (try await lab.vault(), try await lab.vault(named: "other"))
    let person = CommitPerson(name: "notes-tui", email: "notes-tui@localhost")
    var made: [String] = []
    for vault in [one, other] {
      made.append(
        try await vault.commit(
          tree: try await vault.makeTree(from: nil, files: [:]), parents: [], message: "same",
          person: person, date: 1_700_000_000))
    }
    #expect(made[0] == made[1])
    let facts = try await one.commitFacts(made[0])
    #expect(facts.author == "notes-tui")
    #expect(facts.date == 1_700_000_000)
  }

  @Test("A branch moves only if it is still at the expected commit")
  func moving() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    let first = try #require(try await vault.head())
    lab.folder.write("vault/b.md", "two\n")
    let second = try await vault.snapshot()
    let moved = GitError.branchMoved("main")
    #expect(await problem { try await vault.moveBranch("main", to: first, from: first) } == moved)
    #expect(await problem { try await vault.moveBranch("main", to: first, from: nil) } == moved)
    #expect(try await vault.head() == second)
    try await vault.moveBranch("new", to: first, from: nil)
    #expect(try await vault.resolve("new") == first)
    let none = await problem { try await vault.moveBranch("none", to: second, from: first) }
    #expect(none == .branchMoved("none"))
    #expect(try await vault.resolve("nowhere") == nil)
    #expect(try await vault.mergeBases(first, second) == [first])
    #expect(try await vault.isAncestor(first, of: second))
    #expect(try await !vault.isAncestor(second, of: first))
    #expect(try await vault.commits(from: first, to: second) == 1)
    let alone = try await vault.commit(
      tree: try await vault.commitFacts(first).tree, parents: [], message: "alone")
    #expect(try await vault.mergeBases(alone, second) == [])
    for bad in ["", "HEAD", "--all", "-x"] {
      #expect(await problem { _ = try await vault.mergeBases(bad, second) } != nil)
    }
  }

  @Test("The index follows a commit, and no file is touched")
  func index() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    let first = try #require(try await vault.head())
    lab.folder.write("vault/b.md", "two\n")
    _ = try await vault.snapshot()
    try await vault.readIndex(from: first)
    #expect(lab.folder.text("vault/b.md") == "two\n")
    #expect(try await lab.git("ls-files") == "a.md")
  }

  @Test("A missing name for commits is reported")
  func noName() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    lab.folder.write("home/.gitconfig", "[user]\n\tuseConfigOnly = true\n")
    let tree = try await vault.makeTree(from: nil, files: [:])
    #expect(
      await problem { _ = try await vault.commit(tree: tree, parents: [], message: "x") } == .noName
    )
  }
}
