/// Makes MathML elements, as browsers draw formulas, of a formula block. An unknown command leaves
/// the formula as it is written.
struct FormulaElements {
  private let signs: [Character]
  private var index = 0
  private var depth = 0

  private static let longest = 4000
  private static let deepest = 24

  /// `formula`: without the `$$` around it. Returns nil if a part of it cannot be expressed.
  static func block(_ formula: String) -> PageText? {
    guard formula.utf8.count <= longest, !formula.allSatisfy(\.isWhitespace) else { return nil }
    var reader = FormulaElements(formula)
    guard let rows = reader.rows(), reader.index == reader.signs.count, !rows.isEmpty else {
      return nil
    }
    var page = PageText()
    page.add("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">")
    if rows.count == 1, rows[0].count == 1 {
      page.add(rows[0][0])
    } else {
      page.add(Self.table(rows))
    }
    page.add("</math>")
    return page
  }

  private init(_ formula: String) { signs = Array(formula) }

  private var next: Character? { index < signs.count ? signs[index] : nil }

  private func begins(_ text: String) -> Bool { signs[index...].starts(with: text) }

  private mutating func take(_ text: String) -> Bool {
    guard begins(text) else { return false }
    index += text.count
    return true
  }

  private mutating func skipBlanks() {
    while next?.isWhitespace == true { index += 1 }
  }

  private static func element(_ name: String, _ inside: PageText...) -> PageText {
    var page = PageText()
    page.add("<\(name)>")
    for part in inside { page.add(part) }
    page.add("</\(name.prefix { $0 != " " })>")
    return page
  }

  private static func sign(_ name: String, _ words: String) -> PageText {
    var page = PageText()
    page.add(text: words.utf8)
    return element(name, page)
  }

  private static func table(_ rows: [[PageText]]) -> PageText {
    var page = PageText()
    for row in rows {
      page.add("<mtr>")
      for cell in row { page.add(element("mtd", cell)) }
      page.add("</mtr>")
    }
    return element("mtable", page)
  }

  // MARK: - Rows

  /// Reads cells between `&` and rows between `\\`, up to the end of the group.
  private mutating func rows() -> [[PageText]]? {
    var rows: [[PageText]] = [[]]
    while true {
      guard let cell = row() else { return nil }
      rows[rows.count - 1].append(cell)
      if take("&") { continue }
      guard take("\\\\") else { break }
      rows.append([])
    }
    // A line break after the last row begins no new row.
    if rows.count > 1, rows.last?.count == 1, rows[rows.count - 1][0].bytes == Self.empty {
      rows.removeLast()
    }
    return rows
  }

  private static let empty = Array("<mrow></mrow>".utf8)

  private var isAtEnd: Bool {
    guard let next else { return true }
    return next == "}" || next == "&" || begins("\\\\") || begins("\\end{")
      || begins("\\right")
        && !begins("\\rightarrow")
  }

  private mutating func row() -> PageText? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    var page = PageText()
    skipBlanks()
    while !isAtEnd {
      guard let part = scripted() else { return nil }
      page.add(part)
      skipBlanks()
    }
    return Self.element("mrow", page)
  }

  /// Reads a part with the scripts above and below it.
  private mutating func scripted() -> PageText? {
    let isBare = next == "^" || next == "_"
    let name = signs[index...].dropFirst().prefix { $0.isASCII && $0.isLetter }
    let isAround = next == "\\" && Self.around.contains(String(name))
    guard let base = isBare ? Self.element("mrow") : part() else { return nil }
    var (above, below): (PageText?, PageText?) = (nil, nil)
    while true {
      skipBlanks()
      if next == "'", above == nil {
        let marks = signs[index...].prefix { $0 == "'" }
        index += marks.count
        above = Self.sign("mo", String(repeating: "′", count: marks.count))
      } else if next == "^", above == nil {
        index += 1
        guard let found = argument() else { return nil }
        above = found
      } else if next == "_", below == nil {
        index += 1
        guard let found = argument() else { return nil }
        below = found
      } else {
        break
      }
    }
    switch (above, below) {
    case (nil, nil): return base
    case (let above?, nil): return Self.element(isAround ? "mover" : "msup", base, above)
    case (nil, let below?): return Self.element(isAround ? "munder" : "msub", base, below)
    case (let above?, let below?):
      return Self.element(isAround ? "munderover" : "msubsup", base, below, above)
    }
  }

  /// The operators whose limits are drawn above and below them.
  private static let around: Set<String> = [
    "sum", "prod", "lim", "max", "min", "sup", "inf", "det", "gcd", "Pr",
  ]

  /// Reads the argument of a command or a script: a group, a command, or one sign.
  private mutating func argument() -> PageText? {
    skipBlanks()
    guard let sign = next, !isAtEnd, sign != "^", sign != "_", depth < Self.deepest else {
      return nil
    }
    if sign.isASCII, sign.isNumber {
      index += 1
      return Self.sign("mn", String(sign))
    }
    depth += 1
    defer { depth -= 1 }
    return part()
  }

  // MARK: - Parts

  private mutating func part() -> PageText? {
    guard let sign = next else { return nil }
    if sign == "\\" { return command() }
    if sign == "{" {
      index += 1
      guard let inner = row(), take("}") else { return nil }
      return inner
    }
    if sign.isASCII, sign.isNumber {
      let digits = signs[index...].prefix { $0.isASCII && $0.isNumber || $0 == "." }
      index += digits.count
      return Self.sign("mn", String(digits))
    }
    if "%#$~".contains(sign) {
      if sign != "~" { return nil }
      index += 1
      return Self.space(1)
    }
    index += 1
    return sign.isLetter ? Self.sign("mi", String(sign)) : operation(sign)
  }

