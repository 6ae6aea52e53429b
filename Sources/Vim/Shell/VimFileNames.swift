import Bytes

/// `%` and `#` in a shell command and after `:r`: the paths of the note and of the one before it.
package struct VimFileNames: Sendable {
  /// Nil where there is no file that a program could read.
  private let note: String?
  private let other: String?

  package struct Problem: Error, Equatable {
    package let message: String
  }

  package init(note: String?, other: String?) {
    self.note = note
    self.other = other
  }

  /// Whether a text names one of the two.
  package static func areNamed(in typed: String) -> Bool {
    var last: UInt8 = 0
    for byte in typed.utf8 {
      if byte == Byte.percent || byte == Byte.hash, last != Byte.backslash { return true }
      last = byte
    }
    return false
  }

  /// The command with paths in it, each as one word of the shell: a note's name never runs anything.
  package func command(_ typed: String) throws(Problem) -> String {
    var quote: UInt8?
    return try filled(typed) { byte in
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
    } quoting: { path in
      Self.quoted(path, within: quote)
    }
  }

  /// The path after `:r`, with a backslash before what has a meaning in a typed path.
  package func path(_ typed: String) throws(Problem) -> String {
    try filled(typed, reading: { _ in }) { path in
      String(path.flatMap { "\\'\" ".contains($0) ? ["\\", $0] : [$0] })
    }
  }

  private static func quoted(_ path: String, within quote: UInt8?) -> String {
    switch quote {
    case UInt8(ascii: "'"): return path.replacing("'", with: "'\\''")
    case UInt8(ascii: "\""):
      return String(path.flatMap { "\\\"$`".contains($0) ? ["\\", $0] : [$0] })
    default:
      let isPlain = path.utf8.allSatisfy { Byte.isName($0) || "/._+,:@%=".utf8.contains($0) }
      return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
    }
  }

  private func filled(
    _ typed: String, reading: (UInt8) -> Void, quoting: (String) -> String
  ) throws(Problem) -> String {
    var rest = Array(typed.utf8)[...]
    var made: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == Byte.backslash, let next = rest.first {
        // A backslash before the two is not the shell's.
        if next != Byte.percent, next != Byte.hash { made.append(byte) }
        made.append(next)
        rest.removeFirst()
      } else if byte == Byte.percent || byte == Byte.hash {
        let name = try self.name(byte)
        made += quoting(Self.modified(name, by: &rest)).utf8
      } else {
        reading(byte)
        made.append(byte)
      }
    }
    return String(decoding: made, as: UTF8.self)
  }

  private func name(_ sign: UInt8) throws(Problem) -> String {
    if sign == Byte.percent {
      if let note { return note }
      throw Problem(
        message: "E499: Empty file name for '%' or '#', only works with \":p:h\"")
    }
    if let other { return other }
    throw Problem(message: "E194: No alternate file name to substitute for '#'")
  }

  /// Takes `:h`, `:t`, `:r`, `:e` and `:p` after a name, and `<` for a name without its ending.
  private static func modified(_ name: String, by rest: inout ArraySlice<UInt8>) -> String {
    var name = name
    if rest.first == Byte.less {
      rest.removeFirst()
      return withoutEnding(name)
    }
    while rest.first == Byte.colon, let letter = rest.dropFirst().first {
      switch letter {
      case UInt8(ascii: "p"), UInt8(ascii: "S"): break
      case UInt8(ascii: "h"):
        let folder = name.lastIndex(of: "/").map { name[..<$0] }
        name = folder.map { $0.isEmpty ? "/" : String($0) } ?? "."
      case UInt8(ascii: "t"): name = String(name.split(separator: "/").last ?? "")
      case UInt8(ascii: "r"): name = withoutEnding(name)
      case UInt8(ascii: "e"): name = String(name.dropFirst(withoutEnding(name).count + 1))
      default: return name
      }
      rest = rest.dropFirst(2)
    }
    return name
  }

  private static func withoutEnding(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[name.index(before: dot)] != "/", !name[dot...].contains("/")
    else { return name }
    return String(name[..<dot])
  }
}
