import Entities
import Merging
import Services
import TestSupport
import Testing

@Suite("Random notes and their copies")
struct ConflictModelTests {
  /// A note as three hands left it. Each line is another word, so that one that is lost is missed.
  private struct Hand {
    var random: SeededRandom
    var words = 0

    mutating func text(_ lines: Int, _ name: String) -> [String] {
      (0..<lines).map { _ in word(name) }
    }

    mutating func word(_ name: String) -> String {
      words += 1
      return "\(name)\(words)"
    }

    /// Lines put in, and the lines that this hand took out.
    mutating func edit(_ old: [String], _ name: String) -> (lines: [String], gone: Set<String>) {
      var (lines, gone) = (old, Set<String>())
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let line = Int.random(in: 0...lines.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where line < lines.count: gone.insert(lines.remove(at: line))
        case 1 where line < lines.count:
          gone.insert(lines[line])
          lines[line] = word(name)
        default: lines.insert(word(name), at: line)
        }
      }
      return (lines, gone)
    }
  }

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  @Test(
    "Lines go only if a person removed them, one undo restores all, and a second merge agrees",
    arguments: [UInt64](1...12))
  func merges(seed: UInt64) async throws {
    let vault = ConflictVault()
    var hand = Hand(random: SeededRandom(seed: seed))
    var wanted: [(note: String, lines: Set<String>)] = []
    for number in 0..<12 {
      let base = hand.text(Int.random(in: 3...20, using: &hand.random), "base")
      let (mine, myGone) = hand.edit(base, "mine")
      let (theirs, theirGone) = hand.edit(base, "theirs")
      let hasBase = Bool.random(using: &hand.random)
      if hasBase { try await vault.keep(text(base), of: "n\(number).md") }
      vault.folder.write("n\(number).md", text(mine))
      vault.folder.write(ConflictVault.copyName("n\(number)"), text(theirs))
      var lines = Set(mine + theirs)
      if hasBase { lines.subtract(myGone.union(theirGone)) }
      wanted.append(("n\(number).md", lines))
    }
    let before = vault.texts()
    let found = try await vault.copies()
    #expect(found.count == wanted.count)
    let receipt = try await vault.conflicts.merge(found, cleanOnly: false)
    let after = vault.texts()
    #expect(after.count == wanted.count)
    for (note, lines) in wanted {
      let there = String(decoding: after[note] ?? [], as: UTF8.self).split(separator: "\n")
      let missing = lines.subtracting(there.map(String.init))
      #expect(missing.isEmpty, "\(note), seed \(seed)")
    }
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.texts() == before)
    _ = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: false)
    #expect(vault.texts() == after)
  }

  @Test("Nine in ten of a thousand copies leave no marks and are merged", .thorough)
  func many() async throws {
    let vault = ConflictVault()
    let lines = (0..<40).map { "line \($0) of the note" }
    for number in 0..<1000 {
      let name = "n\(number)"
      try await vault.keep(text(lines), of: "\(name).md")
      var (mine, theirs) = (lines, lines)
      mine[5] = "mine \(number)"
      theirs[number % 10 == 0 ? 5 : 30] = "theirs \(number)"
      vault.folder.write("\(name).md", text(mine))
      vault.folder.write(ConflictVault.copyName(name), text(theirs))
    }
    let before = vault.texts()
    let receipt = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: true)
    #expect(receipt.merged.count == 900 && receipt.left.count == 100)
    let after = vault.texts()
    #expect(after.count == 1100)
    for copy in receipt.merged {
      let merged = String(decoding: after[copy.note.path.text] ?? [], as: UTF8.self)
      let number = copy.note.path.stem.text.dropFirst()
      #expect(merged.contains("mine \(number)\n") && merged.contains("theirs \(number)\n"))
    }
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.texts() == before)
  }
}
