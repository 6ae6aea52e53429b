import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("The index compared with the files")
struct IndexModelTests {
  private static let words = ["alpha", "beta", "針山", "Ünder", "x1", "gamma", "delta"]

  /// A vault that changes at random, with its index.
  private struct Change {
    let files = MemoryVault()
    var random: SeededRandom
    var seconds: Int64 = 1_000_000

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value? {
      values.randomElement(using: &random)
    }

    private mutating func oneIn(_ count: Int) -> Bool {
      Int.random(in: 0..<count, using: &random) == 0
    }

    private mutating func path() -> NotePath {
      let folder = ["", "a/", "a/b/", "c/"].randomElement(using: &random) ?? ""
      return NotePath("\(folder)n\(Int.random(in: 0..<40, using: &random)).md")
    }

    private mutating func text() -> [UInt8] {
      var text = oneIn(3) ? "---\ntags: [t\(seconds % 5)]\naliases: Other\n---\n" : ""
      if oneIn(2) { text += "# Title \(seconds % 9)\n\n" }
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        text += IndexModelTests.words.randomElement(using: &random) ?? ""
        text +=
          [" ", "\n\n- [ ] do 📅 2026-03-01\n\n", " #tag/x ", " [[n1#Part|T]] ", ", "]
          .randomElement(using: &random) ?? ""
      }
      return Array(text.utf8)
    }

    /// Now, or some time earlier.
    private mutating func moment() -> Int64 {
      seconds += 1
      return oneIn(4) ? Int64.random(in: 999_000...seconds, using: &random) : seconds
    }

