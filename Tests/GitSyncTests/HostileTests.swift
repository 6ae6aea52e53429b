import Entities
@testable import GitSync
import Glibc
import Merging
import TestSupport
import Testing

/// Ways in which a repository's own settings run a program, each with what plain git does there.
struct HostileLine: CustomTestStringConvertible, Sendable {
  var name: String
  /// Settings of the repository; CANARY is a program that leaves a file.
  var settings: [(key: String, value: String)]
  var attributes = ""
  /// The person's own settings; LFS is a filter that runs what the repository says, as git-lfs does.
  var own: [(key: String, value: String)] = []
  /// What a person would call, and what then has run the program.
  var plain: [[String]]

  var testDescription: String { name }

  static let all = [
    HostileLine(name: "fsmonitor", settings: [("core.fsmonitor", "CANARY")], plain: [["status"]]),
    HostileLine(
      name: "hooks", settings: [("core.hooksPath", "HOOKS")],
      plain: [["commit", "--allow-empty", "-qm", "x"]]),
    HostileLine(
      name: "clean", settings: [("filter.x.clean", "CANARY")], attributes: "* filter=x",
      plain: [["add", "-A"]]),
    HostileLine(
      name: "process", settings: [("filter.x.process", "CANARY"), ("filter.x.required", "true")],
      attributes: "* filter=x", plain: [["add", "-A"]]),
    HostileLine(
      name: "lfs extension", settings: [("lfs.extension.x.clean", "CANARY")],
      attributes: "* filter=lfs", own: [("filter.lfs.clean", "LFS")], plain: [["add", "-A"]]),
    HostileLine(
      name: "uploadpack", settings: [("remote.origin.uploadpack", "CANARY")],
      plain: [["fetch", "-q"]]),
    HostileLine(
      name: "receivepack", settings: [("remote.origin.receivepack", "CANARY")],
      plain: [["push", "-q", "origin", "HEAD:refs/heads/other"]]),
    HostileLine(
      name: "ext",
      settings: [("protocol.ext.allow", "always"), ("remote.origin.url", "ext::CANARY")],
      plain: [["fetch", "-q"]]),
    HostileLine(
      name: "vcs",
      settings: [
        ("protocol.ext.allow", "always"), ("remote.origin.vcs", "ext"),
        ("remote.origin.url", "CANARY"),
      ],
      plain: [["fetch", "-q"]]),
    HostileLine(
      name: "insteadOf",
      settings: [("protocol.ext.allow", "always"), ("url.ext::CANARY .insteadOf", "/")],
      plain: [["fetch", "-q"]]),
    HostileLine(
      name: "sshCommand",
      settings: [("core.sshCommand", "CANARY"), ("remote.origin.url", "ssh://nowhere.invalid/x")],
      plain: [["fetch", "-q"]]),
    HostileLine(
      name: "gitProxy",
      settings: [("core.gitProxy", "CANARY"), ("remote.origin.url", "git://nowhere.invalid/x")],
      plain: [["fetch", "-q"]]),
    HostileLine(
      name: "gpg",
      settings: [("commit.gpgSign", "true"), ("gpg.program", "CANARY")],
      plain: [["commit", "--allow-empty", "-qm", "x"]]),
    HostileLine(
      name: "key command",
      settings: [
        ("commit.gpgSign", "true"), ("gpg.format", "ssh"), ("gpg.ssh.defaultKeyCommand", "CANARY"),
      ],
      plain: [["commit", "--allow-empty", "-qm", "x"]]),
    HostileLine(
      name: "partial clone",
      settings: [
        ("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"), ("remote.origin.uploadpack", "CANARY"),
      ],
      plain: [["cat-file", "-p", String(repeating: "1", count: 40)]]),
  ]
}

