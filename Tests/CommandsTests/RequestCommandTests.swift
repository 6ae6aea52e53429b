import Entities
import OpenVault
import Services
import TestSupport
import Testing
import VaultSettings

@testable import Commands

@MainActor
@Suite("open-uri and requests")
struct RequestCommandTests {
  private let scene = CommandScene(["Plan.md": "# Plan\n", "in/Log.md": "log\n"])

  private func text(_ path: String) async -> String? { await scene.store.text(of: NoteID(path)) }

  @Test("Without a terminal nothing is written: the request waits until a person answers")
  func waits() async {
    #expect(await scene.run("open-uri", "obsidian://new?file=Clips%2FTea&content=hot") == .done)
    #expect(
      scene.messages == ["notes-tui: new note “Clips/Tea.md”: asks for your answer in notes-tui."])
    #expect(scene.notifications.count == 1)
    #expect(await text("Clips/Tea.md") == nil)
    #expect(await scene.run("requests") == .done)
    #expect(scene.results == "2026-03-02 10:30\tnew note “Clips/Tea.md”\n")
  }

  private nonisolated static let writings: [(String, String, String)] = [
    ("new?file=Clips%2FTea&content=hot", "Clips/Tea.md", "hot"),
    ("new?file=Plan&content=other", "Plan 2.md", "other"),
    ("new?file=Plan.md&append=true&content=more", "Plan.md", "# Plan\nmore\n"),
    ("new?file=Plan&prepend=true&content=first", "Plan.md", "first\n# Plan\n"),
    ("new?file=Plan&overwrite=true&content=all", "Plan.md", "all"),
    ("new?file=in%2FLog&clipboard&append&content=sorry", "in/Log.md", "log\ncopied\n"),
    ("new?name=Tea&content=hot", "Tea.md", "hot"), ("new?content=hot", "Untitled.md", "hot"),
    ("daily?&append=true&content=rain", "2026-03-02.md", "rain"),
    ("open?file=in%2FLog&append=true&content=more", "in/Log.md", "log\nmore\n"),
    ("new?path=%2Fvault%2Fnew%2FTea.md&content=hot", "new/Tea.md", "hot"),
  ]

  @Test("After a yes it is written as Obsidian would", arguments: writings)
  func writes(address: String, path: String, result: String) async throws {
    scene.vaults = MemoryVaults(["/vault"])
    scene.pasted = Array("copied".utf8)
    scene.streams.agrees = true
    #expect(await scene.run("open-uri", "obsidian://\(address)") == .done, "\(scene.messages)")
    #expect(await text(path) == result)
    #expect(scene.streams.questions.count == 1)
    #expect(await scene.state.asked.load().items == [])
  }

  @Test("A no writes nothing, and a text is replaced with a version of it")
  func answers() async throws {
    scene.streams.agrees = false
    let address = "obsidian://new?file=Plan&overwrite=true&content=all"
    #expect(await scene.run("open-uri", address) == .cancelled)
    #expect(await text("Plan.md") == "# Plan\n")
    #expect(await scene.state.asked.load().items == [])
    #expect(await scene.run("open-uri", address, "--yes") == .done)
    #expect(await text("Plan.md") == "all")
    #expect(try await scene.versions.versions(of: NoteID("Plan.md")).count == 1)
  }

  @Test("What was agreed to for good is written without a question, but nothing is replaced so")
  func agreed() async throws {
    try await scene.state.asked.change {
      for kind in AskedWriting.Kind.allCases { $0.agree(to: kind) }
    }
    #expect(await scene.run("open-uri", "obsidian://new?name=Tea&content=hot") == .done)
    #expect(await text("Tea.md") == "hot")
    let address = "obsidian://new?file=Plan&overwrite&content=all"
    #expect(await scene.run("open-uri", address) == .done)
    #expect(await text("Plan.md") == "# Plan\n")
    #expect(await scene.state.asked.load().items.map(\.kind) == [.replace])
  }

  private nonisolated static let refused: [(String, String, ExitCode)] = [
    ("obsidian://new?file=..%2Fx&content=a", "“../x” is not a path", .usage),
    ("obsidian://nope", "obsidian://nope is not supported", .usage),
    ("obsidian://%1B", "is not supported", .usage),
    ("obsidian://new?vault=Gone&name=a&content=a", "no known vault is called “Gone”", .notFound),
    ("obsidian://new?path=%2Fetc%2Fpasswd&content=a", "is in no known vault", .notFound),
    ("obsidian://new?name=a&clipboard&content=sorry", "which cannot be read here", .failed),
    ("obsidian://open?file=Gone&append&content=a", "no note “Gone”", .failed),
    ("obsidian://new?name=a.md.age&content=a", "is not a path that a note can have", .failed),
    ("obsidian://open?file=Plan", "there is no terminal here", .failed),
  ]

  @Test("What cannot be done is refused, and nothing is stored", arguments: refused)
  func refuses(address: String, message: String, code: ExitCode) async {
    #expect(await scene.run("open-uri", address) == code)
    #expect(scene.messages.count == 1 && scene.messages[0].contains(message), "\(scene.messages)")
    #expect(!scene.messages[0].contains("\u{1b}"))
    #expect(await scene.state.asked.load().items == [])
    #expect(await scene.store.ids.count == 2)
  }

  @Test("A vault is named by its name or by Obsidian's id, and only a known one")
  func vaults() async {
    scene.vaults = MemoryVaults(["/vault"])
    scene.obsidianVaults = [
      "0123456789abcdef": NotePath("/vault"), "fedcba9876543210": NotePath("/elsewhere"),
    ]
    for vault in ["vault", "Vault", "0123456789abcdef"] {
      let address = "obsidian://new?vault=\(vault)&name=\(vault)&content=x"
      #expect(await scene.run("open-uri", "--yes", address) == .done, "\(scene.messages)")
    }
    let address = "obsidian://new?vault=fedcba9876543210&name=x&content=x"
    #expect(await scene.run("open-uri", "--yes", address) == .notFound)
  }

  @Test(
    "On a terminal, addresses that only show open their screen",
    arguments: [
      ("open?file=Plan%23Goals", "notes://editor/Plan#Goals"), ("open", nil),
      ("open?path=%2Fnowhere%2Fin%2FLog.md", "notes://editor/in/Log.md"),
      ("search?query=a%20b", "notes://search/a%20b"), ("daily", "notes://daily"),
      ("choose-vault", "notes://login"),
    ] as [(String, String?)])
  func shows(address: String, screen: String?) async {
    scene.vaults = MemoryVaults(["/nowhere"])
    scene.streams.typed = ["x"]
    #expect(await scene.run("open-uri", "obsidian://\(address)") == .done, "\(scene.messages)")
    #expect(scene.openedScreens.map(\.place) == [screen])
  }
}
