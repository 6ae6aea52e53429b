import Comparing
import Entities
import OpenVault
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The file that records commands")
struct DoneTextsTests {
  @Test("Any bytes written to the file are read back", arguments: 0..<40)
  func roundTrip(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let commands = DoneCommands(
      (0..<Int.random(in: 1...5, using: &random)).map { number in
        DoneCommand(
          "name \(number)", began: Timestamp(seconds: -5, nanoseconds: 9), number: random.next(),
          steps: (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.step(&random) })
      })
    #expect(DoneCommands(text: commands.text) == commands)
  }

  @Test("An invalid line makes the file unusable, because half a command must not be undone")
  func damage() {
    var random = SeededRandom(seed: 3)
    let commands = DoneCommands([
      DoneCommand(
        "x", began: Timestamp(seconds: 1), steps: (0..<8).map { _ in Self.step(&random) })
    ])
    let lines = commands.text.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count > 12)
    for index in lines.indices {
      let damages: [ArraySlice<UInt8>] = [
        lines[index] + Array(" x".utf8), lines[index].dropLast(), [0xff],
      ]
      for damaged in damages {
        var all = lines
        all[index] = damaged
        let newline = [UInt8(ascii: "\n")]
        let read = DoneCommands(text: all.joined(separator: newline) + newline)
        // A name with one letter less may be another name.
        #expect(read.all.isEmpty || damaged.count == lines[index].count - 1)
      }
    }
    #expect(DoneCommands(text: Array("made a.md 1 2\n".utf8)).all.isEmpty)
    #expect(DoneCommands(text: Array("command 1.0 a x\nrestored ../a.md\n".utf8)).all.isEmpty)
  }

  @Test("An appended step belongs to the command that it names, even after another command")
  func added() {
    let made = { (name: String) in DoneCommand.Step.made(NoteID(NotePath(name)), size: 1, digest: 2)
    }
    let command = { (number: UInt64, steps: [DoneCommand.Step]) in
      DoneCommand("x", began: Timestamp(seconds: 1), number: number, steps: steps)
    }
    let first = DoneCommands([command(1, [made("a.md")])])
    let more = DoneCommands([command(1, [made("b.md")])])
    let other = DoneCommands([command(2, [made("c.md")])])
    let one = DoneCommands(text: first.text + more.text)
    #expect(one.all == [command(1, [made("a.md"), made("b.md")])])
    var three = DoneCommands(text: first.text + other.text + more.text)
    #expect(three.all.map(\.number) == [1, 2, 1])
    three.dropLastSteps(of: command(1, []))
    #expect(three.all.map(\.number) == [1, 2])
  }

  @Test(
    "A cut-off last line is dropped, and a step with several lines is never read in part")
  func cutOff() {
    let made = DoneCommands([
      DoneCommand(
        "x", began: Timestamp(seconds: 1), number: 1,
        steps: (1...3).map { .made(NoteID(NotePath("n\($0).md")), size: $0, digest: 0xabc) })
    ])
    let last = made.text.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? 0
    for end in (last + 1)..<made.text.count {
      #expect(DoneCommands(text: Array(made.text[..<end])).all.first?.steps.count == 2)
    }
    let moved = DoneCommands([
      DoneCommand(
        "x", began: Timestamp(seconds: 1), number: 1,
        steps: [
          .moved(
            MoveReceipt(
              moves: [NoteMove(from: NoteID("a.md"), to: NoteID("b.md"))],
              rewritten: [NotePath("c.md")].map(NoteID.init)))
        ])
    ])
    #expect(DoneCommands(text: moved.text) == moved)
    #expect(DoneCommands(text: moved.text.dropLast(3)).all.isEmpty)
  }

  @Test("A large file drops its oldest commands, and the last one remains without its texts")
  func size() {
    let step = { (count: Int) in
      DoneCommand.Step.rewrote(
        RewriteReceipt(changes: [
          NoteChange(
            note: NoteID("a.md"), title: "",
            pieces: [
              .init(
                range: 0..<0, old: [], new: Array(repeating: UInt8(ascii: "x"), count: count),
                line: 1, context: "", contextRange: 0..<0)
            ])
        ]))
    }
    let command = { (name: String, count: Int) in
      DoneCommand(
        name, began: Timestamp(seconds: 1), number: UInt64(name.utf8.first ?? 0),
        steps: [step(count)])
    }
    let half = DoneCommands.largestText / 2
    let two = DoneCommands([command("a", half), command("b", half - 1_000), command("c", 1_000)])
    #expect(DoneCommands(text: two.text).all.map(\.name) == ["b", "c"])
    let one = DoneCommands([command("a", 10), command("b", half * 2)])
    #expect(
      DoneCommands(text: one.text).all == [
        DoneCommand(
          "b", began: Timestamp(seconds: 1), number: 98, steps: [.beyond(NoteID("a.md"))])
      ])
  }

  @Test("Twenty commands are remembered")
  func count() {
    var commands = DoneCommands()
    for number in 0..<30 {
      commands.add(
        [.restored(NoteID("a.md"), nil)],
        of: DoneCommand("\(number)", began: Timestamp(seconds: 1), number: UInt64(number)))
    }
    #expect(commands.all.map(\.name) == (10..<30).map { "\($0)" })
  }

  // MARK: - Random steps

  private static func bytes(_ random: inout SeededRandom) -> [UInt8] {
    (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
    }
  }

  private static func note(_ random: inout SeededRandom) -> NoteID {
    NoteID(
      NotePath(["a.md", "b c/%20 ü.md", "-.md", "x/y\n.md"].randomElement(using: &random) ?? ""))
  }

  private static func text(_ random: inout SeededRandom) -> RewrittenText {
    var text = RewrittenText(
      note: note(&random).path, old: bytes(&random), new: bytes(&random),
      modified: Bool.random(using: &random) ? Timestamp(seconds: 5, nanoseconds: 6) : nil)
    if Int.random(in: 0..<4, using: &random) == 0 { text.pieces = nil }
    return text
  }

  private static func move(_ random: inout SeededRandom) -> MoveReceipt {
    var receipt = MoveReceipt(
      moves: [NoteMove(from: note(&random), to: note(&random))], rewritten: [note(&random)],
      folders: [NotePath("f/g h")])
    if Bool.random(using: &random) {
      receipt.retitled = TitleChange(
        note: note(&random).path, old: "a b", new: "", isHeading: Bool.random(using: &random))
    }
    receipt.texts = [text(&random)]
    return receipt
  }

  private static func rewrite(_ random: inout SeededRandom) -> RewriteReceipt {
    let old = bytes(&random)
    let hasMarks = Bool.random(using: &random)
    let changes = (0..<2).map { _ in
      NoteChange(
        note: note(&random), title: "",
        pieces: [
          .init(
            range: 4..<(4 + old.count), old: old, new: bytes(&random), line: 1, context: "",
            contextRange: 0..<0)
        ], newName: Bool.random(using: &random) ? NoteID("new name.md") : nil)
    }
    var receipt = RewriteReceipt(
      changes: changes,
      lines: hasMarks
        ? [[LineMark(digest: random.next(), byteCount: 3), LineMark(digest: 0, byteCount: 0)], []]
        : [], linking: [note(&random)])
    receipt.texts = [text(&random)]
    return receipt
  }

  private static func step(_ random: inout SeededRandom) -> DoneCommand.Step {
    let trashed = TrashedNote(
      original: note(&random), resting: NotePath(".trash/x y.md"), title: "T t",
      trashed: Bool.random(using: &random) ? Timestamp(seconds: 8) : nil)
    switch Int.random(in: 0..<16, using: &random) {
    case 13: return .starting(.trash(note(&random)))
    case 14: return .starting(.restore(trashed, isFree: Bool.random(using: &random)))
    case 15:
      return .starting(
        .make(
          in: Bool.random(using: &random) ? NotePath("") : NotePath("a b"), size: 3,
          digest: random.next()))
    case 7: return .brought(note(&random), size: 12, digest: random.next())
    case 8: return .whole
    case 9: return .ended
    case 10: return .folder(note(&random).path)
    case 11: return .restored(note(&random), trashed)
    case 6: return .begun
    case 0: return .made(note(&random), size: 12, digest: random.next())
    case 1: return .beyond(note(&random))
    case 2: return .restored(note(&random), nil)
    case 3: return .trashed(trashed)
    case 4: return .moved(move(&random))
    case 5: return .rewrote(rewrite(&random))
    default:
      var receipt = ConflictReceipt()
      receipt.trashed = [trashed]
      if Bool.random(using: &random) { receipt.trashed[0].closedName = NotePath("a b.age") }
      if Bool.random(using: &random) { receipt.renamed = move(&random) }
      if Bool.random(using: &random) { receipt.rewriting = rewrite(&random) }
      if Bool.random(using: &random) { receipt.made = note(&random) }
      return .merged(receipt)
    }
  }
}
