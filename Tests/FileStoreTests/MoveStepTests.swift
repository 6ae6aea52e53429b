import Entities
import Files
import TestSupport
import Testing

@testable import FileStore

@Suite("The steps of a move")
struct MoveStepTests {
  /// Some notes move to names that are free or vacated by others.
  private func randomMoves(_ random: inout SeededRandom) -> [NoteMove] {
    let names = (0..<8).map { NoteID("\($0)") }
    let from = Array(names.shuffled(using: &random).prefix(.random(in: 1...6, using: &random)))
    let free = names.filter { !from.contains($0) }
    let to = (from + free).shuffled(using: &random)
    return zip(from, to).map { NoteMove(from: $0, to: $1) }.filter { $0.from != $0.to }
  }

  @Test("Every note reaches its name, and no step finds its target taken")
  func order() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      let moves = randomMoves(&random)
      var places: [NotePath: Int] = [:]
      for (index, move) in moves.enumerated() { places[move.from.path] = index }
      let start = places
      let steps = MoveStep.steps(moves)
      for (index, step) in steps.enumerated() {
        let now = places
        let done = MoveStep.done(of: steps, starting: start) { name in
          now[name].map { .note($0) } ?? .nothing
        }
        #expect(done == index)
        if case .rename(let from, let to) = step {
          #expect(places[from] != nil)
          #expect(places[to] == nil)
        }
        step.apply(to: &places)
      }
      for (index, move) in moves.enumerated() { #expect(places[move.to.path] == index) }
      #expect(places.count == moves.count)
      for step in steps.reversed() { step.reversed.apply(to: &places) }
      #expect(places == start)
    }
  }

  @Test("A move's progress is recognized although another program replaced one note")
  func strangers() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<500 {
      let moves = randomMoves(&random)
      guard moves.count > 2 else { continue }
      var places: [NotePath: Int] = [:]
      for (index, move) in moves.enumerated() { places[move.from.path] = index }
      let start = places
      let steps = MoveStep.steps(moves)
      let isCircle = steps.contains {
        if case .exchange = $0 { true } else { false }
      }
      // In a circle of two, the known one is enough.
      let done = Int.random(in: 0...steps.count, using: &random)
      for step in steps.prefix(done) { step.apply(to: &places) }
      let stranger = places.keys.sorted().randomElement(using: &random)
      let now = places
      let seen = MoveStep.done(of: steps, starting: start) { name in
        name == stranger ? .stranger : now[name].map { .note($0) } ?? .nothing
      }
      if !isCircle { #expect(seen == done) }
    }
  }

  @Test("A plan with any content is read back from its file, and a damaged file yields none")
  func file() throws {
    let all = [UInt8](0...255)
    let odd = NotePath(bytes: all.filter { $0 != 0 && $0 != 0x2f })
    let plan = MovePlan(
      moved: [.init(move: NoteMove(from: NoteID(odd), to: NoteID("b c.md")), inode: .max)],
      rewrites: [
        .init(
          before: odd, after: NotePath("x/y"), old: all, new: [],
          modified: Timestamp(seconds: -5, nanoseconds: 7)),
        .init(
          before: NotePath("z"), after: NotePath("z"), old: [], new: all + all,
          modified: Timestamp(seconds: 5)),
      ], folders: [NotePath("x"), NotePath("x/y z")])
    let file = plan.file
    #expect(MovePlan(file: file) == plan)
    for length in stride(from: 0, to: file.count, by: 7) {
      #expect(MovePlan(file: Array(file.prefix(length))) == nil)
    }
    for index in stride(from: 0, to: file.count, by: 5) {
      var damaged = file
      damaged[index] ^= 0x10
      #expect(MovePlan(file: damaged) == nil)
    }
    let empty = MovePlan(moved: [], rewrites: [], folders: [])
    #expect(MovePlan(file: empty.file) == empty)
  }
}
