/// Fills `{{Name}}` and the like, and collects the template's problems, so that all
/// of it is reported at once and before anything is written.
struct Placeholders {
  struct Fault: Equatable {
    let path: String
    /// None where the fault is in the file's own name.
    let line: Int?
    let what: String

    var message: String {
      if let line { return "\(path):\(line): \(what)" }
      return "\(path): in its name, \(what)"
    }
  }

  /// What a placeholder says of a line, or of a file's name, that is not wanted.
  static let dropped = "\0"

  let values: [String: String]
  private(set) var faults: [Fault] = []

  init(_ name: ModuleName) {
    values = Dictionary(
      uniqueKeysWithValues: (name.placeholders + name.choices).map { ($0.placeholder, $0.text) })
  }

  /// A file's name, or its path in the template; empty where the file is not wanted.
  mutating func fill(name path: String, of origin: String) -> String {
    fill(path) { _, what in Fault(path: origin, line: nil, what: what) }
  }

  /// A file's text; `line` is the number of its first line.
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
      // The last two braces of a row open the placeholder.
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
