/// `- [X] words`, `1. words`, `- term :: words`.
struct OrgItem {
  var mark = "-"
  var box: Character?
  var term: String?
  var words: String

  init?(_ line: String) {
    var rest = line[...]
    guard let first = rest.first else { return nil }
    if first.isNumber {
      let digits = rest.prefix { $0.isNumber && $0.isASCII }
      rest = rest.dropFirst(digits.count)
      guard !digits.isEmpty, digits.count < 10, rest.first == "." || rest.first == ")" else {
        return nil
      }
      mark = "\(digits)."
    } else if !"-+*".contains(first) {
      return nil
    }
    rest = rest.dropFirst()
    guard rest.isEmpty || rest.first == " " else { return nil }
    rest = rest.drop { $0 == " " }
    if rest.hasPrefix("[@"), let end = rest.firstIndex(of: "]") {
      let number = rest[..<end].dropFirst(2)
      if mark != "-", Int(number) != nil { mark = "\(number)." }
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    for (written, sign) in [("[ ]", " "), ("[X]", "x"), ("[x]", "x"), ("[-]", "/")]
      as [(String, Character)]
    where rest.hasPrefix(written) {
      box = sign
      rest = rest.dropFirst(3).drop { $0 == " " }
      break
    }
    words = String(rest)
    if mark == "-", let colons = rest.firstRange(of: " :: ") {
      term = String(rest[..<colons.lowerBound])
      words = rest[colons.upperBound...].trimmingBlanks
    }
  }
}
