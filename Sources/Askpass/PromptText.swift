import Cells
package import Services

extension CredentialQuestion {
  /// Reads what git or ssh ask by, which may have words of the remote's or of a repository's settings in it.
  /// `hint` is what ssh says of it besides: `confirm`, `none`.
  package init(prompt: [UInt8], hint: String = "", isRepeated: Bool = false) {
    let prompt = String(decoding: prompt, as: UTF8.self)
    let kind = Self.kind(of: prompt, hint)
    var text = Self.shown(prompt, kind)
    if kind == .userName || kind == .password, prompt.contains(" for 'http://") {
      text = "This address is not encrypted: what you type can be read on its way.\n" + text
    }
    self.init(kind, text, isRepeated: isRepeated)
  }

  /// By how it begins: what follows may be anyone's. A server's own questions begin with `(user@host)`.
  private static func kind(of prompt: String, _ hint: String) -> Kind {
    if hint == "none" { return .notice }
    if prompt.hasPrefix("The authenticity of host '"), prompt.contains("(yes/no") {
      return .hostKey
    }
    if hint == "confirm" { return .consent }
    if prompt.hasPrefix("Username for '") { return .userName }
    if prompt.hasPrefix("Password for '") { return .password }
    if prompt.hasPrefix("Enter passphrase for ") { return .passphrase }
    if prompt.hasSuffix("'s password: "), !prompt.hasPrefix("(") { return .password }
    return .code
  }

  /// Scalars: a single character may have any number of marks.
  private static let mostScalars = 600

  private static func shown(_ prompt: String, _ kind: Kind) -> String {
    var lines = prompt.split(separator: "\n").map { line in
      line.unicodeScalars.map { Cells.steers($0) ? Cells.escape(for: $0) : String($0) }.joined()
    }
    // What is to be typed is said where it is typed.
    if kind == .hostKey { lines.removeAll { $0.contains("(yes/no") } }
    var text = lines.joined(separator: "\n")
    while text.last == " " { text.removeLast() }
    let scalars = text.unicodeScalars
    guard scalars.count > mostScalars else { return text }
    return String(scalars.prefix(mostScalars / 2)) + " … " + String(scalars.suffix(mostScalars / 2))
  }
}