  private func operation(_ sign: Character) -> PageText {
    Self.sign("mo", sign == "-" ? "−" : sign == "*" ? "∗" : String(sign))
  }

  private static func space(_ thirds: Int) -> PageText {
    var page = PageText()
    page.add("<mspace width=\"\(thirds == 6 ? "2" : thirds == 3 ? "1" : "0.3")em\" />")
    return page
  }

  private mutating func command() -> PageText? {
    index += 1
    guard let first = next else { return nil }
    guard first.isASCII, first.isLetter else {
      index += 1
      guard let sign = FormulaSymbols.signs[first] else { return nil }
      if sign.isEmpty { return PageText() }
      return sign.allSatisfy(\.isWhitespace) ? Self.space(1) : Self.sign("mo", sign)
    }
    let name = String(signs[index...].prefix { $0.isASCII && $0.isLetter })
    index += name.count
    if name == "quad" || name == "qquad" { return Self.space(name == "quad" ? 3 : 6) }
    if let symbol = FormulaSymbols.ordinary[name] {
      return Self.sign(symbol.first?.isLetter == true ? "mi" : "mo", symbol)
    }
    if let symbol = FormulaSymbols.relations[name] { return Self.sign("mo", symbol) }
    if FormulaSymbols.functions.contains(name) { return Self.sign("mi", name) }
    return markup(name)
  }

  private mutating func markup(_ name: String) -> PageText? {
    switch name {
    case "frac", "dfrac", "tfrac":
      guard let above = argument(), let below = argument() else { return nil }
      return Self.element("mfrac", above, below)
    case "binom":
      guard let above = argument(), let below = argument() else { return nil }
      let inner = Self.element("mfrac linethickness=\"0\"", above, below)
      return Self.element("mrow", operation("("), inner, operation(")"))
    case "sqrt": return root()
    case "text", "textrm", "textbf", "textit", "mbox": return words().map { Self.sign("mtext", $0) }
    case "operatorname", "mathrm", "mathsf", "mathtt": return words().map { Self.sign("mi", $0) }
    case "mathbf", "boldsymbol", "mathit": return argument()
    case "displaystyle", "textstyle", "limits", "nolimits": return PageText()
    case "mathbb", "mathcal":
      guard let letter = words(), let drawn = FormulaSymbols.drawn(letter, name) else { return nil }
      return Self.sign("mi", drawn)
    case "left":
      guard let opening = delimiter(), let inner = row(), take("\\right"),
        let closing = delimiter()
      else { return nil }
      return Self.element("mrow", opening, inner, closing)
    case "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr": return delimiter()
    case "begin": return environment()
    case "pmod":
      guard let inner = argument() else { return nil }
      return Self.element(
        "mrow", Self.space(3), operation("("), Self.sign("mi", "mod"), Self.space(1), inner,
        operation(")"))
    case "underline":
      return argument().map { Self.element("munder", $0, Self.sign("mo", "_")) }
    default:
      guard let mark = Self.accents[name], let inner = argument() else { return nil }
      return Self.element("mover accent=\"true\"", inner, Self.sign("mo", mark))
    }
  }

  private static let accents: [String: String] = [
    "hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~",
    "vec": "→", "dot": "˙", "ddot": "¨", "check": "ˇ", "acute": "´", "grave": "`",
  ]

  private mutating func root() -> PageText? {
    skipBlanks()
    var degree: PageText?
    if next == "[" {
      guard let end = signs[index...].firstIndex(of: "]") else { return nil }
      var inner = FormulaElements(String(signs[(index + 1)..<end]))
      inner.depth = depth
      guard let read = inner.row(), inner.index == inner.signs.count else { return nil }
      degree = read
      index = end + 1
    }
    guard let inside = argument() else { return nil }
    return degree.map { Self.element("mroot", inside, $0) } ?? Self.element("msqrt", inside)
  }

  /// Returns the literal text in braces.
  private mutating func words() -> String? {
    skipBlanks()
    guard next == "{", let end = signs[index...].firstIndex(of: "}") else { return nil }
    let words = signs[(index + 1)..<end]
    guard !words.contains(where: { "\\{$".contains($0) }) else { return nil }
    index = end + 1
    return String(words)
  }

  /// Reads the delimiter after `\left` or `\right`: a bracket, or a period, which shows nothing.
  private mutating func delimiter() -> PageText? {
    skipBlanks()
    guard let sign = next else { return nil }
    if sign == "\\" {
      guard depth < Self.deepest else { return nil }
      depth += 1
      defer { depth -= 1 }
      return command()
    }
    index += 1
    if sign == "." { return PageText() }
    return "()[]|/<>".contains(sign) ? operation(sign) : nil
  }

  /// The brackets around each environment.
  private static let environments: [String: (String, String)] = [
    "matrix": ("", ""), "pmatrix": ("(", ")"), "bmatrix": ("[", "]"), "vmatrix": ("|", "|"),
    "cases": ("{", ""), "aligned": ("", ""), "align": ("", ""), "align*": ("", ""),
    "gathered": ("", ""), "split": ("", ""), "array": ("", ""), "equation": ("", ""),
    "equation*": ("", ""),
  ]

  private mutating func environment() -> PageText? {
    guard let name = words(), let (opening, closing) = Self.environments[name] else { return nil }
    // Skips the column alignment of an array.
    if name == "array", words() == nil { return nil }
    guard let rows = rows(), take("\\end{\(name)}") else { return nil }
    var page = PageText()
    if !opening.isEmpty { page.add(Self.sign("mo", opening)) }
    page.add(Self.table(rows))
    if !closing.isEmpty { page.add(Self.sign("mo", closing)) }
    return Self.element("mrow", page)
  }
}
