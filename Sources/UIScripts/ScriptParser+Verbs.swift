import Terminal

extension ScriptParser {
  static let verbs = [
    "size", "clock", "tick", "vault", "note", "start", "press", "type", "paste", "click", "drag",
    "wheel",
    "expect", "refuse", "screen", "style", "cursor", "file", "nofile", "data", "config", "nowhere",
    "remember", "recall", "modules", "exit", "run",
  ]

  /// Parses a step from its verb and the rest of its line.
  static func verb(
    _ verb: String, _ rest: Substring
  ) throws(ScriptTokens.Problem) -> Script.Verb {
    // A quote is a key like any other, so this line has only words.
    if verb == "press" { return .press(try keys(rest)) }
    var line = try ScriptTokens(rest)
    let parsed = try Self.verb(verb, &line)
    try line.end()
    return parsed
  }

  private static func verb(
    _ verb: String, _ line: inout ScriptTokens
  ) throws(ScriptTokens.Problem) -> Script.Verb {
    switch verb {
    case "size": return .size(try ScriptValues.size(line.word("a size like 80x24")))
    case "clock":
      let date = try line.word("a date like 2026-03-02")
      return .clock(try ScriptValues.clock("\(date) \(line.word("a time like 09:00"))"))
    case "tick": return .tick(try ScriptValues.duration(line.word("a duration like 2s")))
    case "vault":
      let folder = try line.anyText("a folder, or encrypted \"PASS\"")
      if folder == "encrypted", !line.isAtEnd {
        return .encryptedVault(passphrase: try line.quotedText("the passphrase"))
      }
      return .vault(folder: folder)
    case "note": return .note(path: try path(&line), text: try line.quotedText("the note's text"))
    case "start": return .start(arguments: arguments(&line))
    case "type": return .type(try typed(&line))
    case "paste": return .paste(try line.quotedText("what is pasted"))
    case "click": return .click(try point(&line), try modifiers(&line))
    case "drag": return .drag(try point(&line), to: try point(&line))
    case "wheel":
      let direction = try line.word("up or down")
      guard direction == "up" || direction == "down" else {
        throw ScriptTokens.Problem("expected up or down, not \(direction)")
      }
      return .wheel(isDown: direction == "down", try point(&line))
    case "expect": return .expect(try shown(&line))
    case "refuse": return .refuse(try shown(&line))
    case "style": return .style(try point(&line), try styles(&line))
    case "cursor":
      let word = try line.word("ROW:COL or hidden")
      return .cursor(word == "hidden" ? nil : try ScriptValues.point(word))
    case "file": return .file(path: try path(&line), text: try line.quotedText("the file's text"))
    case "data": return .data(path: try path(&line), text: try line.quotedText("the file's text"))
    case "config":
      return .config(path: try path(&line), text: try line.quotedText("the file's text"))
    case "nofile": return .noFile(path: try path(&line))
    case "nowhere": return .nowhere(try shown(&line))
    case "remember":
      let start = try point(&line)
      return .remember(start, cells: try count(&line, "how many cells"))
    case "recall": return .recall(last: line.isAtEnd ? nil : try count(&line, "how many letters"))
    case "modules": return .modules(try line.quotedText("the module stack"))
    case "exit":
      let word = try line.word("an exit code")
      guard let code = UInt8(word) else {
        throw ScriptTokens.Problem("expected an exit code from 0 to 255, not \(word)")
      }
      return .exit(Int32(code))
    case "run": return try run(&line)
    default:
      let known = verbs.joined(separator: ", ")
      throw ScriptTokens.Problem("there is no verb \(verb.debugDescription); known are \(known)")
    }
  }

  private static func keys(_ rest: Substring) throws(ScriptTokens.Problem) -> [Key] {
    var keys: [Key] = []
    for word in rest.split(whereSeparator: \.isBlank) {
      keys += try ScriptValues.keys(String(word))
    }
    if keys.isEmpty { throw ScriptTokens.Problem("expected keys like j, Enter or C-s") }
    return keys
  }

  private static func arguments(_ line: inout ScriptTokens) -> [String] {
    var arguments: [String] = []
    while let token = line.token() { arguments.append(token.text) }
    return arguments
  }

  private static func run(_ line: inout ScriptTokens) throws(ScriptTokens.Problem) -> Script.Verb {
    var arguments: [String] = []
    while let token = line.token() {
      if token == ScriptTokens.Token(text: "->", isQuoted: false) {
        if arguments.isEmpty { throw ScriptTokens.Problem("expected a command before ->") }
        return .run(arguments: arguments, output: try line.quotedText("the output"))
      }
      arguments.append(token.text)
    }
    throw ScriptTokens.Problem("expected -> \"OUTPUT\" after the command")
  }

  private static func path(_ line: inout ScriptTokens) throws(ScriptTokens.Problem) -> String {
    let path = try line.anyText("a path in the vault")
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) || path.contains("\0") {
      throw ScriptTokens.Problem("\(path.debugDescription) is not a path inside the vault")
    }
    return path
  }

  private static func shown(_ line: inout ScriptTokens) throws(ScriptTokens.Problem) -> String {
    let text = try line.quotedText("a text on the screen")
    if text.isEmpty || text.contains("\n") {
      throw ScriptTokens.Problem("expected a text that can stand in one row of the screen")
    }
    return text
  }

  private static func typed(_ line: inout ScriptTokens) throws(ScriptTokens.Problem) -> String {
    let text = try line.quotedText("what is typed")
    let isTypable = text.unicodeScalars.allSatisfy {
      ($0.value >= 0x20 && $0.value != 0x7f) || $0 == "\n" || $0 == "\t"
    }
    if !isTypable {
      throw ScriptTokens.Problem("a control character is not text: use “press” for its key")
    }
    return text
  }

  private static func count(
    _ line: inout ScriptTokens, _ what: String
  ) throws(ScriptTokens.Problem) -> Int {
    let word = try line.word(what)
    guard let count = Int(word), count > 0 else {
      throw ScriptTokens.Problem("expected \(what), not \(word)")
    }
    return count
  }

  private static func point(_ line: inout ScriptTokens) throws(ScriptTokens.Problem) -> Point {
    try ScriptValues.point(line.word("a place as ROW:COL"))
  }

  /// Parses the modifier keys of a click.
  private static func modifiers(
    _ line: inout ScriptTokens
  ) throws(ScriptTokens.Problem) -> Key.Modifiers {
    var held: Key.Modifiers = []
    while !line.isAtEnd {
      switch try line.word("shift, ctrl or alt") {
      case "shift": held.insert(.shift)
      case "ctrl": held.insert(.control)
      case "alt": held.insert(.meta)
      case let word: throw ScriptTokens.Problem("expected shift, ctrl or alt, not \(word)")
      }
    }
    return held
  }

  private static func styles(
    _ line: inout ScriptTokens
  ) throws(ScriptTokens.Problem) -> [Script.StyleCheck] {
    var checks = [try ScriptValues.style(line.word("a style like reverse or role=title"))]
    while !line.isAtEnd { checks.append(try ScriptValues.style(line.word("a style"))) }
    return checks
  }
}