    /// One change by another program; returns the notes that it touched.
    mutating func step() -> [NoteID] {
      let known = files.paths
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let path = path()
        let (text, moment) = (text(), moment())
        files.write(path, text, seconds: moment)
        return [NoteID(path)]
      case 4, 5:
        guard let path = pick(known) else { return [] }
        let (text, moment) = (text(), moment())
        files.overwrite(path, text, seconds: moment)
        return [NoteID(path)]
      case 6, 7:
        guard let path = pick(known) else { return [] }
        files.remove(path)
        return [NoteID(path)]
      case 8:
        guard let old = pick(known) else { return [] }
        let new = path()
        if old == new { return [] }
        files.rename(old, to: new)
        return [NoteID(old), NoteID(new)]
      default:
        guard let path = pick(known), let fact = files.facts(of: NoteID(path)) else { return [] }
        var buffer = [UInt8](repeating: 0, count: fact.size)
        _ = try? buffer.withUnsafeMutableBytes { try files.read(NoteID(path), into: $0) }
        // Only touched: the text and its time are the same.
        files.overwrite(path, buffer, seconds: fact.modified.seconds)
        return [NoteID(path)]
      }
    }
  }

  private func compare(_ index: VaultIndex, _ files: MemoryVault) async throws {
    let folder = TemporaryFolder()
    let fresh = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await fresh.reconciled()
    let (found, expected) = (try IndexDump.lines(index), try IndexDump.lines(fresh))
    #expect(Set(found).symmetricDifference(expected) == [])
    #expect(found.count == expected.count)
    #expect(try IndexDump.order(index) == IndexDump.order(fresh))
    #expect(try IndexDump.troubles(index) == [])
    for word in ["alpha", "be", "針", "針山", "under", "title", "n1"] {
      #expect(
        try IndexDump.notes(index, beginning: word) == IndexDump.notes(fresh, beginning: word))
    }
  }

  @Test("A patched index matches a new one after any change", arguments: 0..<8)
  func patching(_ seed: Int) async throws {
    var change = Change(seed: UInt64(seed))
    let folder = TemporaryFolder()
    var index = VaultIndex(files: change.files, folder: folder.bytes, clock: UTCClock())
    _ = await index.reconciled()
    for round in 0..<60 {
      var touched: [NoteID] = []
      for _ in 0..<Int.random(in: 1...12, using: &change.random) { touched += change.step() }
      switch Int.random(in: 0..<8, using: &change.random) {
      case 0...2: _ = await index.reconciled()
      case 3...5: _ = try await index.refresh(touched)
      case 6: #expect(try index.index.freshen())
      default:
        index = VaultIndex(files: change.files, folder: folder.bytes, clock: UTCClock())
        #expect(try index.index.freshen())
      }
      if round % 6 == 0 { try await compare(index, change.files) }
    }
    _ = await index.reconciled()
    try await compare(index, change.files)
    let again = await index.reconciled()
    #expect(again.change == IndexChange())
  }

  @Test("Words are found in the notes that have them, and no longer where they were before")
  func words() async throws {
    let files = MemoryVault()
    files.write("a.md", "alpha 針山紀行", seconds: 1)
    files.write("b.md", "Alphabet", seconds: 2)
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await index.reconciled()
    let (a, b) = (NotePath("a.md"), NotePath("b.md"))
    #expect(try IndexDump.notes(index, beginning: "alpha") == [a, b])
    #expect(try IndexDump.notes(index, beginning: "alphab") == [b])
    #expect(try IndexDump.notes(index, beginning: "紀") == [a])
    files.write("a.md", "beta", seconds: 3)
    _ = try await index.refresh([NoteID(a)])
    #expect(try IndexDump.notes(index, beginning: "alpha") == [b])
    #expect(try IndexDump.notes(index, beginning: "b") == [a, b])
    files.remove(b)
    _ = await index.reconciled()
    #expect(try IndexDump.notes(index, beginning: "b") == [a])
  }

  @Test("All words of a huge note are found")
  func huge() async throws {
    let files = MemoryVault()
    let words = (0..<450_000).map { "w" + String($0, radix: 36) + "x" }
    files.write("huge.md", words.joined(separator: " ") + " w0x again", seconds: 2)
    files.write("small.md", "w0x", seconds: 1)
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await index.reconciled()
    files.overwrite(NotePath("small.md"), Array("other".utf8), seconds: 3)
    _ = await index.reconciled()
    for place in [0, 1, 199_999, 200_000, 200_001, 399_999, 400_000, 449_999] {
      #expect(try IndexDump.notes(index, beginning: words[place]) == [NotePath("huge.md")])
    }
    #expect(try IndexDump.notes(index, beginning: "other") == [NotePath("small.md")])
    #expect(try IndexDump.troubles(index) == [])
  }

  @Test("An unchanged vault is not read again")
  func unchanged() async throws {
    var change = Change(seed: 1)
    for _ in 0..<100 { _ = change.step() }
    let folder = TemporaryFolder()
    let index = VaultIndex(files: change.files, folder: folder.bytes, clock: UTCClock())
    let first = await index.reconciled()
    #expect(first.isFirst)
    let reads = change.files.reads
    #expect(await index.reconciled() == [])
    #expect(change.files.reads == reads)
  }

  @Test("Changed notes are reported, and only those are read")
  func told() async throws {
    let files = MemoryVault()
    for number in 0..<50 { files.write("f\(number % 3)/n\(number).md", "text", seconds: 100) }
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await index.reconciled()
    let reads = files.reads
    files.write("f1/n1.md", "other", seconds: 200)
    files.write("new/n.md", "new", seconds: 201)
    files.remove(NotePath("f2/n2.md"))
    let change = await index.reconciled().change
    #expect(change.updated == [NoteID("new/n.md"), NoteID("f1/n1.md")])
    #expect(change.removed == [NoteID("f2/n2.md")])
    #expect(files.reads == reads + 2)
    #expect(try IndexDump.order(index).prefix(2) == [NotePath("new/n.md"), NotePath("f1/n1.md")])
  }

  @Test("Any number of notes that appear between two others are sorted in correctly")
  func crowds() async throws {
    let files = MemoryVault()
    for number in 0..<10 { files.write("n\(number).md", "text", seconds: Int64(number) * 1000) }
    let folder = TemporaryFolder()
    let index = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await index.reconciled()
    for number in 0..<12 {
      files.write("m\(number).md", "text", seconds: 4000 + Int64(number))
    }
    _ = await index.reconciled()
    try await compare(index, files)
    // More than fit, one by one and all at once.
    for number in 0..<40 {
      files.write("k\(number).md", "text", seconds: 5500 + Int64(number % 7))
      _ = try await index.refresh([NoteID("k\(number).md")])
    }
    try await compare(index, files)
    for number in 0..<200 {
      files.write("j\(number).md", "text", seconds: 6500 + Int64(number % 7))
    }
    _ = await index.reconciled()
    try await compare(index, files)
  }
}
