import Terminal
import UseCases

/// The parts of the manual page that are generated from the table of commands.
enum ManualPage {
  /// Between these lines, the page in `Resources` has the result of `places`.
  static let placesStart = ".\\\" made of the table of places: begin"
  static let placesEnd = ".\\\" made of the table of places: end"

  package static func places(_ addresses: [ScreenAddress]) -> String {
    var lines = [placesStart, ".Bl -tag -width \"notes://history/NOTE\""]
    for address in addresses {
      let name =
        address.written.split(separator: "/").last == "NOTE" ? address.written.dropLast(4) : nil
      lines.append(name.map { ".It Li \($0) Ns Ar NOTE" } ?? ".It Li \(address.written)")
      lines += self.lines(address.summary)
    }
    return (lines + [".El", placesEnd]).joined(separator: "\n") + "\n"
  }

  /// Between these lines, the page in `Resources` has the value of `commands`.
  package static let start = ".\\\" made of the table of commands: begin"
  package static let end = ".\\\" made of the table of commands: end"

  package static var commands: String {
    var lines = [start, ".Sh COMMANDS", ".Bl -tag -width Ds"]
    for spec in CommandTable.all { lines += item(spec) }
    lines += [".El", ".Sh OPTIONS"]
    lines += [".Ss Of the screen and of every command", ".Bl -tag -width Ds"]
    for name in CommandTable.everywhere { lines += item(CommandTable.option(name)) }
    lines += [".El", ".Ss Of the screen", ".Bl -tag -width Ds"]
    for name in CommandTable.onScreen { lines += item(CommandTable.option(name)) }
    lines += [".El", ".Ss Of single commands", ".Bl -tag -width Ds"]
    let general = Set(CommandTable.everywhere + CommandTable.onScreen)
    for name in OptionName.allCases where !general.contains(name) {
      lines += item(CommandTable.option(name))
    }
    lines += [".El", end]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func item(_ spec: CommandSpec) -> [String] {
    var line = ".It Cm " + spec.name.rawValue
    for argument in spec.arguments {
      let name = argument.repeats ? "\(argument.name) ..." : argument.name
      line += argument.isOptional ? " Op Ar \(name)" : " Ar \(name)"
    }
    var lines = [line, sentence(spec.summary)]
    if !spec.details.isEmpty { lines += sentences(spec.details) }
    if !spec.options.isEmpty {
      lines.append("Options:")
      for (index, name) in spec.options.enumerated() {
        lines.append(".Fl -\(name.rawValue)\(index + 1 < spec.options.count ? " ," : " .")")
      }
    }
    if !spec.answer.fields.isEmpty {
      lines += ["As JSON it has these fields:", ".Bl -tag -width pathBytes -compact"]
      for field in spec.answer.fields {
        lines.append(".It Li \(field.name)")
        lines += self.lines(field.summary)
      }
      lines.append(".El")
    }
    lines += [".Pp", ".Dl notes-tui \(quoted(spec.example))"]
    return lines
  }

  private static func item(_ option: OptionSpec) -> [String] {
    let value = option.value.map { " Ar \(escaped($0))" } ?? ""
    let short = option.short.map { "\($0)\(value) , Fl " } ?? ""
    return [".It Fl \(short)-\(option.name.rawValue)\(value)"] + lines(option.summary)
  }

  private static func sentence(_ text: String) -> String {
    lines(text.prefix(1).uppercased() + text.dropFirst() + ".").joined(separator: "\n")
  }

  /// Begins a line for each sentence, as is usual in manual pages, and wraps long ones.
  static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    for word in marked(text).split(separator: " ") {
      sentence += (sentence.isEmpty ? "" : " ") + word
      if word.last == "." {
        sentences.append(sentence)
        sentence = ""
      }
    }
    return (sentence.isEmpty ? sentences : sentences + [sentence]).flatMap(lines)
  }

  private static let widest = 76

  private static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").map({ escapedWord(String($0)) }) {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > widest {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (line.isEmpty ? lines : lines + [line]).map(withoutRequest)
  }

  /// Quotes within the line of a request would be lost.
  private static func quoted(_ text: String) -> String {
    escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq")
  }

  static func escaped(_ text: String) -> String { withoutRequest(escapedWord(text)) }

  /// Prevents the start of a line from being read as a request.
  private static func withoutRequest(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Replaces backticks with marks, which become bold after the text is escaped.
  static func marked(_ text: String) -> String {
    var isCode = false
    return String(
      text.map { character -> Character in
        guard character == "`" else { return character }
        isCode.toggle()
        return isCode ? boldStart : boldEnd
      })
  }

  private static let boldStart: Character = "\u{1}"
  private static let boldEnd: Character = "\u{2}"

  /// Escapes backslashes and everything beyond ASCII, because not every formatter reads UTF-8.
  private static func escapedWord(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += "\\e"
      case "“": escaped += "\\(lq"
      case "”": escaped += "\\(rq"
      case "…": escaped += "..."
      case "\u{1}": escaped += "\\fB"
      case "\u{2}": escaped += "\\fR"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default: escaped += "\\[u\(hexadecimal(scalar))]"
      }
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// Generates the guide as sections of the manual page.
extension ManualPage {
  /// Between these lines, the page in `Resources` has the value of `guide`.
  static let guideStart = ".\\\" made of Resources/Guide: begin"
  static let guideEnd = ".\\\" made of Resources/Guide: end"

  static var guide: String {
    let lines = [guideStart] + Guide.pages.flatMap(section) + [guideEnd]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ page: GuidePage) -> [String] {
    var lines = [".Sh \(page.title.uppercased())"]
    // The first paragraph of a section needs no request before it.
    var isFirst = true
    for block in page.blocks {
      switch block {
      case .heading(let title): lines.append(".Ss \(title)")
      case .paragraph(let text): lines += (isFirst ? [] : [".Pp"]) + sentences(text)
      case .list(let items): lines += list(items)
      case .code(let code):
        lines += [".Bd -literal -offset indent"] + code.map(escaped) + [".Ed"]
      }
      isFirst = if case .heading = block { true } else { false }
    }
    return lines
  }

  /// Returns a definition list if each item begins with a name, as in `name`: meaning.
  private static func list(_ items: [String]) -> [String] {
    let named = items.map { item in item.first == "`" ? item.firstRange(of: "`: ") : nil }
    guard named.allSatisfy({ $0 != nil }) else {
      return [".Bl -bullet"] + items.flatMap { [".It"] + sentences($0) } + [".El"]
    }
    return [".Bl -tag -width Ds"]
      + zip(items, named).flatMap { item, colon -> [String] in
        guard let colon else { return [] }
        return [".It " + escaped(marked(item[..<colon.lowerBound] + "`"))]
          + sentences(String(item[colon.upperBound...]))
      } + [".El"]
  }
}
