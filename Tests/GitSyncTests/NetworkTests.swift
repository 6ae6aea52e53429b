import Entities
import Files
@testable import GitSync
import Glibc
import TestSupport
import Testing

@Suite("Fetching and pushing")
struct NetworkTests {
  @Test("The computer's addresses are those of its interfaces, except loopback")
  func machine() throws {
    let file = try Posix.open(Array("/proc/net/fib_trie".utf8), 0)
    let table = String(decoding: try Posix.read(file.raw, from: 0, atMost: 1 << 20), as: UTF8.self)
    var (last, wanted) = ([UInt8](), Set<[UInt8]>())
    for line in table.split(separator: "\n") {
      if let bars = line.firstRange(of: "|-- ") {
        last = line[bars.upperBound...].split(separator: ".").compactMap { UInt8($0) }
      } else if line.contains("host LOCAL"), last.first != 127 {
        wanted.insert(last)
      }
    }
    #expect(MachineAddresses().current().filter { $0.count == 4 } == wanted)
  }

  @Test("Pushed commits of others are fetched, and a push that comes too late is reported")
  func both() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    try await lab.remote()
    #expect(try await vault.remotes() == ["origin"])
    #expect(try await vault.again().address(of: "origin") == lab.folder.path("remote.git"))
    try await lab.git(
      "clone", "-q", lab.folder.path("remote.git"), lab.folder.path("other"))
    let other = try await GitRepository.find(at: lab.folder.path("other"), program: lab.program)
    lab.folder.write("other/b.md", "two\n")
    let theirs = try await other.snapshot()
    #expect(try await other.push(theirs, to: "origin", branch: "main") == .pushed)
    lab.folder.write("vault/c.md", "three\n")
    let ours = try await vault.snapshot()
    guard case .behind = try await vault.push(ours, to: "origin", branch: "main") else {
      Issue.record("it took what it had more than")
      return
    }
    try await vault.fetch("origin")
    #expect(try await vault.resolve("refs/remotes/origin/main") == theirs)
    #expect(try await vault.head() == ours)
    #expect(!lab.folder.exists("vault/.git/FETCH_HEAD"))
    // A branch deleted on the remote is deleted here.
    try await lab.git("update-ref", "-d", "refs/heads/main", in: "remote.git")
    try await vault.fetch("origin")
    #expect(try await vault.resolve("refs/remotes/origin/main") == nil)
    #expect(try await vault.push(ours, to: "origin", branch: "main") == .pushed)
  }

  @Test("An unreachable remote is offline, and so is a local folder without a repository")
  func away() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    try await lab.remote()
    lab.folder.rename("remote.git", to: "away.git")
    let head = try #require(try await vault.head())
    for failure in [
      await problem { try await vault.fetch("origin") },
      await problem { _ = try await vault.push(head, to: "origin", branch: "main") },
    ] {
      guard case .offline = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
  }

  @Test("A remote that hangs is given up and leaves nothing behind")
  func hanging() async throws {
    let lab = try await hangingLab { $0.connecting = .milliseconds(300) }
    let vault = try await GitRepository.find(at: lab.folder.path("vault"), program: lab.program)
    guard case .timedOut = await problem({ try await vault.fetch("origin") }) else {
      Issue.record("it was not given up")
      return
    }
    #expect(await isGone(lab))
  }

  @Test("A cancelled sync ends at once, together with the processes it started")
  func cancelled() async throws {
    let lab = try await hangingLab { $0.connecting = .seconds(600) }
    let vault = try await GitRepository.find(at: lab.folder.path("vault"), program: lab.program)
    let task = Task { await problem { try await vault.fetch("origin") } }
    while lab.folder.text("process")?.hasSuffix("\n") != true { await Task.yield() }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(await isGone(lab))
    let head = try #require(try await vault.head())
    #expect(!lab.folder.exists("vault/.git/index.lock"))
    #expect(try await vault.resolve(head) == head)
  }

  /// A vault whose remote is asked through an `ssh` that never answers.
  private func hangingLab(_ change: (inout GitPatience) -> Void) async throws -> GitLab {
    let lab = try await GitLab(change: change)
    _ = try await lab.vault()
    lab.folder.write("ssh", "echo $$ >'\(lab.folder.path("process"))'\nexec sleep 600\n")
    try await lab.git("remote", "add", "origin", "ssh://example.invalid/notes")
    try await lab.git("config", "--global", "core.sshCommand", "sh \(lab.folder.path("ssh"))")
    return lab
  }

  private func isGone(_ lab: GitLab) async -> Bool {
    guard let process = lab.folder.text("process").flatMap({ Int32($0.dropLast()) }) else {
      return false
    }
    for _ in 0..<2_000 {
      if kill(process, 0) != 0 { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  @Test(
    "git's error messages are distinguished",
    arguments: [
      ("ssh: Could not resolve hostname x: Name or service not known", "offline"),
      ("fatal: unable to access 'https://x/': Could not resolve host: x", "offline"),
      ("ssh: connect to host x port 22: Connection refused", "offline"),
      ("git@x: Permission denied (publickey).", "refusedCredentials"),
      (
        "fatal: could not read Username for 'https://x': terminal prompts disabled",
        "refusedCredentials"
      ),
      ("fatal: Authentication failed for 'https://x/'", "refusedCredentials"),
      (
        "Host key verification failed.\nfatal: Could not read from remote repository.",
        "unknownHost"
      ),
      (
        "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\n"
          + "Offending RSA key in /h/known_hosts:3\r\nHost key for x has changed and you have "
          + "requested strict checking.\r\nHost key verification failed.",
        "changedHost(\"x\", known: \"/h/known_hosts:3\")"
      ),
      (
        "WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!\nHost key for x';rm -rf / has changed",
        "changedHost(\"xrm-rf\", known: \"~/.ssh/known_hosts\")"
      ),
      ("remote: Repository not found.\nfatal: repository 'https://x/' not found", "notFoundThere"),
      ("error: file write error: No space left on device", "noSpace"),
      ("remote: fatal: bad object\nfatal: fsck error in packed object", "badObjects"),
      ("fatal: the remote end hung up unexpectedly", "offline"),
      ("fatal: something else", "failed"),
    ])
  func told(_ said: String, _ name: String) {
    let error = GitComplaint(Array(said.utf8)).error(command: "fetch", code: 128)
    #expect("\(error)".hasPrefix(name), "\(error)")
  }

  @Test("A remote's messages reach no terminal unescaped, and git's hints and progress are dropped")
  func cleaned() {
    let said = "Counting 1%\rCounting 2%\nhint: do this\nfatal: a\u{1b}[2Jb\n"
    #expect(GitComplaint(Array(said.utf8)).said == "fatal: a?[2Jb")
  }

  @Test("A password in an address is hidden, and a folder is distinguished from a host")
  func addresses() {
    #expect(GitAddress.withoutPassword("https://a:b@c/x@y") == "https://a@c/x@y")
    #expect(GitAddress.withoutPassword("git@c:x") == "git@c:x")
    for (address, isLocal) in [
      ("/a/b", true), ("../a", true), ("file:///a", true), ("git@c:x", false), ("c:x", false),
      ("./c:x", true), ("https://c/x", false), ("ext::x", false),
    ] {
      #expect(GitAddress.isLocal(address) == isLocal, "\(address)")
    }
  }
}
