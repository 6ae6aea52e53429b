/// Fills in placeholders such as `{{Name}}`, and collects the template's problems, so that all of
/// them are reported at once and before anything is written.
struct Placeholders {
  struct Fault: Equatable {
    let path: String
    /// Nil if the problem is in the file's own name.
    let line: Int?
    let what: String

    var message: String {
      if let line { return "\(path):\(line): \(what)" }
      return "\(path): in its name, \(what)"
    }
  }

  /// The text of a placeholder whose line or file is to be left out.
  static let dropped = "\0"

  let values: [String: String]
  private(set) var faults: [Fault] = []

  init(_ name: ModuleName) {
    values = Dictionary(
      uniqueKeysWithValues: (name.placeholders + name.choices).map { ($0.placeholder, $0.text) })
  }

  /// Fills in a file's name or path; empty if the file is left out.
  mutating func fill(name path: String, of origin: String) -> String {
    fill(path) { _, what in Fault(path: origin, line: nil, what: what) }
  }

  /// Fills in a file's text; `line` is the number of its first line.
  mutating func fill(_ text: String, of origin: String, from line: Int = 1) -> String {
    fill(text) { offset, what in Fault(path: origin, line: line + offset, what: what) }
  }

  mutating func fill(
    _ insertions: [Template.Insertion], of origin: String
  ) -> [Template.Insertion] {
    insertions.map { insertion in
      var filled = insertion
      filled.path = fill(insertion.path, of: origin, from: insertion.line)
      filled.marker = fill(insertion.marker, of: origin, from: insertion.line)
      filled.text = fill(insertion.text, of: origin, from: insertion.line)
      return filled
    }
  }

  private mutating func fill(_ text: String, fault: (Int, String) -> Fault) -> String {
    var result = ""
    var rest = text[...]
    var line = 0
    while let opening = rest.firstRange(of: "{{") {
      let before = rest[..<opening.lowerBound]
      result += before
      line += before.count(where: \.isNewline)
      rest = rest[opening.upperBound...]
      // In a longer row of braces, the last two open the placeholder.
      while rest.first == "{" {
        result += "{"
        rest.removeFirst()
      }
      let word = rest.prefix { !$0.isNewline && $0 != "{" && $0 != "}" }
      rest = rest[word.endIndex...]
      guard rest.hasPrefix("}}") else {
        faults.append(fault(line, "{{\(word) is not closed by }}"))
        continue
      }
      rest.removeFirst(2)
      if let value = values[String(word)] {
        result += value
      } else {
        faults.append(fault(line, "no placeholder is named {{\(word)}}"))
      }
    }
    result += rest
    guard result.contains(Self.dropped) else { return result }
    return result.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains(Self.dropped) }.joined(separator: "\n")
  }
}
