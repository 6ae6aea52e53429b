/// The name of a new module, in every form that a template may use.
struct ModuleName: Equatable {
  let name: String
  private let words: [String]
  private let says: String
  private let others: [String]
  let key: String
  private let hasCommand: Bool

  /// Throws unless the name is UpperCamelCase and valid for a Swift target. `says` describes in a
  /// few words what the module shows; `others` are further words for it, separated by commas; `key`
  /// opens it from the list of notes; with `command` it gets a command of the command line, too.
  init(
    _ name: String, says: String = "", words others: String = "", key: String = "",
    command: Bool = false
  ) throws(Refusal) {
    guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      name.utf8.allSatisfy(Self.isLetterOrDigit)
    else {
      throw Refusal("“\(name)” is not a module name: use UpperCamelCase, as in NAME=DailyNotes.")
    }
    self.name = name
    words = Self.split(name)
    self.says = says
    self.others = others.split(separator: ",").map { String($0.drop { $0 == " " }) }.filter {
      !$0.isEmpty
    }
    self.key = key
    hasCommand = command
    guard !Self.taken.contains(name), !Self.keywords.contains(lowerName) else {
      throw Refusal("“\(name)” means something in Swift already: take a longer name.")
    }
  }

  /// The name of a variable: `dailyNotes`.
  var lowerName: String {
    words.enumerated().map { $0.offset == 0 ? $0.element.lowercased() : $0.element }.joined()
  }

  /// Placeholders and their texts, in the order in which the help shows them.
  var placeholders: [(placeholder: String, text: String)] {
    let lower = words.map { $0.lowercased() }
    let sentence = [words[0]] + lower.dropFirst()
    return [
      ("Name", name), ("name", lowerName), ("Words", sentence.joined(separator: " ")),
      ("words", lower.joined(separator: " ")), ("slug", lower.joined(separator: "-")),
      ("says", says.isEmpty ? "the \(lower.joined(separator: " "))" : says),
      ("word", others.first ?? lower.joined(separator: " ")),
      ("others", others.map { "\"\($0)\"" }.joined(separator: ", ")),
    ]
  }

  /// Optional parts of the module: a line with `?key` is written only if there is a key.
  var choices: [(placeholder: String, text: String)] {
    [
      ("key", key), ("?key", key.isEmpty ? Placeholders.dropped : ""),
      ("?command", hasCommand ? "" : Placeholders.dropped),
      ("!command", hasCommand ? Placeholders.dropped : ""),
    ]
  }

  static func == (one: ModuleName, other: ModuleName) -> Bool { one.name == other.name }

  /// Splits at each capital that follows a lowercase letter or a digit, or that a lowercase letter
  /// follows: `URLBar2Go` is URL, Bar2, Go.
  private static func split(_ name: String) -> [String] {
    let characters = Array(name)
    var words: [String] = []
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let startsWord =
        character.isUppercase
        && (index == 0 || !characters[index - 1].isUppercase || next?.isLowercase == true)
      if startsWord || words.isEmpty {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static let taken: Set<String> = [
    "Any", "Array", "Character", "Dictionary", "Dispatch", "Error", "Foundation", "Glibc", "Int",
    "Module", "Never", "Observation", "Optional", "Protocol", "Regex", "Result", "Screen", "Self",
    "Set", "String", "Swift", "Synchronization", "Task", "Testing", "Type", "Void", "XCTest",
  ]

  /// Reserved words, because `{{name}}` must be valid as a variable.
  private static let keywords: Set<String> = [
    "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
    "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while",
  ]
}
