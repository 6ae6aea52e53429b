/// A command line up to the cursor, as it was typed in a shell.
struct ShellLine: Equatable {
  /// The words before the last one, as the program would get them.
  private(set) var before: [RawArgument] = []
  /// The word at the cursor; empty behind a blank.
  private(set) var typed: [UInt8] = []
  /// How many bytes of `typed` the shell leaves as they are: it replaces what is behind them.
  private(set) var unchanged = 0

  /// Bytes of the line.
  private enum Sign {
    static let double = UInt8(ascii: "\"")
    static let single = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let tilde = UInt8(ascii: "~")
    static let slash = UInt8(ascii: "/")
  }

  /// The program's own name comes first and is left out. `breaks` are the signs behind which the shell
  /// begins to replace; `home` is the value of `~`.
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

  /// Whether a backslash before it is taken away, between these quotes.
  private static func isEscaped(_ byte: UInt8, in quote: UInt8, of shell: Shell) -> Bool {
    if quote == Sign.single {
      return shell == .fish && (byte == Sign.single || byte == Sign.backslash)
    }
    return byte == Sign.double || byte == Sign.backslash || byte == UInt8(ascii: "$")
      || shell != .fish && byte == UInt8(ascii: "`")
  }
}
