import Comparing
import Entities
import FileStore
@testable import Merging
import Services
import TestSupport
import Testing

/// A note in the versions that a device kept of it, and a copy that another device made of one of them:
/// lists, tasks and prose, in which lines come up again.
private struct Inbox {
  var states: [[String]] = []
  var note: [String] = []
  var copy: [String] = []

  private static let things = [
    "milk", "eggs", "bread", "tea", "rice", "soap", "call Ann", "pay the rent", "book the train",
  ]
  private static let words = ["we", "saw", "the", "sea", "and", "a", "boat", "in", "rain", "again"]

  init(_ random: inout SeededRandom) {
    let kind = Int.random(in: 0..<4, using: &random)
    var lines: [String] = []
    for _ in 0..<Int.random(in: 0...7, using: &random) { lines.append(Self.line(kind, &random)) }
    states = [lines]
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      lines = Self.edited(lines, kind, &random)
      states.append(lines)
    }
    let base = Int.random(in: 0..<states.count, using: &random)
    copy = states[base]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      copy = Self.edited(copy, kind, &random)
    }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      lines = Self.edited(lines, kind, &random)
    }
    note = lines
  }

  private static func line(_ kind: Int, _ random: inout SeededRandom) -> String {
    let thing = things.randomElement(using: &random) ?? ""
    switch kind {
    case 0: return "- \(thing)"
    case 1: return "- [ ] \(thing)"
    case 2:
      if Int.random(in: 0..<4, using: &random) == 0 { return "" }
      return (0..<Int.random(in: 2...6, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    default: return line(Int.random(in: 0..<3, using: &random), &random)
    }
  }

  private static func edited(
    _ old: [String], _ kind: Int, _ random: inout SeededRandom
  ) -> [String] {
    var lines = old
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      // Most lines are added at the end.
      let isEnd = Bool.random(using: &random)
      let line = isEnd ? lines.count : Int.random(in: 0...lines.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where line < lines.count: lines.remove(at: line)
      case 1 where line < lines.count:
        lines[line] = Self.line(kind, &random)
      case 2 where line < lines.count && lines[line].hasPrefix("- [ ]"):
        lines[line] = "- [x]" + lines[line].dropFirst(5)
      default:
        lines.insert(Self.line(kind, &random), at: line)
      }
    }
    return lines
  }

  static func text(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [0x0a] } }

  /// Lines that are nowhere in a text, though neither side can be shown to have deleted them.
  func missing(in text: [UInt8]) -> [String] {
    let there = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var candidates = states.reversed().drop { $0 == note || $0 == copy }.map(Self.counts)
    if candidates.isEmpty { candidates = [[:]] }
    let (mine, theirs, merged) = (Self.counts(note), Self.counts(copy), Self.counts(there))
    var missing: [String] = []
    for line in Set(note + copy) where !line.isEmpty {
      let (my, their) = (mine[line] ?? 0, theirs[line] ?? 0)
      let isDeleted = candidates.allSatisfy { $0[line] ?? 0 > min(my, their) }
      // A line retyped on one side and deleted on the other looks like one that stayed.
      let wanted = isDeleted ? min(my, their) : max(my, their)
      if merged[line] ?? 0 < wanted, !Self.isJoined(line, in: there) { missing.append(line) }
    }
    return missing
  }

  /// One side ticked a task whose words the other one changed: one line has both.
  private static func isJoined(_ line: String, in text: [String]) -> Bool {
    guard line.hasPrefix("- [") else { return false }
    let words = Set(line.dropFirst(5).split(separator: " "))
    return text.contains {
      $0.hasPrefix("- [") && words.isSubset(of: $0.dropFirst(5).split(separator: " "))
    }
  }

  private static func counts(_ lines: [String]) -> [String: Int] {
    lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

@Suite("Random inboxes with versions (chaos 2 F1)")
struct CopyModelTests {
  @Test("No line is lost that a side typed, unless every version proves its deletion")
  func keepsLines() {
    for seed in 1...3_000 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let inbox = Inbox(&random)
      let (note, copy) = (Inbox.text(inbox.note), Inbox.text(inbox.copy))
      var base = CopyBase(note: note, copy: copy)
      for state in inbox.states.reversed() { base.consider(Inbox.text(state), isPast: true) }
      let merged = FileMerge.merge(
        at: NotePath("Note.md"), base: base.bytes, one: note, other: copy,
        names: ConflictNames("note", "copy"))
      let missing = inbox.missing(in: merged?.bytes ?? [])
      #expect(
        missing.isEmpty,
        """
        seed \(seed): \(missing) of \(inbox.states), note \(inbox.note), copy \(inbox.copy): \
        \(String(decoding: merged?.bytes ?? [], as: UTF8.self))
        """)
    }
  }

  @Test("A deletion that every version proves is applied and leaves no marks")
  func deletes() {
    var (deleted, clean) = (0, 0)
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let lines = (0..<20).map { "line \($0) of \(seed)" }
      let (mine, theirs) = (
        Int.random(in: 0..<8, using: &random), Int.random(in: 12..<20, using: &random)
      )
      let note = Inbox.text(lines.filter { $0 != lines[mine] } + ["mine"])
      let copy = Inbox.text(["theirs"] + lines.filter { $0 != lines[theirs] })
      var base = CopyBase(note: note, copy: copy)
      base.consider(Inbox.text(lines), isPast: true)
      let merged = FileMerge.merge(
        at: NotePath("Note.md"), base: base.bytes, one: note, other: copy,
        names: ConflictNames("note", "copy"))
      let text = String(decoding: merged?.bytes ?? [], as: UTF8.self)
      if merged?.conflicts == 0 { clean += 1 }
      if !text.contains(lines[mine] + "\n"), !text.contains(lines[theirs] + "\n") { deleted += 1 }
    }
    #expect(deleted == 300 && clean > 270)
  }

  @Test("A thousand inboxes in vaults lose no line, and one undo restores every byte", .thorough)
  func vaults() async throws {
    var random = SeededRandom(seed: Thorough.seed)
    for _ in 0..<50 {
      let vault = ConflictVault()
      var inboxes: [Inbox] = []
      for number in 0..<20 {
        let inbox = Inbox(&random)
        for (index, state) in inbox.states.enumerated() {
          try await vault.versions.keep(
            Inbox.text(state), of: NoteID("n\(number).md"),
            written: Timestamp(seconds: 1_700_000_000 + Int64(index)))
        }
        vault.folder.write("n\(number).md", Inbox.text(inbox.note))
        vault.folder.write(ConflictVault.copyName("n\(number)"), Inbox.text(inbox.copy))
        inboxes.append(inbox)
      }
      let before = vault.texts()
      let receipt = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: false)
      let after = vault.texts()
      for (number, inbox) in inboxes.enumerated() {
        let missing = inbox.missing(in: after["n\(number).md"] ?? [])
        #expect(missing.isEmpty, "\(missing) of \(inbox)")
      }
      _ = try await vault.conflicts.undo(receipt)
      #expect(vault.texts() == before)
    }
  }
}
