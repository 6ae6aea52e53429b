import Bytes
import Entities
import Regex
package import Services
import VaultSettings

extension VaultChanges {
  @concurrent
  package func replacing(
    _ wanted: NoteReplacement, looked: @escaping @Sendable (_ notes: Int, _ of: Int) -> Void
  ) async throws(NoteIndexError) -> [NoteChange] {
    if wanted.wanted.isEmpty { throw .refused("There is nothing to search for.") }
    let pattern = try Pattern(wanted.source)
    let text = try ReplacementText(wanted, pattern)
    var conditions = [Condition.expression(pattern)]
    if let scope = wanted.scope {
      conditions.append(try Condition(scope, clock: index.clock, tasks: foreign.taskRules))
    }
    let notes = try search.find(.all(conditions), limit: .max)
    var found = FoundChanges(index.files)
    for (index, note) in notes.enumerated() {
      if index % 64 == 0 { looked(index, notes.count) }
      try found.look(at: note.id, titled: note.title) { (bytes) throws(NoteIndexError) in
        try Self.edits(pattern, text, in: bytes, of: note)
      }
    }
    looked(notes.count, notes.count)
    return found.changes
  }

  private static func edits(
    _ pattern: Pattern, _ replacement: ReplacementText,
    in text: [UInt8], of note: Found
  ) throws(NoteIndexError) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var matcher = pattern.makeMatcher()
    var start = 0
    while start < text.count {
      switch matcher.match(text.span, from: start) {
      case .nothing: return edits
      case .unsure, .tooHard: throw .tooHard(note.id.path.text)
      case .match(let range):
        // Empty matches are skipped.
        if range.isEmpty || range.lowerBound < start {
          start = max(start, range.upperBound) + 1
          while start < text.count, text[start] & 0xc0 == 0x80 { start += 1 }
          continue
        }
        let bytes = replacement.bytes(matcher.groups, in: text)
        if !text[range].elementsEqual(bytes) { edits.append(ByteEdit(range: range, bytes: bytes)) }
        start = range.upperBound
        if edits.count > FoundChanges.mostPieces { return edits }
        if edits.count % 1024 == 1023, Task.isCancelled { throw .cancelled }
      }
    }
    return edits
  }
}

/// The replacement of a match.
private struct ReplacementText {
  private enum Part {
    case text([UInt8])
    case group(Int)
  }

  private var parts: [Part] = []

  init(_ replacement: NoteReplacement, _ pattern: Pattern) throws(NoteIndexError) {
    guard replacement.isExpression else {
      parts = [.text(Array(replacement.new.utf8))]
      return
    }
    var text: [UInt8] = []
    var rest = Array(replacement.new.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$"), let next = rest.first else {
        text.append(byte)
        continue
      }
      if next == byte {
        text.append(byte)
        rest.removeFirst()
      } else if let group = try Self.group(&rest, pattern) {
        parts += [.text(text), .group(group)]
        text = []
      } else {
        text.append(byte)
      }
    }
    parts.append(.text(text))
  }

  /// Reads `1` or `{name}` after a dollar sign; returns nil if there is neither.
  private static func group(
    _ rest: inout ArraySlice<UInt8>, _ pattern: Pattern
  ) throws(NoteIndexError) -> Int? {
    if rest.first == UInt8(ascii: "{") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
        throw .refused("In the replacement a “${” has no “}”.")
      }
      let name = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      guard let number = Int(name).flatMap({ $0 >= 0 ? $0 : nil }) ?? pattern.group(named: name)
      else { throw .refused("The expression has no group “\(name)”.") }
      return try checked(number, pattern)
    }
    var number: Int?
    while let digit = rest.first, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") {
      let longer = (number ?? 0) * 10 + Int(digit - UInt8(ascii: "0"))
      // `$10` may be group 1 and a zero.
      if number != nil, longer > pattern.groupCount { break }
      number = longer
      rest.removeFirst()
    }
    guard let number else { return nil }
    return try checked(number, pattern)
  }

  private static func checked(
    _ number: Int, _ pattern: Pattern
  ) throws(NoteIndexError) -> Int {
    if number <= pattern.groupCount { return number }
    throw .refused("The expression has no group \(number).")
  }

  /// Returns the replacement for a match with these groups.
  func bytes(_ groups: [Range<Int>?], in text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): bytes += text
      case .group(let number): if let range = groups[number] { bytes += text[range] }
      }
    }
    return bytes
  }
}

extension NoteReplacement {
  /// The pattern as an expression.
  var source: String {
    var source = wanted
    if !isExpression {
      source = ""
      for scalar in wanted.unicodeScalars {
        let isMark =
          scalar.isASCII && !scalar.properties.isAlphabetic && scalar.value > 0x20
          && !("0"..."9").contains(scalar)
        if isMark { source += "\\" }
        source.unicodeScalars.append(scalar)
      }
    }
    if isWholeWord { source = "(?<![\\w])(?:\(source))(?![\\w])" }
    // An all-lowercase pattern matches any case.
    return wanted.unicodeScalars.contains { $0.properties.isUppercase } ? source : "(?i)" + source
  }
}
