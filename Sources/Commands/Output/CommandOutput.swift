import Cells
import Entities

/// Where results go: gathered in large pieces, with what became of them.
@MainActor
package final class CommandOutput {
  /// Whether a person reads it: what names and notes hold is then shown as cells, not as bytes.
  package let isTerminal: Bool
  package let hasColours: Bool
  /// How wide the terminal is, or what is taken for that where there is none.
  package let columns: Int
  private let send: ([UInt8]) -> String?
  private let tell: (String) -> Void
  /// Of the vault that the command works in.
  var paths = PrintedPaths()
  /// The same where whole paths are asked for.
  var wholePaths: PrintedPaths?
  /// How help and remarks among the results are written.
  package var words = UserDictionary.unchanged
  private var waiting: [UInt8] = []
  /// Why the results did not arrive, in the system's words.
  package private(set) var failure: String?

  /// `send` writes all bytes and answers with what went wrong; `tell` writes a line for a person.
  package init(
    isTerminal: Bool, hasColours: Bool, columns: Int = 80, send: @escaping ([UInt8]) -> String?,
    tell: @escaping (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.hasColours = hasColours
    self.columns = max(1, columns)
    self.send = send
    self.tell = tell
  }

  /// Byte for byte.
  func write(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    waiting += bytes
    if waiting.count >= 1 << 16 { flush() }
  }

  func write(_ text: String) { write(text.utf8) }

  /// A text for a terminal, line by line: nothing in it moves anything but its tabs.
  func writeLines(of bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      writeLine(rest[..<end])
      write("\n")
      rest = rest[end...].dropFirst()
    }
  }

  private func writeLine(_ line: ArraySlice<UInt8>) {
    var rest = line
    while let tab = rest.firstIndex(of: UInt8(ascii: "\t")) {
      writeParts(of: rest[..<tab])
      write("\t")
      rest = rest[(tab + 1)...]
    }
    writeParts(of: rest)
  }

  /// Bit by bit, so that a line of megabytes takes no hundreds of them.
  private func writeParts(of text: ArraySlice<UInt8>) {
    var rest = text
    while rest.count > Self.longest {
      let part = rest.prefix(Self.longest)
      // Behind a blank no character is torn from its marks; a text without any is cut at a character.
      let end =
        part.lastIndex(of: UInt8(ascii: " ")).map { $0 + 1 }
        ?? part.lastIndex { $0 & 0xc0 != 0x80 }.flatMap { $0 > part.startIndex ? $0 : nil }
        ?? part.endIndex
      write(shown(Array(rest[..<end])))
      rest = rest[end...]
    }
    write(shown(Array(rest)))
  }

  private static let longest = 1 << 16

  /// Sends what was gathered.
  func flush() {
    guard failure == nil, !waiting.isEmpty else { return }
    failure = send(waiting)
    waiting.removeAll(keepingCapacity: true)
  }

  /// A line for a person, beside the results. What it says of a note moves nothing.
  package func message(_ text: String) {
    flush()
    tell("notes-tui: \(text)")
  }

  /// Further lines of a message.
  func more(_ text: String) { tell("  \(text)") }

  /// A name, a title or a line of a note, fit for one field of one line.
  func shown(_ text: String) -> String { shown(Array(text.utf8)) }

  func shown(_ bytes: [UInt8]) -> String {
    let line = PlainLine.of(bytes)
    return isTerminal ? words.spelledOut(line) : line
  }

  /// A note's path, relative to the current folder.
  func shown(_ path: NotePath) -> String { shown(paths.bytes(of: path)) }

  /// A note's path as JSON tells it: in the vault, unless whole paths are asked for.
  func members(of path: NotePath, named name: String = "path") -> [JSONMember] {
    JSONMember.path(wholePaths.map { NotePath(bytes: $0.bytes(of: path)) } ?? path, named: name)
  }

  /// A path alone. With a NUL behind it, it is for a program and stays as it is.
  func write(_ path: [UInt8], endsWithNull: Bool) {
    if endsWithNull {
      write(path + [0])
    } else {
      writeField(path)
      write("\n")
    }
  }

  /// Writes what `shown` says, byte for byte where that is the same.
  func writeField(_ text: String) {
    var text = text
    let isWritten = text.withUTF8 { writeAsItIs($0) }
    if !isWritten { write(shown(text)) }
  }

  func writeField(_ bytes: [UInt8]) {
    let isWritten = bytes.withUnsafeBufferPointer { writeAsItIs($0) }
    if !isWritten { write(shown(bytes)) }
  }

  private func writeAsItIs(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isTerminal || !PlainLine.isAsItIs(bytes.span) { return false }
    write(bytes)
    return true
  }

  func bold(_ text: String) -> String { hasColours ? "\u{1b}[1m\(text)\u{1b}[22m" : text }
  func dim(_ text: String) -> String { hasColours ? "\u{1b}[2m\(text)\u{1b}[22m" : text }
}

/// How the paths of notes are printed: each leads to its file from the current folder, and a
/// command that is given it there finds this note and no other.
///
/// In the vault's own folder that is the path in the vault. In a folder above or below it begins with
/// `./` or `../`, and elsewhere it is the whole path.
struct PrintedPaths: Equatable {
  /// What comes before a path in the vault.
  private let start: [UInt8]
  /// The folders of the vault, from its top, that the person is in.
  private let folders: [[UInt8]]

  /// From the vault's own folder.
  init() { (start, folders) = ([], []) }

  init(of vault: NotePath, from folder: String, isAbsolute: Bool) {
    let (top, here) = (
      AbsolutePath.parts(of: vault.bytes), AbsolutePath.parts(of: Array(folder.utf8))
    )
    let isBelow = here.starts(with: top)
    folders = isBelow && !isAbsolute ? Array(here.dropFirst(top.count)) : []
    // From the top, which is also where a person is whose folder was deleted, no path is shorter.
    start =
      if isAbsolute || here.isEmpty || !isBelow && !top.starts(with: here) {
        (top + [[]]).flatMap { [Self.slash] + $0 }
      } else if isBelow {
        []
      } else {
        Array("./".utf8) + top.dropFirst(here.count).flatMap { $0 + [Self.slash] }
      }
  }

  private static let slash = UInt8(ascii: "/")

  func bytes(of path: NotePath) -> [UInt8] {
    if !folders.isEmpty { return bytesFromBelow(of: path) }
    if !start.isEmpty { return start + path.bytes }
    // No command takes `./-x.md` for an option.
    return path.bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + path.bytes : path.bytes
  }

  private func bytesFromBelow(of path: NotePath) -> [UInt8] {
    let parts = AbsolutePath.parts(of: path.bytes)
    var common = 0
    while common < min(folders.count, parts.count - 1), folders[common] == parts[common] {
      common += 1
    }
    let up = [[UInt8]](repeating: Array("..".utf8), count: folders.count - common)
    let way = up.isEmpty ? [Array(".".utf8)] : up
    return Array((way + parts[common...]).joined(separator: [Self.slash]))
  }
}
