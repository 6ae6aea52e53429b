import Entities
import Files
import OpenVault
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("What other programs asked to write")
struct AskedWritingsTests {
  private let folder = TemporaryFolder()

  private var file: StoredValue<AskedWritings> {
    StateFiles(
      stateFolder: Array(folder.path("state").utf8), vault: VaultID(NotePath("/home/ada/notes"))
    ).state().asked
  }

  private static let targets: [AskedWriting.Target] = [
    .note(NotePath("a b/c%.md")), .named("Tea\n1"), .today, .unique,
  ]

  private static func writing(_ target: AskedWriting.Target, _ text: String) -> AskedWriting {
    AskedWriting(
      arrived: Timestamp(seconds: 1_700_000_000), kind: .prepend, target: target,
      content: Array(text.utf8))
  }

  @Test("They are there in the next run with all that they had, each under a number of its own")
  func remembers() async throws {
    for target in Self.targets { try await file.change { $0.add(Self.writing(target, "x \n%")) } }
    try await file.change { $0.remove(2) }
    try await file.change { $0.add(Self.writing(.today, "")) }
    try await file.change { $0.agree(to: .append) }
    try await file.change { $0.agree(to: .replace) }
    let found = file.value()
    #expect(found.items.map(\.number) == [1, 3, 4, 5])
    #expect(found.items.map(\.target) == [Self.targets[0], .today, .unique, .today])
    #expect(found.items.map(\.content) == ["x \n%", "x \n%", "x \n%", ""].map { Array($0.utf8) })
    #expect(found.items.allSatisfy { $0.kind == .prepend && $0.arrived.seconds == 1_700_000_000 })
    #expect(found.agreed == [.append])
  }

  @Test("Only so many wait, so that no web page fills the disk")
  func limits() async throws {
    for _ in 0..<AskedWritings.most + 5 {
      try await file.change { $0.add(Self.writing(.today, "")) }
    }
    #expect(file.value().items.count == AskedWritings.most)
    var large = Self.writing(.today, "")
    large.content = [UInt8](repeating: 0, count: AskedWritings.mostBytes / 2 + 1)
    var asked = AskedWritings()
    asked.add(large)
    #expect(!asked.hasRoom(for: large))
    asked.add(large)
    #expect(asked.items.count == 1)
  }

  private static let added: [(text: String, other: String, atStart: Bool, result: String)] = [
    ("# A\n", "b", false, "# A\nb\n"), ("# A", "b\n", true, "b\n# A"),
    (
      "---\nsource: a\ntags: [x]\n---\n# A\n",
      "---\nsource: b\ntags: [x, y]\nauthor: Ann\n---\nnew\n",
      false, "---\nsource: a\ntags: [x, y]\nauthor: Ann\n---\n# A\nnew\n"
    ),
    ("---\na: 1\n---\nold\n", "---\na: 1\n---\nnew", true, "---\na: 1\n---\nnew\nold\n"),
    ("old\r\n", "new", false, "old\r\nnew\r\n"),
    ("old", "---\na: 1\n---\n", false, "---\na: 1\n---\nold"),
  ]

  @Test("A text is added with its properties, which are merged and not doubled", arguments: added)
  func adds(text: String, other: String, atStart: Bool, result: String) throws {
    let all = try MarkdownTexts().text(
      Array(text.utf8), adding: Array(other.utf8), atStart: atStart)
    #expect(String(decoding: all, as: UTF8.self) == result)
  }
}
