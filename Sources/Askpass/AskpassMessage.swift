import Cells
import Glibc
import Services

/// A message over the socket: a line of words, then the stated number of bytes.
///
///     notes-tui-ask-1 TOKEN HINT ASKER LENGTH
///     Enter passphrase for key '/home/ann/.ssh/id_ed25519':
///
/// The reply is `yes LENGTH` with the typed answer, or `no`.
struct AskpassRequest: Equatable {
  var token: [UInt8]
  /// The hint that ssh adds to its prompt.
  var hint = ""
  /// The process that asks: if it asks the same twice, it rejected the answer.
  var asker: Int32 = 0
  var prompt: [UInt8]

  static let name = "notes-tui-ask-1"
  /// The limit of a prompt; a longer one is cut.
  static let mostBytes = 8_192
  static let mostBytesOfHead = 256

  var bytes: [UInt8] {
    let prompt = prompt.prefix(Self.mostBytes)
    let words = [Self.name, String(decoding: token, as: UTF8.self), hint, "\(asker)"]
    return Array((words.joined(separator: " ") + " \(prompt.count)\n").utf8) + prompt
  }

  /// Parses the first line, without the prompt; nil if it has another form.
  static func head(_ line: some Collection<UInt8>) -> (request: AskpassRequest, count: Int)? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 5, words[0].elementsEqual(name.utf8),
      let asker = Int32(String(decoding: words[3], as: UTF8.self)),
      let count = Int(String(decoding: words[4], as: UTF8.self)), (0...mostBytes).contains(count)
    else { return nil }
    let request = AskpassRequest(
      token: Array(words[1]), hint: String(decoding: words[2], as: UTF8.self), asker: asker,
      prompt: [])
    return (request, count)
  }
}

/// The environment variables that tell a program started by git how to ask.
enum AskpassVariable {
  static let folder = "NOTES_TUI_ASKPASS"
  static let token = "NOTES_TUI_ASKPASS_TOKEN"
  /// A variable of ssh itself.
  static let hint = "SSH_ASKPASS_PROMPT"
}

enum AskpassToken {
  static func make() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<32).flatMap { _ in
      let byte = UInt8.random(in: .min ... .max, using: &random)
      return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Compares in constant time.
  static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension CredentialQuestion {
  /// Parses a prompt of git or ssh, which may contain text from the remote or a repository's
  /// settings. `hint` is ssh's own: `confirm`, `none`.
  init(prompt: [UInt8], hint: String = "", isRepeated: Bool = false) {
    let prompt = String(decoding: prompt, as: UTF8.self)
    let kind = Self.kind(of: prompt, hint)
    var text = Self.shown(prompt, kind)
    if kind == .userName || kind == .password, prompt.contains(" for 'http://") {
      text = "This address is not encrypted: what you type can be read on its way.\n" + text
    }
    self.init(kind, text, isRepeated: isRepeated)
  }

  /// Returns the kind by the prompt's beginning: the rest is untrusted. A server's own questions
  /// begin with `(user@host)`.
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

  /// The limit counts scalars: a single character may have any number of marks.
  private static let mostScalars = 600

  private static func shown(_ prompt: String, _ kind: Kind) -> String {
    var lines = prompt.split(separator: "\n").map { line in
      line.unicodeScalars.map { Cells.steers($0) ? Cells.escape(for: $0) : String($0) }.joined()
    }
    // The program's own prompt says what to type.
    if kind == .hostKey { lines.removeAll { $0.contains("(yes/no") } }
    var text = lines.joined(separator: "\n")
    while text.last == " " { text.removeLast() }
    let scalars = text.unicodeScalars
    guard scalars.count > mostScalars else { return text }
    return String(scalars.prefix(mostScalars / 2)) + " … " + String(scalars.suffix(mostScalars / 2))
  }
}
