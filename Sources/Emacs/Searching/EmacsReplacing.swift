import TextEngine

/// How text is replaced: by `M-%` and `C-M-%`, which ask at each match, or by a command of `M-x`.
struct EmacsReplacing: Equatable {
  var isPattern = false
  var asks = true
  /// Only whole words.
  var isDelimited = false

  var command: String {
    switch (asks, isPattern) {
    case (true, false): "query-replace"
    case (true, true): "query-replace-regexp"
    case (false, false): "replace-string"
    case (false, true): "replace-regexp"
    }
  }

  /// The words of the prompt.
  var words: String {
    "Replace" + (isPattern ? " pattern" : "") + (isDelimited ? " word" : "")
  }
}

extension EmacsMachine {
  mutating func askToReplace(_ replacing: EmacsReplacing) {
    // It goes to the end of the text: the main cursor asks for all cursors.
    if text.isSecondaryCursor { return }
    var replacing = replacing
    replacing.isDelimited = argument != nil && argument != .minus
    let words = replacing.words + (usedRegion == nil ? "" : " in region")
    var sign = words + ": "
    if let last = searches.lastReplacement {
      sign = "\(words) (\(last.from) with \(last.to)): "
    }
    startPrompt(.replaced(replacing), sign)
  }

  mutating func replacedIsKnown(
    _ string: String, _ replacing: EmacsReplacing, argument given: EmacsArgument?
  ) throws(EmacsFailure) {
    if string.isEmpty {
      guard let last = searches.lastReplacement else {
        throw failure("There is nothing to replace.")
      }
      return try runPlain(replacing.command) { machine in
        try machine.startReplacing(last.from, with: last.to, replacing)
      }
    }
    // An invalid pattern is reported before its replacement is typed.
    if replacing.isPattern { _ = try pattern(string, replacing) }
    argument = given
    startPrompt(.replacement(of: string, replacing), "\(replacing.words) \(string) with: ")
  }

  func pattern(_ string: String, _ replacing: EmacsReplacing) throws(EmacsFailure) -> EmacsPattern {
    if !replacing.isPattern { return EmacsPattern(string, isLax: false) }
    return try EmacsPattern(
      expression: string, foldsCase: EmacsExpression.hasNoCapital(string), in: text)
  }
}

/// The replacement of a pattern: `\&` is the match, `\1` a group, `\\` a backslash.
enum EmacsReplacement {
  /// Throws if the replacement has something else behind a backslash.
  static func check(_ template: String) throws(EmacsFailure) {
    _ = try bytes(template, match: [], groups: [])
  }

  static func bytes(
    _ template: String, match: [UInt8], groups: [[UInt8]?]
  ) throws(EmacsFailure) -> [UInt8] {
    var made: [UInt8] = []
    var signs = Array(template)[...]
    while let sign = signs.popFirst() {
      guard sign == "\\" else {
        made += Array(String(sign).utf8)
        continue
      }
      switch signs.popFirst() {
      case "&", "0": made += match
      case "\\": made.append(UInt8(ascii: "\\"))
      case let digit? where digit.isASCII && digit.isNumber:
        let index = (digit.wholeNumberValue ?? 0) - 1
        if groups.indices.contains(index) { made += groups[index] ?? [] }
      case let other?:
        throw EmacsFailure(message: "\\\(other) is not known here in a replacement.")
      case nil: throw EmacsFailure(message: "Invalid use of ‘\\’ in replacement text")
      }
    }
    return made
  }
}
