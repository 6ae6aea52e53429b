import EngineFuzz
import Testing

/// A few seconds of the work that `make fuzz` does for any length of time.
@Suite("The engine fuzzer")
struct FuzzTests {
  @Test("Texts from some seeds agree with their models", arguments: Array(0..<8) as [UInt64])
  func agrees(seed: UInt64) {
    let failure = Fuzzer.run(seed: seed)
    #expect(failure == nil, "\(failure.map { "\($0.problem): \($0.story)" } ?? "")")
  }

  @Test("A character longer than a part of a long line is drawn part by part, as it is laid out")
  func charactersLongerThanParts() {
    #expect(Fuzzer.run(seed: 680_603_245_931, only: [0, 1, 5, 6, 13]) == nil)
  }

  @Test("A list mark on thousands of bare lines visits each of the lines once, and terminates")
  func bareLines() {
    #expect(Fuzzer.run(seed: 20_261_238, only: Array(0...26)) == nil)
  }

  @Test("A window still begins with a row after its last line is extended")
  func windowsOfGrowingTexts() {
    let steps = [17, 39, 48, 50, 51, 54, 55, 71, 72]
    #expect(Fuzzer.run(seed: 554_617_558_505, only: steps) == nil)
  }

  @Test("All parts of a long line get its new indent, even if the part that sets it is split again")
  func indentOfAllParts() {
    #expect(Fuzzer.run(seed: 939_497_541_496, only: [0, 4]) == nil)
  }

  @Test("A part whose start moves to its line's end leaves no empty row there")
  func partAtLineEnd() {
    #expect(Fuzzer.run(seed: 869_888_320_129, only: Array(0...7)) == nil)
  }

  @Test("A part of a long line that begins among the line's marks may end a row after them")
  func partAmongMarks() {
    let steps = [
      0, 1, 2, 3, 4, 5, 6, 10, 19, 32, 33, 35, 38, 39, 45, 46, 47, 49, 50, 51, 52, 63, 64, 65, 66,
      73, 76, 79, 81, 82, 83, 84, 91, 92, 94, 95, 96, 99, 103, 109, 110, 117,
    ]
    #expect(Fuzzer.run(seed: 171_489_716_236, only: steps) == nil)
  }

  @Test("The second-to-last part ends its line once the last part is removed")
  func lastPartTaken() {
    let steps =
      [2, 4, 6, 7, 13, 15, 17, 19, 33, 38] + Array(43...48) + Array(51...64) + [66]
      + Array(68...78) + Array(80...84) + [89, 90]
    #expect(Fuzzer.run(seed: 2_683_332_797, only: steps) == nil)
  }

  @Test("Shrinking a failure leaves only the steps that it needs")
  func shrinks() {
    let all = Array(0..<150)
    #expect(Fuzzer.fewest(of: all) { $0.contains(17) && $0.contains(90) } == [17, 90])
    #expect(Fuzzer.fewest(of: all) { $0.count > 6 }.count == 7)
    #expect(Fuzzer.fewest(of: [4]) { _ in true } == [4])
  }
}
