import TextEngine

/// A command line below the text.
struct EmacsPrompt {
  enum Purpose: Equatable {
    case line, character, column, fillColumn
    case search
    case replaced(EmacsReplacing)
    case replacement(of: String, EmacsReplacing)
    case stringRectangle
    /// `M-x`.
    case command
    case text(Use)
  }

  /// What a typed text is for.
  enum Use: Equatable {
    case lines(EmacsMachine.MatchedLines)
    case writeFile
  }

  var purpose: Purpose
  var sign: String
  var text: [Character]
  /// The number of characters before the cursor.
  var cursor: Int
  var argument: EmacsArgument?
  /// The index of the earlier text that was fetched.
  var recalled: Int?

  var display: KeyDisplay.Prompt {
    .init(sign: sign, text: String(text), cursor: String(text.prefix(cursor)).utf8.count)
  }

  mutating func insert(_ string: String) {
    text.insert(contentsOf: string, at: cursor)
    cursor += string.count
  }

  mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    text.removeSubrange(range)
    cursor = range.lowerBound
  }
}

extension EmacsMachine {
  mutating func startPrompt(_ purpose: EmacsPrompt.Purpose, _ sign: String, text: String = "") {
    prompt = EmacsPrompt(
      purpose: purpose, sign: sign, text: Array(text), cursor: text.count, argument: argument)
  }

  mutating func promptKey(_ key: String) throws(EmacsFailure) {
    command.last = "minibuffer"
    if commandNameKey(key) { return }
    if let typed = Self.typed(key), key != "C-j" {
      prompt?.insert(typed)
      return
    }
    guard let now = prompt else { return }
    switch key {
    case "Enter", "C-j": try finishPrompt(String(now.text))
    case "C-g", "Esc", "M-Esc": try abortPrompt()
    case "Backspace": prompt?.delete(max(0, now.cursor - 1)..<now.cursor)
    case "C-d", "Del": prompt?.delete(now.cursor..<now.cursor + 1)
    case "C-k": prompt?.delete(now.cursor..<now.text.count)
    case "M-Backspace", "C-w":
      let start = wordStart(now)
      prompt?.delete(start..<now.cursor)
    case "C-b", "Left": prompt?.cursor = max(0, now.cursor - 1)
    case "C-f", "Right": prompt?.cursor = min(now.text.count, now.cursor + 1)
    case "C-a", "Home": prompt?.cursor = 0
    case "C-e", "End": prompt?.cursor = now.text.count
    case "C-y":
      guard let kill = kills.rotate(by: 0) else { throw failure("Nothing was killed yet.") }
      prompt?.insert(String(decoding: kill.text.bytes, as: UTF8.self))
    case "C-s", "C-r":
      guard now.purpose == .search else { throw failure("") }
      prompt = nil
      try finishSearchPrompt(String(now.text), goesOn: key == "C-s")
    default: throw failure("")
    }
  }

  private func wordStart(_ prompt: EmacsPrompt) -> Int {
    var index = prompt.cursor
    while index > 0, !prompt.text[index - 1].isLetter, !prompt.text[index - 1].isNumber {
      index -= 1
    }
    while index > 0, prompt.text[index - 1].isLetter || prompt.text[index - 1].isNumber {
      index -= 1
    }
    return index
  }

  private mutating func abortPrompt() throws(EmacsFailure) {
    let isSearch = prompt?.purpose == .search
    prompt = nil
    if isSearch, search != nil {
      if let start = search?.start { point = start }
      endSearch(keepsString: false)
    }
    throw .quit
  }

  private mutating func finishPrompt(_ string: String) throws(EmacsFailure) {
    guard let prompt else { return }
    self.prompt = nil
    keys.argument = prompt.argument
    switch prompt.purpose {
    case .search: try finishSearchPrompt(string, goesOn: nil)
    case .replaced(let replacing):
      try replacedIsKnown(string, replacing, argument: prompt.argument)
    case .replacement(let from, let replacing):
      try runPlain(replacing.command) { machine in
        try machine.startReplacing(from, with: string, replacing)
      }
    case .command: try runCommand(named: string, prompt)
    case .text(.lines(let use)):
      if string.isEmpty { throw failure("No pattern was typed.") }
      try runPlain("flush-lines") { machine in
        try machine.matchLines(use, string)
      }
    case .text(.writeFile):
      if string.isEmpty { throw failure("No name was typed.") }
      ask("vim-write", string)
    case .stringRectangle:
      try runPlain("string-rectangle") { machine in
        try machine.replaceRectangle(with: string)
      }
    case .line, .character, .column, .fillColumn:
      guard let number = Self.number(string) else { throw failure("\(string) is no number.") }
      try runPlain("goto-line") { machine in
        switch prompt.purpose {
        case .line: try machine.goTo(line: number)
        case .character: machine.goTo(character: number)
        case .column: machine.moveToColumn(max(0, number))
        default: machine.setFillColumn(to: number)
        }
      }
    }
    keys.argument = nil
  }

  private static func number(_ string: String) -> Int? {
    Int(String(string.filter { $0 != " " })).map { max(-EmacsArgument.most, min($0, 1 << 40)) }
  }
}
