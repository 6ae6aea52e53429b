import Cells
import Entities

/// The output of a command: it buffers results and remembers a failure.
@MainActor
package final class CommandOutput {
  /// Whether the output is a terminal, so that names and notes must be made safe to show.
  package let isTerminal: Bool
  package let hasColors: Bool
  /// The width of the terminal, or a default.
  package let columns: Int
  private let send: ([UInt8]) -> String?
  private let tell: (String) -> Void
  /// The form of printed paths in the vault.
  var paths = PrintedPaths()
  /// The form of whole paths, if they are requested.
  var wholePaths: PrintedPaths?
  /// The character set for help and for remarks in the results.
  package var words = UserDictionary.unchanged
  private var waiting: [UInt8] = []
  /// Everything written since `beginCopy`.
  private(set) var copied: [UInt8]?
  /// The system's error message, if the results could not be written.
  package private(set) var failure: String?

  /// `send` writes all bytes and returns an error message, if any; `tell` writes a message line.
  package init(
    isTerminal: Bool, hasColors: Bool, columns: Int = 80, send: @escaping ([UInt8]) -> String?,
    tell: @escaping (String) -> Void
  ) {
    self.isTerminal = isTerminal
    self.hasColors = hasColors
    self.columns = max(1, columns)
    self.send = send
    self.tell = tell
  }

  func beginCopy() { copied = [] }

  /// Writes bytes unchanged.
  func write(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    waiting += bytes
    copied?.append(contentsOf: bytes)
    if waiting.count >= 1 << 16 { flush() }
  }

  func write(_ text: String) { write(text.utf8) }

  /// Writes a text to a terminal line by line. Nothing in it can move the cursor, except tabs.
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

  /// Writes in parts, so that a line of megabytes does not take hundreds of them.
  private func writeParts(of text: ArraySlice<UInt8>) {
    var rest = text
    while rest.count > Self.longest {
      let part = rest.prefix(Self.longest)
      // A cut after a blank does not separate a character from its marks; a text without blanks is
      // cut between characters.
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

  func flush() {
    guard failure == nil, !waiting.isEmpty else { return }
    failure = send(waiting)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes a message to the user, separate from the results. Names in it are made safe to show.
  package func message(_ text: String) {
    flush()
    tell("notes-tui: \(text)")
  }

  func more(_ text: String) { tell("  \(text)") }

  /// Returns a name, a title or a line of a note, made safe for one field of a line.
  func shown(_ text: String) -> String { shown(Array(text.utf8)) }

  func shown(_ bytes: [UInt8]) -> String {
    let line = PlainLine.of(bytes)
    return isTerminal ? words.spelledOut(line) : line
  }

  /// Returns a note's path for display, relative to the current folder.
  func shown(_ path: NotePath) -> String { shown(paths.bytes(of: path)) }

  /// Returns a note's path for JSON: within the vault, or whole if requested.
  func members(of path: NotePath, named name: String = "path") -> [JSONMember] {
    JSONMember.path(wholePaths.map { NotePath(bytes: $0.bytes(of: path)) } ?? path, named: name)
  }

  /// Writes a path alone. With a NUL after it, it is for a program and stays unchanged.
  func write(_ path: [UInt8], endsWithNull: Bool) {
    if endsWithNull {
      write(path + [0])
    } else {
      writeField(path)
      write("\n")
    }
  }

  /// Writes the same as `shown`, without a copy if nothing must be escaped.
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

  func bold(_ text: String) -> String { hasColors ? "\u{1b}[1m\(text)\u{1b}[22m" : text }
  func dim(_ text: String) -> String { hasColors ? "\u{1b}[2m\(text)\u{1b}[22m" : text }
}

/// The form of printed note paths: each leads from the current folder to its file, and identifies
/// exactly this note as a command's argument.
///
/// In the vault's root it is the path in the vault. Above or below, it begins with `./` or `../`.
/// Elsewhere it is the absolute path.
struct PrintedPaths: Equatable {
  /// The prefix of paths in the vault.
  private let start: [UInt8]
  /// The folders from the vault's root to the current folder.
  private let folders: [[UInt8]]

  /// Paths from the vault's root.
  init() { (start, folders) = ([], []) }

  init(of vault: NotePath, from folder: String, isAbsolute: Bool) {
    let (top, here) = (
      AbsolutePath.parts(of: vault.bytes), AbsolutePath.parts(of: Array(folder.utf8))
    )
    let isBelow = here.starts(with: top)
    folders = isBelow && !isAbsolute ? Array(here.dropFirst(top.count)) : []
    // From `/`, which is also the current folder if that was deleted, no path is shorter.
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
    // `./-x.md` cannot be mistaken for an option.
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
