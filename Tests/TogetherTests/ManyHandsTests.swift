import Entities
import FileStore
import Glibc
import Services
import TestSupport
import Testing

@MainActor
@Suite("Two runs of the program and another program on the same notes at once", .thorough)
struct ManyHandsTests {
  private nonisolated static let notes = 4
  private nonisolated static let operationsOfEach = 4000
  private nonisolated static let linesFromOutside = 2000

  /// Ten thousand operations by three programs at the same time, in any order.
  @Test("No acknowledged line is lost: it is in the note, in a copy, or was removed")
  func nothingIsLost() async throws {
    let folder = TemporaryFolder()
    for number in 0..<Self.notes {
      let text = (0..<20).map { "start \(number) \($0)\n" }.joined()
      folder.write("\(number).md", text)
    }
    let runs = (0..<2).map { _ in Self.hands(in: folder) }
    for hand in runs.joined() { await hand.idle() }

    let hands = runs.flatMap { $0 }
    var (acknowledged, round): (Set<String>, UInt64) = ([], 0)
    // The test is valid only if the programs met, which takes longer with one free processor.
    repeat {
      let now = round
      async let outside = Self.writeFromOutside(in: folder, now)
      async let one: Void = Self.work(runs[0], run: "one \(now)", seed: 1 + 10 * now)
      async let two: Void = Self.work(runs[1], run: "two \(now)", seed: 2 + 10 * now)
      _ = await (one, two)
      acknowledged.formUnion(await outside)
      round += 1
    } while hands.reduce(0) { $0 + $1.merges } < 50 || hands.reduce(0) { $0 + $1.conflicts } < 5
    var removed: Set<String> = []
    for hand in runs.joined() {
      acknowledged.formUnion(hand.acknowledged)
      removed.formUnion(hand.removed)
      #expect(hand.troubles == [])
    }

    let found = Self.allLines(in: folder)
    let lost = acknowledged.subtracting(removed).subtracting(found)
    #expect(lost == [])
    #expect(folder.names().allSatisfy { !$0.hasPrefix(".") }, "no file on its way is left")
    #expect(acknowledged.count > 1000)
  }

  private static func hands(in folder: TemporaryFolder) -> [Hand] {
    let store = FolderStore(root: folder.path, clock: StillClock())
    let files = FolderFiles(root: folder.bytes, clock: StillClock())
    return (0..<notes).map { Hand(store, files, note: NoteID("\($0).md")) }
  }

  private static func work(_ hands: [Hand], run: String, seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    for number in 0..<operationsOfEach {
      let hand = hands[Int.random(in: 0..<hands.count, using: &random)]
      let place = Int.random(in: 0..<1000, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8: hand.type("\(run) \(number)", at: place)
      case 8: hand.removeLine(place)
      case 9: hand.undo()
      case 10: hand.redo()
      case 11..<15: hand.look()
      case 15: await hand.idle()
      default:
        let typesOn = Bool.random(using: &random)
        await hand.save { if typesOn { hand.type("\(run) \(number) on", at: place) } }
      }
      await Task.yield()
    }
    for hand in hands { await hand.save {} }
  }

  /// Appends lines to the notes as a shell does. A line counts as written once it is in the file
  /// with the note's name: the file may be replaced between opening and writing, which no shell can
  /// know but the person sees.
  @concurrent
  private nonisolated static func writeFromOutside(
    in folder: TemporaryFolder, _ round: UInt64
  ) async -> Set<String> {
    var random = SeededRandom(seed: 3 + 10 * round)
    var written: Set<String> = []
    for number in 0..<linesFromOutside {
      let path = folder.path("\(Int.random(in: 0..<notes, using: &random)).md")
      let line = "outside \(round) \(number)"
      let file = open(path, O_WRONLY | O_APPEND)
      guard file >= 0 else { continue }
      _ = (line + "\n").withCString { write(file, $0, strlen($0)) }
      var (own, named) = (stat(), stat())
      if fstat(file, &own) == 0, stat(path, &named) == 0, own.st_ino == named.st_ino {
        written.insert(line)
      }
      close(file)
      await Task.yield()
    }
    return written
  }

  private static func allLines(in folder: TemporaryFolder) -> Set<String> {
    var lines: Set<String> = []
    for name in folder.names() where name.hasSuffix(".md") {
      lines.formUnion(Hand.lines(folder.read(name) ?? []))
    }
    return lines
  }
}
