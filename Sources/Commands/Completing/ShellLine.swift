/// A shell command line, up to the cursor.
struct ShellLine: Equatable {
  /// The words before the last one, as the program would get them.
  private(set) var before: [RawArgument] = []
  /// The word at the cursor; empty after a blank.
  private(set) var typed: [UInt8] = []
  /// The number of bytes of `typed` that the shell retains: it replaces only those after them.
  private(set) var unchanged = 0

  /// Special bytes of a command line.
  private enum Sign {
    static let double = UInt8(ascii: "\"")
    static let single = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let tilde = UInt8(ascii: "~")
    static let slash = UInt8(ascii: "/")
  }

  /// The first word is the program's name and is dropped. `breaks` are the characters after which
  /// the shell starts replacing; `home` is the value of `~`.
  init(_ line: [UInt8], of shell: Shell, breaks: [UInt8], home: String) {
    var (quote, word, hasTilde): (UInt8?, [UInt8]?, Bool) = (nil, nil, false)
    var words: [[UInt8]] = []
    func finished(_ word: [UInt8]) -> [UInt8] {
      let isOfHome = hasTilde && (word.count == 1 || word[1] == Sign.slash)
      return isOfHome ? Array(home.utf8) + word.dropFirst() : word
    }
    var rest = line[...]
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open {
          quote = nil
        } else if byte == Sign.backslash, let next = rest.first,
          Self.isEscaped(next, in: open, of: shell)
        {
          word?.append(rest.removeFirst())
        } else {
          word?.append(byte)
        }
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        if let whole = word { words.append(finished(whole)) }
        (word, unchanged, hasTilde) = (nil, 0, false)
      } else if byte == Sign.double || byte == Sign.single {
        quote = byte
        word = word ?? []
        unchanged = word?.count ?? 0
      } else if byte == Sign.backslash {
        word = (word ?? []) + (rest.popFirst().map { [$0] } ?? [])
      } else {
        if word == nil, byte == Sign.tilde { hasTilde = true }
        word = (word ?? []) + [byte]
        if breaks.contains(byte) { unchanged = word?.count ?? 0 }
      }
    }
    typed = word ?? []
    if shell != .bash { unchanged = 0 }
    before = words.dropFirst().map { RawArgument(bytes: $0) }
  }

  /// Whether a backslash before this byte is removed within these quotes.
  private static func isEscaped(_ byte: UInt8, in quote: UInt8, of shell: Shell) -> Bool {
    if quote == Sign.single {
      return shell == .fish && (byte == Sign.single || byte == Sign.backslash)
    }
    return byte == Sign.double || byte == Sign.backslash || byte == UInt8(ascii: "$")
      || shell != .fish && byte == UInt8(ascii: "`")
  }
}
