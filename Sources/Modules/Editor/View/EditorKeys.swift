import Terminal
import TextEngine

/// Makes commands of keys by the rules of the keymap, and keeps what was pressed and waits for more.
struct EditorKeys {
  private var interpreter = KeyInterpreter(EditorKeymap.rules)
  private var letters = Letters()

  /// What is known of the plain ASCII characters in a mode: a text is made of them, and what each
  /// means is looked up once.
  private struct Letters {
    var mode: KeyRules.ModeID?
    var known = SIMD2<UInt64>()
    var typing = SIMD2<UInt64>()
  }

  /// What waits, and the mode where it has a name.
  var shown: String {
    let mode = interpreter.rules.mode(interpreter.mode)?.title ?? ""
    return [interpreter.shown, mode].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The byte that a key types and does nothing else: it need not go through the rules. Nil where they
  /// have to say what it means.
  mutating func typed(by key: Key) -> UInt8? {
    guard let byte = key.typed?.asciiValue, byte >= 0x20, byte < 0x7f, !interpreter.isWaiting
    else { return nil }
    if letters.mode != interpreter.mode { letters = Letters(mode: interpreter.mode) }
    let (half, bit) = (Int(byte >> 6), UInt64(1) << UInt64(byte & 63))
    if letters.known[half] & bit == 0 {
      letters.known[half] |= bit
      if interpreter.typing(key.name) == .type { letters.typing[half] |= bit }
    }
    return letters.typing[half] & bit != 0 ? byte : nil
  }

  /// False where the key means nothing here.
  mutating func press(_ key: Key, _ perform: (EditorCommand) -> Void) -> Bool {
    switch interpreter.press(key.name) {
    case .run(let invocation):
      perform(.run(invocation))
      return true
    case .pending: return true
    case .unbound: return false
    }
  }

  mutating func cancel() { interpreter.cancel() }
}
