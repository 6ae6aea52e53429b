import Glibc
import Terminal
import Testing

@Suite("Input that may be a passphrase")
struct WipingTests {
  /// What is in memory from here on.
  private func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  @Test("Nothing of keys and of a paste stays where they were held, nor of those taken before")
  func events() {
    var events: [InputEvent] = []
    for character in "horse" { events.hold(.key(Key(.character(character)))) }
    events.hold(.paste(Array("battery".utf8)))
    let start = events.withUnsafeBytes { $0.baseAddress }
    let count = events.capacity * MemoryLayout<InputEvent>.stride
    events.removeFirst()
    #expect(bytes(start, count).contains(UInt8(ascii: "r")))
    events.wipe()
    #expect(events.isEmpty)
    let left = bytes(start, count)
    #expect(!"hores".utf8.contains { left.contains($0) })
  }

  @Test("Held events are there in their order, however many they are")
  func many() {
    var events: [InputEvent] = []
    let keys = (0..<1_000).map { InputEvent.key(Key(.character($0.isMultiple(of: 2) ? "a" : "b"))) }
    for key in keys { events.hold(key) }
    #expect(events == keys)
  }

  @Test("Bytes are written over, and those that others hold stay")
  func ofBytes() {
    var bytes = Array("battery".utf8)
    let others = bytes
    bytes.wipe()
    #expect(bytes.isEmpty && others == Array("battery".utf8))
    var own = Array("horse".utf8)
    let start = own.withUnsafeBytes { $0.baseAddress }
    own.wipe()
    #expect(self.bytes(start, 5) == [0, 0, 0, 0, 0])
  }
}
