import Conversion
import Entities
import TestSupport
import Testing
import Vault

/// `.notes-tui/converting` lies in the open where sync tools and other people can write it: whatever
/// it says, no encrypted note is lost.
@Suite("A conversion mark that is stale, forged or put back")
struct ForgedMarkTests {
  private static let mark = ".notes-tui/converting"
  private static let copying = "encrypting copying\n"

  private func encrypted() async throws -> Bench {
    let bench = Bench.small()
    try await bench.encrypt()
    return bench
  }

  private func takeBack(_ bench: Bench) throws -> [String] {
    let key = VaultLock.hasKeys(bench.vault.bytes) ? try bench.identity() : nil
    return try bench.conversion.takeBackEncryption(with: key, watch: { _ in true })
  }

  @Test("On an encrypted vault, rolling back is refused and changes nothing (security C1)")
  func takingBackIsRefused() async throws {
    let bench = try await encrypted()
    try bench.mark(.encrypting, .copying)
    let old = bench.tree
    let refusal = try #require(throws: ConversionError.self) { try takeBack(bench) }
    guard case .refused(let reasons) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(reasons.contains { $0.contains("a.md is gone") })
    #expect(bench.differences(from: old) == [])
  }

  @Test("On an encrypted vault, resuming preserves every note (security C1)")
  func goingOnKeepsAll() async throws {
    let bench = try await encrypted()
    let old = bench.tree
    bench.vault.write(Self.mark, Self.copying)
    try await bench.goOnEncrypting()
    #expect(bench.differences(from: old) == [])
    #expect(try bench.conversion.state() == .encrypted)
  }

  @Test("A person can stop a resumed conversion, and every note is preserved (security C1)")
  func stoppedKeepsAll() async throws {
    let bench = try await encrypted()
    bench.vault.write(Self.mark, Self.copying)
    bench.vault.write("new.md", "new")
    let old = bench.tree
    let identity = try bench.identity()
    await #expect(throws: ConversionError.self) {
      try await bench.conversion.encrypt(.begun(identity), watch: { _ in false })
    }
    for (path, text) in old where path != Array(Self.mark.utf8) {
      #expect(bench.tree[path] == text)
    }
  }

  @Test("Plain files deleted during a stop leave their encrypted copies (security C1)")
  func plainFilesDeleted() async throws {
    let bench = try await encrypted()
    bench.vault.write(Self.mark, Self.copying)
    try await bench.goOnEncrypting()
    try await bench.decrypt()
    #expect(bench.vault.text("a.md") == "# A\nsee [[b]]\n")
    #expect(bench.vault.text("deep/er/b.md") == "no newline at the end")
  }

  @Test("An encrypted copy with a different text is set aside with its keys, and named")
  func anotherText() async throws {
    let bench = try await encrypted()
    try bench.mark(.encrypting, .copying)
    bench.vault.write("a.md", "newer")
    bench.vault.write("deep/er/b.md", "no newline at the end")
    bench.vault.write(".trash/a.md", "trashed\n")
    bench.vault.write(".trash/.origin/a.md", "old/a.md\n1772447400 5\n")
    let notes = try takeBack(bench)
    #expect(notes.count == 1 && notes.first?.hasPrefix("a.md has another text now") == true)
    #expect(try bench.conversion.state() == .plain)
    #expect(bench.vault.text("a.md") == "newer")
    let aside = bench.vault.names(in: ".notes-tui/set-aside")
    #expect(aside.count == 3 && aside.contains("identity.age") && aside.contains("recovery.age"))
    let names = bench.vault.names()
    #expect(!names.contains { $0.hasSuffix(".age") })
  }

  private static let marks = [
    "encrypting copying\n", "encrypting removing\n", "decrypting copying\n",
    "decrypting removing\n",
    "rekeying copying\n", "rekeying removing\n", "encrypting cop", "copying encrypting\n",
    "encrypting copying encrypting copying\n", "", "\u{0}", String(repeating: "x ", count: 4_000),
  ]

  /// Whatever a person does then, with the right passphrase: each way may be refused.
  @Test(
    "No mark makes any command lose a text of an encrypted vault, whatever it says (security C1)",
    arguments: marks, [false, true])
  func anyMark(mark: String, isOwn: Bool) async throws {
    typealias Way = (Bench) async throws -> Void
    let ways: [Way] = [
      { _ = try await $0.goOnEncrypting() },
      { bench in
        _ = try bench.conversion.takeBackEncryption(with: try bench.identity()) { _ in true }
      },
      { bench in try bench.conversion.takeBackDecryption(with: try bench.identity()) { _ in true }
      },
      { _ = try await $0.decrypt() },
      { _ = try $0.conversion.finishWithoutKey() },
      { _ = try $0.conversion.finishRekeying() },
    ]
    for (index, way) in ways.enumerated() {
      let bench = try await encrypted()
      bench.vault.write(Self.mark, mark)
      if isOwn {
        let words = mark.split(separator: " ").map { String($0.filter { $0 != "\n" }) }
        guard words.count == 2, let direction = ConversionMark.Direction(rawValue: words[0]),
          let phase = ConversionMark.Phase(rawValue: words[1])
        else { return }
        try bench.mark(direction, phase)
      }
      try? await way(bench)
      // All notes are there, in one form or the other.
      if bench.vault.exists(Self.mark) { bench.vault.remove(Self.mark) }
      if VaultLock.isLocked(bench.vault.bytes) {
        try await bench.decrypt()
      }
      #expect(bench.vault.text("a.md") == "# A\nsee [[b]]\n", "\(index)")
      #expect(bench.vault.text("deep/er/b.md") == "no newline at the end", "\(index)")
      #expect(bench.vault.text(".trash/a.md") == "trashed\n", "\(index)")
    }
  }

  @Test("Notes whose keys are missing are never treated as copies", arguments: [true, false])
  func keysGone(isMarked: Bool) async throws {
    let bench = try await encrypted()
    bench.vault.remove(".notes-tui/identity.age")
    bench.vault.remove(".notes-tui/recovery.age")
    if isMarked { try bench.mark(.encrypting, .copying) }
    let old = bench.tree
    let key = try bench.newKey()
    await #expect(throws: ConversionError.self) {
      try await bench.conversion.encrypt(key, watch: { _ in true })
    }
    if isMarked { #expect(throws: ConversionError.self) { try takeBack(bench) } }
    #expect(bench.differences(from: old) == [])
  }

  @Test("Notes in the trash are enough to preserve the recovery key (security L7)")
  func trashAlone() async throws {
    let bench = try await encrypted()
    for name in bench.vault.names() where name.hasSuffix(".age") { bench.vault.remove(name) }
    bench.vault.remove(".notes-tui/identity.age")
    try bench.mark(.decrypting, .removing)
    let old = bench.tree
    #expect(try !bench.conversion.finishWithoutKey())
    #expect(bench.differences(from: old) == [])
  }
}
