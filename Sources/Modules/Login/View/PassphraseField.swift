import Terminal

/// A passphrase being typed: its bytes as they came, shown as one dot a character, and wiped as
/// soon as they are not needed. Nothing of it ever becomes a `String`, whose copies stay behind.
struct PassphraseField {
  private var bytes: [UInt8] = []

  init() {
    // Room from the start: a buffer that grows would leave its old self in memory.
    bytes.reserveCapacity(1024)
  }

  /// How many characters were typed.
  var count: Int { bytes.count { !Self.continues($0) } }

  /// Takes a key or a paste; false where it means nothing here.
  mutating func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      if let character = key.typed {
        bytes += character.utf8
      } else if key == "Backspace" {
        removeLast()
      } else if key == "C-u" {
        wipe()
      } else {
        return false
      }
    case .paste(let pasted):
      // A passphrase is one line, and copying it often takes the line's end along.
      bytes += pasted.prefix { $0 != 0x0a && $0 != 0x0d }
    case .mouse, .resize, .sync, .closed:
      return false
    }
    return true
  }

  /// Hands the bytes over and is empty.
  mutating func take() -> [UInt8] {
    let taken = bytes.map { $0 }
    wipe()
    return taken
  }

  mutating func wipe() {
    for index in bytes.indices { bytes[index] = 0 }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func removeLast() {
    while let last = bytes.popLast(), Self.continues(last) {}
  }

  /// Whether a byte goes on with a UTF-8 sequence that began before it.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0b1100_0000 == 0b1000_0000 }
}
