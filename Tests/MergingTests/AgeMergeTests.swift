import Comparing
import Entities
import Merging
import Services
import Synchronization
import Testing

/// A vault whose files are closed by a number in front, another one each time.
private final class FakeAge: AgeOpening {
  private let count = Mutex(UInt8(64))
  private let locked = Mutex(false)

  var isLocked: Bool {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }

  func open(_ path: NotePath, _ bytes: [UInt8]) throws -> [UInt8]? {
    isLocked || bytes.first == nil ? nil : bytes.dropFirst().map { $0 ^ 1 }
  }

  func close(_ path: NotePath, _ plain: [UInt8]) throws -> [UInt8] {
    [
      count.withLock { count in
        count += 1
        return count
      }
    ] + plain.map { $0 ^ 1 }
  }

  func notePath(of path: NotePath, _ bytes: [UInt8]) -> NotePath? {
    guard let plain = (try? open(path, bytes)) ?? nil,
      let line = plain.split(separator: 0x0a).first,
      line.starts(with: "<!-- notes-tui: ".utf8)
    else { return nil }
    return NotePath(bytes: Array(line.dropFirst(16).dropLast(4)))
  }

  func newPath() -> NotePath { NotePath("nnnnnnnnnnnnnnnnnnnnnnnnna.age") }

  func closed(_ text: String, _ number: UInt8) -> String {
    String(decoding: [number] + text.utf8.map { $0 ^ 1 }, as: UTF8.self)
  }

  func opened(_ text: String?) -> String? {
    text.map { String(decoding: $0.utf8.dropFirst().map { $0 ^ 1 }, as: UTF8.self) }
  }
}

@Suite struct AgeMergeTests {
  private static let name = "abcdefghijklmnopqrstuvwxya.age"

  private func merged(
    _ age: FakeAge, _ base: String?, _ one: String, _ other: String
  ) throws -> (texts: [String: String], merged: MergedTree) {
    try TreeCase(
      base: base.map { [Self.name: age.closed($0, 1)] } ?? [:],
      one: [Self.name: age.closed(one, 2)], other: [Self.name: age.closed(other, 3)], opener: age
    ).merged()
  }

  @Test func notesAreOpenedMergedAndClosed() throws {
    let age = FakeAge()
    let head = "<!-- notes-tui: x/a.md -->\n"
    let found = try merged(age, head + "a\nb\nc\n", head + "A\nb\nc\n", head + "a\nb\nC\n")
    #expect(found.texts.mapValues(age.opened) == [Self.name: head + "A\nb\nC\n"])
    #expect(found.merged.events == [.merged(NotePath(Self.name))])
  }

  @Test func aNoteThatWasRenamedInsideKeepsTheNewName() throws {
    let age = FakeAge()
    let (old, new) = ("<!-- notes-tui: a.md -->\n", "<!-- notes-tui: b.md -->\n")
    let found = try merged(age, old + "a\nb\nc\n", new + "a\nb\nc\n", old + "a\nb\nC\n")
    #expect(found.texts.mapValues(age.opened) == [Self.name: new + "a\nb\nC\n"])
  }

  @Test func ofEqualTextsTheSmallerBlobIsTaken() throws {
    let age = FakeAge()
    let blobs = MemoryBlobs()
    let found = try merged(age, "a\n", "b\n", "b\n")
    let ids = [UInt8(2), 3].map { blobs.blob(Array(age.closed("b\n", $0).utf8)) }
    #expect(
      found.merged.files == [NotePath(Self.name): .unchanged(TreeEntry(blob: ids.min() ?? ""))])
  }

  @Test func aFileThatWasOnlyClosedAgainHasNotChanged() throws {
    let age = FakeAge()
    let found = try merged(age, "a\n", "a\n", "b\n")
    #expect(found.texts.mapValues(age.opened) == [Self.name: "b\n"])
  }

  /// Today's note, begun on both devices under two file names.
  @Test func notesOfOneNameThatBothMadeBecomeOne() throws {
    let age = FakeAge()
    let (head, elsewhere) = ("<!-- notes-tui: daily/1.md -->\n", "<!-- notes-tui: b.md -->\n")
    let names = ["b", "c", "d"].map { $0 + "bcdefghijklmnopqrstuvwxya.age" }
    for turned in [false, true] {
      let found = try TreeCase(
        base: [:], one: [names[1]: age.closed(head + "same\none\n", 1)],
        other: [
          names[0]: age.closed(head + "same\n", 2), names[2]: age.closed(elsewhere + "x\n", 3),
        ], opener: age
      ).merged(turned: turned)
      #expect(
        found.texts.mapValues(age.opened)
          == [names[0]: head + "same\none\n", names[2]: elsewhere + "x\n"])
    }
  }

  @Test func whatWasTypedWhileASyncWritesIsMergedAndClosed() throws {
    let age = FakeAge()
    let (old, new) = ("<!-- notes-tui: a.md -->\n", "<!-- notes-tui: b.md -->\n")
    func bytes(_ text: String, _ number: UInt8) -> [UInt8] { Array(age.closed(text, number).utf8) }
    let rows: [(base: String?, one: String, other: String, result: String)] = [
      (old + "a\nb\n", old + "A\nb\n", new + "a\nb\nc\n", new + "A\nb\nc\n"),
      (old + "a\n", old + "b\n", old + "b\n", old + "b\n"),
      (nil, old + "a\n", old + "a\nb\n", old + "a\nb\n"),
    ]
    for row in rows {
      let merged = try #require(
        try FileMerge.merge(
          closedAt: NotePath(Self.name), base: row.base.map { bytes($0, 1) },
          one: bytes(row.one, 2),
          other: bytes(row.other, 3), names: ConflictNames("here", "there"), opener: age))
      #expect(age.opened(String(decoding: merged.bytes, as: UTF8.self)) == row.result)
      #expect(merged.conflicts == 0)
    }
    age.isLocked = true
    #expect(
      try FileMerge.merge(
        closedAt: NotePath(Self.name), base: nil, one: [1], other: [2],
        names: ConflictNames("here", "there"), opener: age) == nil)
  }

  @Test func whatCannotBeOpenedIsKeptTwiceUnderNamesThatVaultsHave() throws {
    let age = FakeAge()
    age.isLocked = true
    let found = try merged(age, "a\n", "b\n", "c\n")
    age.isLocked = false
    #expect(Set(found.texts.values.map { age.opened($0) ?? "" }) == ["b\n", "c\n"])
    #expect(found.texts.keys.allSatisfy { $0.utf8.count == 30 && $0.hasSuffix(".age") })
    let single = try TreeCase(
      base: [:], one: ["Plan.md.age": "\u{1}a"], other: ["Plan.md.age": "\u{2}b"]
    ).merged()
    #expect(
      Set(single.texts.keys) == ["Plan.md.age", "Plan (from phone 2026-03-02 0905).md.age"])
  }
}
