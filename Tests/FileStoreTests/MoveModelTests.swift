import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

/// Random moves of linked notes, compared with a model that knows each note by a number.
@Suite("Moves against a model")
struct MoveModelTests {
  @Test("Every link leads to its original note after hundreds of moves", arguments: [1, 2, 3])
  func randomMoves(seed: UInt64) async throws {
    var run = MoveModel(seed: seed)
    for step in 0..<400 {
      try await run.step()
      if step % 50 == 49 { run.check() }
    }
  }
}

private struct MoveModel {
  private let bench = Bench(disk: Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 }))
  private let state = TemporaryFolder()
  private let outside = TemporaryFolder()
  private let moves: FolderMoves
  private var random: SeededRandom
  /// Where each note is, and which others it links to.
  private var places: [NotePath] = []
  private var links: [[Int]] = []
  private var last: MoveReceipt?
  private let folders = ["", "x", "x/ü ö", "\u{65}\u{301}", "Z"]
  private var free: [String]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let vault = bench.vault
    moves = FolderMoves(
      vault, journal: state.bytes + Array("/moves".utf8), rewriter: .links(identified: { _ in [] }))
    free = (0..<40).map { "name \($0) \u{e9}\($0 % 3 == 0 ? "'" : "")" }
    for _ in 0..<12 { places.append(NotePath(bytes: [])) }
    for note in places.indices {
      places[note] = somewhere()
      links.append((0..<note % 4).map { _ in .random(in: 0..<places.count, using: &random) })
    }
    for note in places.indices { bench.folder.write(places[note].bytes, Array(text(note).utf8)) }
    outside.write("o.md", "[[name 1 \u{e9}]]")
    bench.folder.link("outside.md", to: outside.path("o.md"))
    bench.folder.link("loop", to: ".")
    bench.folder.link("out", to: outside.path)
    bench.folder.write([0xff, 0xfe] + Array(".md".utf8), [0xff, 0])
  }

  private func text(_ note: Int) -> String {
    "# \(note)\n" + links[note].map { "[[\(places[$0].stem.text)]]\n" }.joined()
  }

  /// A name that no note has in any folder, so that links remain bare names.
  private mutating func somewhere() -> NotePath {
    let name = free.remove(at: .random(in: free.indices, using: &random))
    let folder = folders.randomElement(using: &random) ?? ""
    return NotePath(folder).appending(NotePath("\(name).md"))
  }

  mutating func step() async throws {
    bench.clock.advance(by: .milliseconds(3))
    switch Int.random(in: 0..<10, using: &random) {
    case 0: try await undo()
    case 1: edit()
    case 2: try await refused()
    default: try await move()
    }
  }

  private mutating func move() async throws {
    let going = Array(
      places.indices.shuffled(using: &random).prefix(.random(in: 1...4, using: &random)))
    // Some take the names of other moving notes, some take new ones.
    var targets = going.map { places[$0] }.shuffled(using: &random)
    for index in targets.indices where Bool.random(using: &random) { targets[index] = somewhere() }
    let old = going.map { places[$0] }
    let receipt = try await moves.move(
      zip(old, targets).map { NoteMove(from: NoteID($0), to: NoteID($1)) }, linking: nil)
    for (note, target) in zip(going, targets) { places[note] = target }
    for path in old where !targets.contains(path) { free.append(path.stem.text) }
    last = receipt
  }

  private mutating func undo() async throws {
    guard let receipt = last else { return }
    last = nil
    _ = try await moves.undo(receipt)
    var back: [NotePath: NotePath] = [:]
    for move in receipt.moves { back[move.to.path] = move.from.path }
    let before = places
    for note in places.indices { places[note] = back[places[note]] ?? places[note] }
    for path in before where !places.contains(path) { free.append(path.stem.text) }
    for path in places where !before.contains(path) { free.removeAll { $0 == path.stem.text } }
  }

  /// Another program writes a note.
  private mutating func edit() {
    let note = Int.random(in: 0..<places.count, using: &random)
    links[note] = (0..<3).map { _ in .random(in: 0..<places.count, using: &random) }
    bench.folder.write(places[note].bytes, Array(text(note).utf8))
  }

  private mutating func refused() async throws {
    let (one, other) = (places[0], places[1])
    await #expect(throws: NoteStoreError.self) {
      try await moves.move([NoteMove(from: NoteID(one), to: NoteID(other))], linking: nil)
    }
  }

  func check() {
    for note in places.indices {
      #expect(
        bench.folder.read(places[note].bytes).map { String(decoding: $0, as: UTF8.self) }
          == text(note))
    }
    let survey = bench.files.survey(isCancelled: { false })
    #expect(survey.entries.count == places.count + 2)
    #expect(outside.text("o.md") == "[[name 1 \u{e9}]]")
    #expect(outside.names() == ["o.md"])
    #expect(state.names(in: "moves") == ["lock"])
    for folder in folders { #expect(bench.leftovers(in: folder.isEmpty ? "." : folder).isEmpty) }
  }
}