@Suite("A repository is treated as hostile until it is checked")
struct HostileTests {
  @Test("Plain git runs the repository's program, but our calls do not", arguments: HostileLine.all)
  func table(_ line: HostileLine) async throws {
    let lab = try await GitLab()
    var vault = try await lab.vault()
    try await lab.remote()
    let canary = lab.folder.path("canary.sh")
    lab.folder.write("canary.sh", "#!/bin/sh\n: >'\(lab.folder.path("sang"))'\nexit 1\n")
    lab.folder.setMode("canary.sh", 0o755)
    for hook in [
      "pre-commit", "reference-transaction", "post-index-change", "pre-push", "post-checkout",
    ] {
      lab.folder.write("hooks/\(hook)", "#!/bin/sh\n: >'\(lab.folder.path("sang"))'\n")
      lab.folder.setMode("hooks/\(hook)", 0o755)
    }
    if !line.attributes.isEmpty { lab.folder.write("vault/.gitattributes", line.attributes + "\n") }
    lab.folder.write(
      "lfs.sh", "#!/bin/sh\n$(git config lfs.extension.x.clean) </dev/null\nexec cat\n")
    lab.folder.setMode("lfs.sh", 0o755)
    for (key, value) in line.own {
      try await lab.git(
        "config", "--global", key, value.replacing("LFS", with: lab.folder.path("lfs.sh")))
    }
    for (key, value) in line.settings {
      func filled(_ text: String) -> String {
        text.replacing("CANARY", with: canary).replacing("HOOKS", with: lab.folder.path("hooks"))
      }
      try await lab.git("config", filled(key), filled(value))
    }
    vault = try await vault.again()
    #expect(!vault.foreignSettings.isEmpty, "the person is asked")
    lab.folder.write("vault/new.md", "new\n")
    // Newer than any index: each command that writes one filters the file to compare it.
    for name in ["a.md", "new.md"] {
      lab.folder.setModified("vault/\(name)", seconds: 4_000_000_000)
    }

    await callAll(vault)
    #expect(!lab.folder.exists("sang"), "\(line.name)")

    lab.folder.write("vault/more.md", "more\n")
    for command in line.plain { _ = try await lab.plain(command) }
    #expect(lab.folder.exists("sang"), "plain git does not run it: the test proves nothing")
  }

  /// Each call that there is, whatever it says.
  private func callAll(_ vault: GitRepository) async {
    _ = try? await GitRepository.find(at: vault.root, program: vault.program)
    _ = try? await vault.obstacle()
    _ = try? await vault.branch()
    _ = try? await vault.unstaged()
    _ = try? await vault.stageAll()
    guard let old = try? await vault.head() else { return }
    _ = try? await vault.commitFacts(old)
    let files = (try? await vault.tree(of: old)) ?? [:]
    let blobs = try? vault.blobs()
    for entry in files.values { _ = try? blobs?.bytes(of: entry.blob) }
    _ = try? blobs?.bytes(of: String(repeating: "1", count: 40))
    _ = try? await vault.writeBlobs([Array("x".utf8)])
    _ = try? await vault.makeTree(from: old, files: files)
    if let tree = try? await vault.writeIndexTree(),
      let new = try? await vault.commit(tree: tree, parents: [old], message: "x")
    {
      _ = try? await vault.commit(tree: tree, parents: [old], message: "x", isSigned: true)
      _ = try? await vault.moveBranch("main", to: new, from: old)
      _ = try? await vault.mergeBases(old, new)
      _ = try? await vault.isAncestor(old, of: new)
      _ = try? await vault.commits(from: old, to: new)
      _ = try? await vault.readIndex(from: new)
      _ = try? await vault.fetch("origin")
      _ = try? await vault.push(new, to: "origin", branch: "main")
    }
    _ = try? await vault.remotes()
    _ = try? await vault.again().address(of: "origin")
  }

  @Test("Hooks of a remote in a local folder do not run")
  func remoteHooks() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    try await lab.remote()
    for hook in ["pre-receive", "update", "post-receive", "post-update", "reference-transaction"] {
      lab.folder.write(
        "remote.git/hooks/\(hook)", "#!/bin/sh\n: >'\(lab.folder.path("sang"))'\n")
      lab.folder.setMode("remote.git/hooks/\(hook)", 0o755)
    }
    lab.folder.write("vault/b.md", "two\n")
    let commit = try await vault.snapshot()
    try await vault.fetch("origin")
    #expect(try await vault.push(commit, to: "origin", branch: "main") == .pushed)
    #expect(!lab.folder.exists("sang"))
    try await lab.git("push", "-q", "origin", "HEAD:refs/heads/other")
    #expect(lab.folder.exists("sang"), "plain git does not run it: the test proves nothing")
  }

  @Test("Only harmless settings pass, and the others are listed")
  func foreign() async throws {
    let lab = try await GitLab()
    let vault = try await lab.vault()
    try await lab.remote()
    #expect(try await vault.again().foreignSettings == [])
    lab.folder.write("more", "[alias]\n\tx = !true\n")
    for (key, value) in [
      ("include.path", lab.folder.path("more")), ("core.editor", "x"), ("gpg.program", "x"),
      ("remote.inner.url", "../inner.git"), ("remote.own.url", lab.folder.path("vault/x.git")),
      ("remote.far.url", "git@example.org:ann/notes.git"), ("branch.main.remote", "origin"),
    ] {
      try await lab.git("config", key, value)
    }
    let lines = try await vault.again().foreignSettings
    #expect(
      Set(lines) == [
        "include.path=\(lab.folder.path("more"))", "alias.x=!true", "core.editor=x",
        "gpg.program=x", "remote.inner.url=../inner.git",
        "remote.own.url=\(lab.folder.path("vault/x.git"))",
      ])
    let digest = try await vault.digest(ofSettings: lines)
    #expect(try await vault.digest(ofSettings: lines) == digest)
    #expect(try await vault.digest(ofSettings: Array(lines.dropLast())) != digest)
  }
}
