import MarkdownLines

/// An unfinished name that could be completed: of a note, a heading, a block or a tag.
package struct Completion: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// `[[na`
    case note
    /// `[[Note#he`; the note is empty for the current one.
    case heading(note: String)
    /// `[[Note#^bl`
    case block(note: String)
    /// `[[##he`: a heading of any note.
    case anyHeading
    /// `[[^^bl`: a named block of any note.
    case anyBlock
    /// `#ta`
    case tag
  }

  package var kind: Kind
  /// The text before the cursor.
  package var typed: String
  /// The range that a completion replaces: the typed text, and the name's rest after the cursor.
  package var range: Range<ByteOffset>

  static let reach = 512

  /// Returns the unfinished name before an offset; nil if there is none.
  package static func at(_ offset: ByteOffset, in text: Rope) -> Completion? {
    let line = text.content(at: offset)
    guard offset <= line.upperBound else { return nil }
    let before = text.bytes(in: max(line.lowerBound, offset - reach)..<offset)
    let isWhole = offset - line.lowerBound <= reach
    return link(before, offset, text) ?? tag(before, offset, isWhole: isWhole, text)
  }

  private static func link(_ before: [UInt8], _ offset: ByteOffset, _ text: Rope) -> Completion? {
    guard before.count > 1,
      let open = (1..<before.count).last(where: {
        before[$0] == .openBracket && before[$0 - 1] == .openBracket
      })
    else { return nil }
    let inside = before[(open + 1)...]
    if inside.contains(where: { $0 == .bar || $0 == .openBracket || $0 == .closeBracket }) {
      return nil
    }
    let line = text.content(at: offset)
    let after = text.bytes(in: offset..<min(line.upperBound, offset + reach))
    // Up to the end of the name, if the link is closed.
    let rest = after.prefix { ![.bar, .hash, .closeBracket, .openBracket].contains($0) }
    let isClosed = after.dropFirst(rest.count).first.map { $0 != .openBracket } ?? false
    let end = offset + (isClosed ? rest.count : 0)
    let caret = UInt8(ascii: "^")
    for (sign, kind) in [(UInt8.hash, Kind.anyHeading), (caret, .anyBlock)]
    where inside.starts(with: [sign, sign]) {
      // The whole link is replaced.
      let typed = String(decoding: inside.dropFirst(2), as: UTF8.self)
      return Completion(kind: kind, typed: typed, range: (offset - inside.count)..<end)
    }
    guard let hash = inside.firstIndex(of: .hash) else {
      return completion(.note, inside, offset, end)
    }
    let note = String(decoding: inside[..<hash], as: UTF8.self)
    let part = inside[(hash + 1)...]
    if part.first == caret {
      return completion(.block(note: note), part.dropFirst(), offset, end)
    }
    // In a path of headings, the last one is being typed.
    let last = part.lastIndex(of: .hash).map { part[($0 + 1)...] } ?? part
    return completion(.heading(note: note), last, offset, end)
  }

  private static func completion(
    _ kind: Kind, _ typed: ArraySlice<UInt8>, _ offset: ByteOffset, _ end: ByteOffset
  ) -> Completion {
    Completion(
      kind: kind, typed: String(decoding: typed, as: UTF8.self), range: offset - typed.count..<end)
  }

  private static func tag(
    _ before: [UInt8], _ offset: ByteOffset, isWhole: Bool, _ text: Rope
  ) -> Completion? {
    guard let hash = before.lastIndex(of: .hash), hash > 0 || isWhole else { return nil }
    let typed = before[(hash + 1)...]
    // At the start of a line, a sign alone is a heading.
    guard hash == 0 ? !typed.isEmpty : TagName.mayBegin(before.span, at: hash, from: 0),
      TagName(before.span, hash + 1, before.count).end == before.count
    else { return nil }
    let line = text.content(at: offset)
    let after = text.bytes(in: offset..<min(line.upperBound, offset + reach))
    let end = offset + TagName(after.span, 0, after.count).end
    return completion(.tag, typed, offset, end)
  }
}

extension Completion {
  /// Returns the name to complete at the main cursor, if all cursors have the same one. Nil if
  /// there is none, or if text is selected.
  package static func at(_ selections: Selections, in text: Rope) -> Completion? {
    guard let completions = all(selections, in: text) else { return nil }
    return completions[selections.mainIndex]
  }

  /// The most cursors for which names are offered: each is checked on every key.
  private static let most = 1_000

  private static func all(_ selections: Selections, in text: Rope) -> [Completion]? {
    guard selections.count <= most, selections.main.isEmpty,
      let main = at(selections.main.head, in: text)
    else { return nil }
    var completions: [Completion] = []
    for (index, selection) in selections.all.enumerated() {
      let own = index == selections.mainIndex ? main : at(selection.head, in: text)
      guard selection.isEmpty, let own, own.kind == main.kind, own.typed == main.typed,
        // Two cursors in one name would overwrite each other.
        completions.last.map({ $0.range.upperBound <= own.range.lowerBound }) ?? true
      else { return nil }
      completions.append(own)
    }
    return completions
  }

  /// Writes a name at every cursor and closes unclosed links. Nil if the cursors do not have the
  /// same name to complete. A whole link replaces the brackets too.
  package static func change(
    writing name: String, isWhole: Bool = false, in context: EditContext
  ) -> TextChange? {
    let text = context.text
    guard let completions = all(context.selections, in: text) else { return nil }
    var builder = EditBuilder(text)
    var cursors: [Selection] = []
    var growth = 0
    for completion in completions {
      let range = isWhole ? completion.brackets(in: text) : completion.range
      let written: (bytes: [UInt8], behind: Int) =
        isWhole ? (Array(name.utf8), 0) : completion.writing(name, in: text)
      builder.replace(range, with: written.bytes)
      let end = range.lowerBound + (growth + written.bytes.count + written.behind)
      cursors.append(Selection(at: end))
      growth += written.bytes.count - range.byteCount
    }
    guard let selections = Selections(cursors, main: context.selections.mainIndex) else {
      return nil
    }
    let edit = builder.takeEdit()
    var after = text
    after.apply(edit)
    return TextChange(edit: edit, selections: selections.snapped(in: after))
  }

  /// Returns the range from the opening brackets to the closing ones, if present.
  package func brackets(in text: Rope) -> Range<ByteOffset> {
    let line = text.content(at: range.lowerBound)
    let before = text.bytes(
      in: max(line.lowerBound, range.lowerBound - Self.reach)..<range.lowerBound)
    let open = before.indices.last {
      $0 > 0 && before[$0] == .openBracket && before[$0 - 1] == .openBracket
    }
    let start = open.map { range.lowerBound - (before.count - $0 + 1) } ?? range.lowerBound
    let after = text.bytes(in: range.upperBound..<min(line.upperBound, range.upperBound + 2))
    return start..<range.upperBound + after.prefix { $0 == .closeBracket }.count
  }

  /// Returns the new text, and how far after it the cursor goes: past existing brackets.
  package func writing(_ name: String, in text: Rope) -> (bytes: [UInt8], behind: Int) {
    var new = Array(name.utf8)
    if kind == .tag { return (new, 0) }
    let line = text.content(at: range.upperBound)
    let after = text.bytes(in: range.upperBound..<min(line.upperBound, range.upperBound + 2))
    switch after.first {
    case .bar, .hash: return (new, 0)
    case .closeBracket where after.count == 2 && after[1] == .closeBracket: return (new, 2)
    case .closeBracket:
      new += [.closeBracket]
      return (new, 1)
    default: return (new + [.closeBracket, .closeBracket], 0)
    }
  }
}
