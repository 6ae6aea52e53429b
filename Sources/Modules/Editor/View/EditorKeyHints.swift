import Terminal
import TextEngine

/// The keys that may complete a command.
struct EditorKeyHints {
  let keymap: KeymapStyle
  /// What vim's or emacs's keymap shows; nil with the program's own.
  let face: KeyDisplay?
  /// Registers or marks.
  let contents: [KeyContent]

  func hints(for awaited: KeyDisplay.Awaited) -> [KeyHint] {
    switch awaited {
    case .keys(let keys): return KeyHint.hints(after: keys, in: rows)
    case .target(let keys, let operation, let lines):
      let pending = keymap.rules.rows(of: "pending")
      var hints = KeyHint.hints(after: keys, in: described(pending.filter { !$0.isOperator }))
      if keys.isEmpty {
        if !operation.isEmpty {
          hints += KeyHint.hints(after: operation, in: described(pending))
        }
        hints += lines.map { KeyHint(key: $0, summary: EditorWords.wholeLines) }
      }
      return hints.sorted()
    case .register, .mark:
      return contents.map { KeyHint(key: String($0.name), summary: $0.text) }
    }
  }

  /// The rows of the current mode.
  private var rows: [KeyHint.Row] {
    guard keymap == .vim else { return described(keymap.rules.rows(of: keymap.rules.first)) }
    return EditorKeymap.vimTables[EditorKeymap.vimMode(face)].rows.map { ($0.keys, $0.summary) }
  }

  private func described(_ rows: [KeyRules.Row]) -> [KeyHint.Row] {
    rows.compactMap { row in
      row.command.flatMap(keymap.summary).map { (row.keys, $0) }
    }
  }
}

extension KeyRules.Row {
  fileprivate var isOperator: Bool { if case .operator = meaning { true } else { false } }
}
