import Emacs
import Terminal
import TextEngine
import Vim

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
      var hints = KeyHint.hints(after: keys, in: rows(of: "pending") { !$0.isOperator })
      if keys.isEmpty {
        if !operation.isEmpty {
          hints += KeyHint.hints(after: operation, in: rows(of: "pending"))
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
    guard keymap == .vim else { return rows(of: rules.first) }
    let mode = face?.mode ?? ""
    if mode == "INSERT" || mode == "REPLACE" {
      return VimKeymap.typing.map { ($0.keys, $0.summary) }
    }
    return rows(of: mode.hasPrefix("VISUAL") || mode.hasPrefix("SELECT") ? "visual" : "normal")
  }

  private var rules: KeyRules {
    switch keymap {
    case .own: EditorKeymap.rules
    case .vim: VimKeymap.rules
    case .emacs: EmacsKeymap.rules
    }
  }

  /// Returns the rows of a mode and its bases.
  private func rows(
    of first: KeyRules.ModeID, where isWanted: (KeyRules.Row) -> Bool = { _ in true }
  ) -> [KeyHint.Row] {
    var rows: [KeyHint.Row] = []
    var next = rules.mode(first)
    while let mode = next {
      for row in mode.rows where isWanted(row) {
        if let id = row.command, let words = summary(of: id) { rows.append((row.keys, words)) }
      }
      next = mode.base.flatMap(rules.mode)
    }
    return rows
  }

  private func summary(of id: CommandID) -> String? {
    let own: String? =
      switch keymap {
      case .own: nil
      case .vim: VimKeymap.summary(id)
      case .emacs: EmacsKeymap.summary(id)
      }
    return own ?? EditorKeymap.summary(of: id)
  }
}

extension KeyRules.Row {
  fileprivate var isOperator: Bool { if case .operator = meaning { true } else { false } }
}
