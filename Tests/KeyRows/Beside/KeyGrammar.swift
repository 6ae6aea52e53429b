import TestSupport

/// Keys by rules, one form of each name taken by chance.
///
///     motion:  «count»w  gg  f«char»
///              «count»}
///     count:   «none»  2  3
///
/// Two blanks part the forms of a name. `«name»` in a form means one of that name's forms, and
/// `«none»` for nothing. Some names come from the text that the keys are for.
struct KeyGrammar {
  private enum Piece {
    case keys(String)
    case name(String)
  }

  private var rules: [String: [[Piece]]] = ["none": [[]]]

  init(_ text: String) {
    var name = ""
    for line in text.split(separator: "\n") {
      var rest = line
      if line.first != " ", let colon = line.firstIndex(of: ":") {
        name = String(line[..<colon])
        rest = line[line.index(after: colon)...]
      }
      rules[name, default: []] += rest.split(separator: "  ").map { Self.pieces(of: $0) }
    }
  }

  private static func pieces(of form: Substring) -> [Piece] {
    form.drop { $0 == " " }.split(separator: "«", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part -> [Piece] in
        guard index > 0 else { return [.keys(String(part))] }
        let halves = part.split(separator: "»", maxSplits: 1, omittingEmptySubsequences: false)
        return [.name(String(halves[0])), .keys(halves.count > 1 ? String(halves[1]) : "")]
      }
  }

  /// `given` has what names of the text stand for.
  func keys(
    _ name: String, given: [String: [String]], using random: inout SeededRandom
  ) -> String {
    if let choices = given[name] { return choices.randomElement(using: &random) ?? "" }
    guard let form = rules[name]?.randomElement(using: &random) else {
      preconditionFailure("the grammar of keys has no «\(name)»")
    }
    var keys = ""
    for piece in form {
      switch piece {
      case .keys(let text): keys += text
      case .name(let name): keys += self.keys(name, given: given, using: &random)
      }
    }
    return keys
  }
}
