import Entities
import Merging
import TestSupport
import Testing

/// Vaults that chance edits on two sides: notes, pictures, renames, folders, trash, copies of old texts.
@Suite struct TreeModelTests {
  @Test(arguments: 0..<5)
  func noLineThatASideAddedIsLost(run: Int) throws {
    var kinds: Set<Substring> = []
    for round in 0..<(Thorough.isAsked ? 4_000 : 240) {
      let seed = Thorough.seed &* 1_000_003 &+ UInt64(run * 10_000 + round)
      var chance = ChanceVault(seed: seed)
      let base = chance.files
      var (one, other) = (chance, chance)
      one.live(on: 1, &chance.random)
      other.live(on: 2, &chance.random)
      let isNew = Int.random(in: 0..<10, using: &chance.random) == 0
      let trees = TreeCase(
        base: isNew ? [:] : base, one: one.files, other: other.files,
        dates: (100, Int.random(in: 99...101, using: &chance.random)))
      let found = try trees.merged()
      #expect(found.merged == (try trees.merged(turned: true).merged), "seed \(seed)")

      let there = Self.words(in: found.texts)
      let old = Self.words(in: trees.base)
      for side in [one.files, other.files] {
        let lost = Self.words(in: side).subtracting(old).subtracting(there)
        #expect(lost.isEmpty, "seed \(seed): \(lost) of \(trees) in \(found.texts)")
      }
      // Words that both sides have in a note were not removed, so they stay.
      let both = Self.words(in: one.files).intersection(Self.words(in: other.files))
      #expect(both.isSubset(of: there), "seed \(seed): \(both.subtracting(there))")
      for path in found.texts.keys {
        #expect(PathRefusal(NotePath(path)) == nil)
        #expect(!found.texts.keys.contains { $0.hasPrefix(path + "/") }, "seed \(seed): \(path)")
      }
      for event in found.merged.events { kinds.insert("\(event)".prefix { $0 != "(" }) }
      try expectRest(trees, found.merged, seed)
    }
    // Otherwise the trials would have shown nothing.
    let wanted: Set<Substring> = [
      "merged", "conflicts", "keptBoth", "deletionOverruled", "nameTaken", "linksFollowed",
    ]
    #expect(wanted.isSubset(of: kinds), "run \(run): \(wanted.subtracting(kinds))")
  }

  /// Merged again with either side the result stays as it is.
  private func expectRest(_ trees: TreeCase, _ merged: MergedTree, _ seed: UInt64) throws {
    let blobs = MemoryBlobs()
    let result = MergeSide(tree: blobs.tree(merged), name: "merged", date: 300, hash: "3c")
    for side in [trees.one, trees.other].map(blobs.tree) {
      let old = MergeSide(tree: side, name: "side", date: 100, hash: "1a")
      let again = try TreeMerge.merge(base: side, one: result, other: old, blobs: blobs)
      #expect(blobs.tree(again) == result.tree && again.events.isEmpty, "seed \(seed)")
    }
  }

  /// Each word is typed once, and one that was glued to another is another one.
  private static func words(in files: [String: String]) -> Set<Substring> {
    Set(
      files.values.joined(separator: "\n")
        .split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
        .filter { $0.first == "w" && $0.dropFirst().first?.isNumber == true })
  }
}

/// A vault in which each word is another one.
private struct ChanceVault {
  var files: [String: String] = [:]
  var random: SeededRandom
  private var side = 0
  private var words = 0

  private static let names = [
    "daily.md", "a.md", "b.md", "x/c.md", "x/d.md", "x", "x.md", "y/e.md", "moved0.md",
    "moved1.md", "p.png", "q.png", "board.canvas", ".gitignore",
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    var random = random
    for name in Self.names where Int.random(in: 0..<2, using: &random) == 0 {
      put(content(name, &random), at: name)
    }
    self.random = random
  }

  private mutating func word() -> String {
    words += 1
    return "w\(side)n\(words)"
  }

  private mutating func content(_ name: String, _ random: inout SeededRandom) -> String {
    if name.hasSuffix(".png") { return "\0 \(word())" }
    if name.hasSuffix(".canvas") {
      return #"{"nodes":[{"id":"\#(word())","type":"text","text":"\#(word())","x":0}],"edges":[]}"#
    }
    var text = ""
    for _ in 0..<Int.random(in: 0..<7, using: &random) { text += word() + "\n" }
    return text
  }

  /// A file system has no file where a folder is.
  private mutating func put(_ text: String, at name: String) {
    let isInWay = files.keys.contains { $0.hasPrefix(name + "/") || name.hasPrefix($0 + "/") }
    if !isInWay { files[name] = text }
  }

  mutating func live(on side: Int, _ random: inout SeededRandom) {
    self.side = side
    for _ in 0..<Int.random(in: 0..<7, using: &random) { step(&random) }
  }

  private mutating func step(_ random: inout SeededRandom) {
    guard let name = Self.names.randomElement(using: &random) else { return }
    let some = files.keys.sorted().randomElement(using: &random) ?? "a.md"
    switch Int.random(in: 0..<10, using: &random) {
    case 0: put(content(name, &random), at: name)
    case 1:
      let text = files.removeValue(forKey: some)
      if Bool.random(using: &random), let text { put(text, at: ".trash/" + some) }
    case 2, 3:
      // A rename to a free name.
      if files[name] == nil, let text = files.removeValue(forKey: some) {
        put(text, at: name)
        if files[name] == nil { files[some] = text }
      }
    case 4: if files[name] == nil, let text = files[some] { put(text, at: name) }
    default: edit(some, &random)
    }
  }

  private mutating func edit(_ name: String, _ random: inout SeededRandom) {
    guard let old = files[name] else { return }
    if name.hasSuffix(".png") || old.hasPrefix("\0") || old.hasPrefix("{") {
      files[name] = content(old.hasPrefix("{") ? "a.canvas" : "a.png", &random)
      return
    }
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let index = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: lines.remove(at: index)
    case 1: lines[index] += " " + word()
    case 2:
      lines[index] =
        "[[\(["a", "moved0", "c", "p.png"].randomElement(using: &random) ?? "a")]] " + word()
    default: lines.insert(word(), at: index)
    }
    files[name] = lines.joined(separator: "\n")
  }
}
