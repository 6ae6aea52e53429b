import TextEngine

/// Keys that edit the command line, beyond typing and deleting.
extension VimMachine {
  /// Handles a key; false if it is none of these.
  mutating func editPrompt(_ key: String) throws(VimFailure) -> Bool {
    if prompt.isEscaping {
      prompt.isEscaping = false
      try escapePrompt(key)
      return true
    }
    if expandInPrompt(key) { return true }
    if walkHistory(key) { return true }
    prompt.recall = nil
    switch key {
    case "C-f": openWindow()
    case "C-Left", "S-Left": prompt.cursor = Self.bigWordStart(prompt.text, before: prompt.cursor)
    case "C-Right", "S-Right":
      prompt.cursor = Self.bigWordStart(prompt.text, after: prompt.cursor)
    case "Ins": prompt.overtypes.toggle()
    case "C-d": listCompletions()
    case "C-a": insertCompletions()
    case "C-\\": prompt.isEscaping = true
    // Only ends an abbreviation.
    case "C-]": break
    default: return false
    }
    return true
  }

  private mutating func walkHistory(_ key: String) -> Bool {
    switch key {
    case "Up": recall(-1, matching: true)
    case "Down": recall(1, matching: true)
    case "C-p", "S-Up", "PgUp": recall(-1, matching: false)
    case "C-n", "S-Down", "PgDn": recall(1, matching: false)
    default: return false
    }
    return true
  }

  /// Handles the key after `C-\`: `C-n` and `C-g` go to normal mode.
  private mutating func escapePrompt(_ key: String) throws(VimFailure) {
    guard key == "C-n" || key == "C-g" else {
      return effects.append(.warn(VimUnsupported.failure(["C-\\", key]).message))
    }
    try promptKey("Esc")
    if isVisual { leaveVisual() }
    if isInserting { try insertKey("Esc") }
  }

  // MARK: - Completions

  private var completions: [String] {
    if prompt.sign != ":" { return [] }
    let begun = String(decoding: prompt.text[..<prompt.cursor], as: UTF8.self)
    return VimExCommand.completions(of: begun)
  }

  private mutating func listCompletions() {
    let found = completions
    effects.append(found.isEmpty ? .bell : .say(found.joined(separator: "  ")))
  }

  private mutating func insertCompletions() {
    let found = completions
    if found.isEmpty { return effects.append(.bell) }
    let all = Array(found.joined(separator: " ").utf8)
    prompt.text.replaceSubrange(..<prompt.cursor, with: all)
    prompt.cursor = all.count
  }

  // MARK: - Words between blanks

  /// The word between blanks at a byte of a line, or the next one.
  static func bigWord(in line: [UInt8], at column: Int) -> [UInt8] {
    var start = min(column, line.count)
    while start < line.count, line[start].isSpaceOrTab { start += 1 }
    while start > 0, start <= line.count, !line[start - 1].isSpaceOrTab { start -= 1 }
    return Array(line[start...].prefix { !$0.isSpaceOrTab })
  }

  private static func bigWordStart(_ text: [UInt8], before cursor: Int) -> Int {
    var index = cursor
    while index > 0, text[index - 1].isSpaceOrTab { index -= 1 }
    while index > 0, !text[index - 1].isSpaceOrTab { index -= 1 }
    return index
  }

  private static func bigWordStart(_ text: [UInt8], after cursor: Int) -> Int {
    var index = cursor
    while index < text.count, !text[index].isSpaceOrTab { index += 1 }
    while index < text.count, text[index].isSpaceOrTab { index += 1 }
    return index
  }
}
