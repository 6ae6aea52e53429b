/// A formula within a line in readable form: `x^2 \le \alpha` is x² ≤ α. A formula that one line of
/// text cannot express stays as it is written.
struct FormulaText {
  private let signs: [Character]
  private var index = 0
  private var depth = 0
  private var text = ""

  private static let longest = 400
  private static let deepest = 12

  /// Returns nil if the formula has an unknown command or does not fit on a line.
  static func readable(_ formula: String) -> String? {
    guard formula.utf8.count <= longest else { return nil }
    var reader = FormulaText(formula)
    guard reader.readAll(), reader.index == reader.signs.count else { return nil }
    let text = reader.text.trimmed
    return text.isEmpty ? nil : text
  }

  private init(_ formula: String) { signs = Array(formula) }

  private var next: Character? { index < signs.count ? signs[index] : nil }

  /// Reads up to the end or the closing bracket of a group; false if a part cannot be expressed.
  private mutating func readAll() -> Bool {
    while let sign = next, sign != "}" {
      index += 1
      switch sign {
      case "\\": guard readCommand() else { return false }
      case "{":
        guard let group = group(behindOpening: true) else { return false }
        text += group
      case "^", "_": guard readScript(isAbove: sign == "^") else { return false }
      case "'": text += "′"
      case "~": addBlank()
      case "&", "%", "#", "\n": return false
      default:
        if sign.isWhitespace { addBlank() } else { text.append(sign) }
      }
    }
    return true
  }

  private mutating func addBlank() {
    if !text.isEmpty, text.last != " " { text += " " }
  }

  private mutating func skipBlanks() {
    while next?.isWhitespace == true { index += 1 }
  }

  // MARK: - Groups and commands

  /// Returns the text in braces, read as a formula of its own.
  private mutating func group(behindOpening: Bool) -> String? {
    if !behindOpening {
      guard next == "{" else { return nil }
      index += 1
    }
    guard let inner = inner({ $0.readAll() }), next == "}" else { return nil }
    index += 1
    return inner
  }

  /// Reads the argument of a command or a script: a group, a command, or one character.
  private mutating func argument() -> String? {
    skipBlanks()
    guard let sign = next, sign != "}" else { return nil }
    if sign == "{" { return group(behindOpening: false) }
    index += 1
    guard sign == "\\" else { return sign == "^" || sign == "_" ? nil : String(sign) }
    return inner { $0.readCommand() }
  }

  /// Returns the text that `read` makes, one level deeper.
  private mutating func inner(_ read: (inout Self) -> Bool) -> String? {
    guard depth < Self.deepest else { return nil }
    let outer = text
    text = ""
    depth += 1
    defer { (text, depth) = (outer, depth - 1) }
    return read(&self) ? text.trimmed : nil
  }

  /// Returns the literal text in braces.
  private mutating func words() -> String? {
    skipBlanks()
    guard next == "{", let end = signs[index...].firstIndex(of: "}") else { return nil }
    let words = signs[(index + 1)..<end]
    guard !words.contains("\\"), !words.contains("{"), !words.contains("$") else { return nil }
    index = end + 1
    return String(words)
  }

  private mutating func readCommand() -> Bool {
    guard let first = next else { return false }
    guard first.isASCII, first.isLetter else {
      index += 1
      guard let sign = FormulaSymbols.signs[first] else { return false }
      if sign == " " { addBlank() } else { text += sign }
      return true
    }
    var name = ""
    while let letter = next, letter.isASCII, letter.isLetter {
      name.append(letter)
      index += 1
    }
    if let symbol = FormulaSymbols.ordinary[name] {
      text += symbol
      skipBlanks()
    } else if let symbol = FormulaSymbols.relations[name] {
      addBlank()
      text += symbol + " "
      skipBlanks()
    } else if FormulaSymbols.functions.contains(name) {
      text += name
      skipBlanks()
      if next != "(", next != "^", next != "_", next != "}", next != nil { text += " " }
    } else {
      return readMarkup(name)
    }
    return true
  }

  private mutating func readMarkup(_ name: String) -> Bool {
    switch name {
    case "frac", "dfrac", "tfrac":
      guard let above = argument(), let below = argument() else { return false }
      text += above.parenthesized + "/" + below.parenthesized
    case "sqrt":
      var root = ""
      if next == "[" {
        guard let end = signs[index...].firstIndex(of: "]"),
          let raised = FormulaSymbols.scripts(String(signs[(index + 1)..<end]), isAbove: true)
        else { return false }
        root = raised
        index = end + 1
      }
      guard let inner = argument() else { return false }
      text += root + "√" + inner.parenthesized
    case "text", "textrm", "textbf", "textit", "operatorname", "mathrm", "mathsf", "mathtt":
      guard let words = words() else { return false }
      text += words
    case "mathbf", "boldsymbol", "mathit", "displaystyle", "textstyle", "limits":
      if name.hasSuffix("style") || name == "limits" { return true }
      guard let inner = argument() else { return false }
      text += inner
    case "mathbb", "mathcal":
      guard let letter = argument(), let drawn = FormulaSymbols.drawn(letter, name) else {
        return false
      }
      text += drawn
    case "left", "right", "big", "Big", "bigl", "bigr":
      return readDelimiter()
    case "pmod":
      guard let inner = argument() else { return false }
      addBlank()
      text += "(mod \(inner))"
    default:
      // A combining mark works on one letter only.
      guard let mark = FormulaSymbols.accents[name], let letter = argument(), letter.count == 1
      else { return false }
      text += letter + mark
    }
    return true
  }

  /// Reads the delimiter after `\left`: a bracket, or a period, which shows nothing.
  private mutating func readDelimiter() -> Bool {
    skipBlanks()
    guard let sign = next else { return false }
    index += 1
    switch sign {
    case ".": break
    case "\\": return readCommand()
    case "(", ")", "[", "]", "|", "/": text.append(sign)
    default: return false
    }
    return true
  }

  // MARK: - Above and below the line

  private mutating func readScript(isAbove: Bool) -> Bool {
    guard let inner = argument(), !inner.isEmpty else { return false }
    if text.last == " " { text.removeLast() }
    if inner == "∘", isAbove {
      text += "°"
    } else if inner == "′" || inner == "″" {
      text += inner
    } else if let raised = FormulaSymbols.scripts(inner, isAbove: isAbove) {
      text += raised
    } else {
      // Some letters have no script form: `x_q` is shown as it is written.
      text += (isAbove ? "^" : "_") + (inner.count > 1 ? "(\(inner))" : inner)
    }
    return true
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The text in brackets, if it would be ambiguous next to a slash.
  fileprivate var parenthesized: String {
    let isWhole = allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "′" }
    return count > 1 && !isWhole ? "(\(self))" : self
  }
}
