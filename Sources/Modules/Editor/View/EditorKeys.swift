import Terminal
import TextEngine

/// Makes commands of keys by the rules of the keymap, and keeps what was pressed and waits for more.
struct EditorKeys {
  private var interpreter = KeyInterpreter(EditorKeymap.rules)

  /// What waits, and the mode where it has a name.
  var shown: String {
    let mode = interpreter.rules.mode(interpreter.mode)?.title ?? ""
    return [interpreter.shown, mode].filter { !$0.isEmpty }.joined(separator: " ")
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
