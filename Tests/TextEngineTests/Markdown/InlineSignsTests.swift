import TestSupport
import Testing

@testable import TextEngine

@Suite("Signs in a line's text")
struct InlineSignsTests {
  private static let signs = Set("#$%&*:<=[\\]_`~".utf8)

  private func next(_ bytes: [UInt8], from index: Int, to stop: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { InlineSigns.next(from: index, to: stop, in: $0) }
    }
  }

  @Test("each byte in each place is a sign or none, alone and before others")
  func eachByte() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<40 {
        var bytes = [UInt8](repeating: 0x61, count: 40)
        bytes[place] = byte
        let isSign = Self.signs.contains(byte)
        #expect(next(bytes, from: 0, to: 40) == (isSign ? place : 40))
        #expect(next(bytes, from: place, to: place + 1) == (isSign ? place : place + 1))
        #expect(next(bytes, from: 0, to: place) == place)
      }
    }
  }

  @Test("the first of several is found, from wherever the look begins")
  func first() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 1...70, using: &random)).map { _ in
        UInt8.random(in: 0...3, using: &random) == 0
          ? UInt8.random(in: .min ... .max, using: &random) : 0x20
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      let stop = Int.random(in: start...bytes.count, using: &random)
      let expected = (start..<stop).first { Self.signs.contains(bytes[$0]) } ?? stop
      #expect(next(bytes, from: start, to: stop) == expected)
    }
  }

  @Test("behind the end nothing is looked at")
  func behind() { #expect(next([0x23], from: 3, to: 1) == 3) }
}
