import Glibc
import Terminal
import Testing

@Suite("Input that may be a passphrase")
struct WipingTests {
  /// The bytes in memory from an address on.
  private func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  @Test("Wiping held events removes all keys and pastes from memory, including taken ones")
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

  @Test("Any number of held events stay in order")
  func many() {
    var events: [InputEvent] = []
    let keys = (0..<1_000).map { InputEvent.key(Key(.character($0.isMultiple(of: 2) ? "a" : "b"))) }
    for key in keys { events.hold(key) }
    #expect(events == keys)
  }

  @Test("Wiping overwrites bytes, but not copies held by others")
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
