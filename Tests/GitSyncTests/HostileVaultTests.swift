import Services
import TestSupport
import Testing

@testable import GitSync

/// A vault that came with a repository in it, in which every setting and every hook is a program of its own.
@Suite("A vault with a hostile repository")
struct HostileVaultTests {
  /// CANARY is the program of the setting.
  private static let settings = [
    ("core.fsmonitor", "CANARY"), ("core.sshCommand", "CANARY"), ("core.askPass", "CANARY"),
    ("core.gitProxy", "CANARY"), ("core.editor", "CANARY"), ("core.pager", "CANARY"),
    ("core.alternateRefsCommand", "CANARY"), ("sequence.editor", "CANARY"),
    ("pager.status", "CANARY"), ("pager.log", "CANARY"), ("diff.external", "CANARY"),
    ("diff.x.command", "CANARY"), ("diff.x.textconv", "CANARY"), ("merge.x.driver", "CANARY"),
    ("merge.notes-tui.driver", "CANARY"), ("filter.x.clean", "CANARY"),
    ("filter.x.smudge", "CANARY"), ("filter.y.process", "CANARY"), ("filter.lfs.clean", "CANARY"),
    ("filter.lfs.smudge", "CANARY"), ("filter.lfs.process", "CANARY"),
    ("lfs.customtransfer.x.path", "CANARY"), ("lfs.extension.x.clean", "CANARY"),
    ("credential.helper", "!CANARY"), ("credential.https://example.org.helper", "!CANARY"),
    ("gpg.program", "CANARY"), ("gpg.ssh.program", "CANARY"),
    ("gpg.ssh.defaultKeyCommand", "CANARY"), ("remote.origin.uploadpack", "CANARY"),
    ("remote.origin.receivepack", "CANARY"), ("uploadpack.packObjectsHook", "CANARY"),
    ("trailer.x.command", "CANARY"), ("alias.status", "!CANARY"), ("alias.fetch", "!CANARY"),
    ("alias.push", "!CANARY"),
  ]
  private static let hooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-push", "post-checkout",
    "post-merge", "post-rewrite", "post-index-change", "reference-transaction",
    "fsmonitor-watchman",
    "pre-auto-gc", "pre-merge-commit",
  ]

  @Test("None of 35 settings that run programs and 13 hooks in two folders runs, agreed to or not")
  func canaries() async throws {
    #expect(Self.settings.count == 35 && Self.hooks.count == 13)
    let bench = try await SyncBench()
    let (laptop, phone) = (try await bench.device("laptop"), try await bench.device("phone"))
    phone.folder.write("b.md", "one\n")
    _ = try await phone.sync()
    func canary(_ name: String, at path: String) {
      bench.home.write(path, "#!/bin/sh\n: >>'\(bench.home.path("sang"))/\(name)'\nexit 1\n")
      bench.home.setMode(path, 0o755)
    }
    bench.home.makeFolder("sang")
    for (number, setting) in Self.settings.enumerated() {
      canary("setting-\(number)", at: "canaries/\(number)")
      let value = setting.1.replacing("CANARY", with: bench.home.path("canaries/\(number)"))
      try bench.git("config --add '\(setting.0)' '\(value)'", in: laptop.path)
    }
    for hook in Self.hooks { canary("hook-\(hook)", at: "hooks/\(hook)") }
    laptop.folder.makeFolder(".git/hooks")
    _ = try bench.shell("cp '\(bench.home.path("hooks"))'/* '\(laptop.path)/.git/hooks'")
    try bench.git("config core.hooksPath '\(bench.home.path("hooks"))'", in: laptop.path)
    try bench.git("config commit.gpgSign true", in: laptop.path)
    laptop.folder.write("a.md", "one\n")
    laptop.folder.write(
      ".gitattributes", "a.md filter=x diff=x merge=x\nb.md filter=y\n*.bin filter=lfs\n")
    laptop.folder.write("c.bin", "content\n")
    // Plain git runs some of them; otherwise the test would prove nothing.
    _ = try? bench.git("add a.md", in: laptop.path)
    _ = try? bench.git("commit -qm x --allow-empty", in: laptop.path)
    #expect(!bench.home.names(in: "sang").isEmpty)
    _ = try bench.shell("rm -f '\(bench.home.path("sang"))'/* '\(laptop.path)/.git/index'")

    let service = laptop.service
    _ = try? await service.status()
    var agreed: Set<SyncQuestion> = []
    for _ in 0..<3 {
      do {
        _ = try await service.sync(SyncRequest(by: .automatic)) { _ in }
      } catch {}
      do throws(SyncFailure) {
        _ = try await service.sync(SyncRequest(by: .person, agreed: agreed)) { _ in }
      } catch .asks(let question) {
        agreed.insert(question)
      } catch {}
      laptop.folder.write("a.md", "changed\n")
      phone.folder.write("b.md", "changed there\n")
      _ = try? await phone.sync()
    }
    #expect(agreed.contains { if case .programs = $0 { true } else { false } })
    let repository = try await laptop.repository()
    #expect(try await repository.trusted(by: laptop.manner.trust).isTrusted)
    _ = try? await service.status()
    _ = try? await service.undoLast()
    _ = try? await service.setUp(
      SyncSetUp(url: bench.remote), SyncRequest(by: .person, agreed: agreed)
    ) {
      _ in
    }
    #expect(bench.home.names(in: "sang") == [])
  }
}
