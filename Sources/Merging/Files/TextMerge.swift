import Bytes
package import Comparing
package import Entities
import NoteSyntax

/// Merges two versions of a file with a common origin.
///
/// ```swift
/// let merged = FileMerge.merge(
///   at: path, base: old, one: mine, other: theirs, names: ConflictNames("laptop", "phone"))
/// ```
///
/// Swapping the two sides does not change a byte of the result.
package enum FileMerge {
  /// Returns nil if it is not text, or cannot be merged safely: then both versions must stay.
  /// Without a base, both sides made the file.
  package static func merge(
    at path: NotePath, base: [UInt8]?, one: [UInt8], other: [UInt8], names: ConflictNames
  ) -> MergedText? {
    if one == other || other == base { return MergedText(bytes: one) }
    if one == base { return MergedText(bytes: other) }
    let kind = FileKind(path)
    guard kind != .closed,
      ([base].compactMap { $0 } + [one, other]).allSatisfy({ isText($0, kind) })
    else { return nil }
    let isSwapped = isLess(names.second, other, names.first, one)
    let shown = isSwapped ? names.swapped : names
    let (mine, theirs) = isSwapped ? (other, one) : (one, other)
    return TextMerge(path: path, base: base, mine: mine, theirs: theirs, names: shown).run()
  }

  /// The pointer that git stores for a file of git-lfs: two of them cannot be merged.
  private static let pointer = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Whether it is text. A note may have any encoding without zero bytes, which excludes UTF-16.
  private static func isText(_ bytes: [UInt8], _ kind: FileKind) -> Bool {
    !bytes.contains(0) && !bytes.starts(with: pointer)
      && (kind == .note || String(validating: bytes, as: UTF8.self) != nil)
  }

  private static func isLess(
    _ name: String, _ text: [UInt8], _ otherName: String, _ otherText: [UInt8]
  ) -> Bool {
    if name.utf8.elementsEqual(otherName.utf8) { return text.lexicographicallyPrecedes(otherText) }
    return name.utf8.lexicographicallyPrecedes(otherName.utf8)
  }
}

/// Merges two texts with a common origin and any line endings.
private struct TextMerge {
  let path: NotePath
  let base: [UInt8]?
  let mine: [UInt8]
  let theirs: [UInt8]
  let names: ConflictNames

  func run() -> MergedText? {
    let forms = [base ?? [], mine, theirs].map { TextForm(of: $0) }
    let keepsReturns = forms.contains { $0.ending == .mixed }
    var form = TextForm.merged(forms[0], forms[1], forms[2])
    if keepsReturns { form.ending = .mixed }
    let old = base.map { forms[0].plain($0, keepsReturns: keepsReturns) }
    let my = forms[1].plain(mine, keepsReturns: keepsReturns)
    let their = forms[2].plain(theirs, keepsReturns: keepsReturns)
    guard var merged = plain(old, my, their) else { return nil }
    merged.bytes = form.text(
      merged.bytes, keepsReturns: keepsReturns,
      endsInMark: merged.conflicts > 0 && Self.endsInMark(merged.bytes))
    return merged
  }

  private static func endsInMark(_ text: [UInt8]) -> Bool {
    let start = text.dropLast().lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    return ConflictMark.read(text[start...].prefix { $0 != 0x0a && $0 != 0x0d })?.mark == .closing
  }

  private func plain(_ old: [UInt8]?, _ my: [UInt8], _ their: [UInt8]) -> MergedText? {
    switch FileKind(path) {
    case .note: return note(old, my, their)
    case .canvas: return CanvasMerge.merge(old, my, their, names: names)
    case .base:
      let merged = KeyedMerge.merge(old ?? [], my, their, names: names)
      return clean(
        merged.map { MergedText(bytes: $0.bytes, conflicts: $0.conflicts) }
          ?? lines(old, my, their))
    case .list:
      let merged = ThreeWayMerge.merge(
        base: old ?? CommonLines.base(of: my, their), mine: my, theirs: their,
        joining: { LineJoin.join($0, $1, $2) ?? MarkedLines.union($1, $2) })
      return MergedText(bytes: merged.bytes)
    case .json:
      guard let merged = clean(lines(old, my, their)), JSONReader.value(of: merged.bytes) != nil
      else { return nil }
      return merged
    case .text: return clean(lines(old, my, their))
    case .closed: return nil
    }
  }

  /// Returns only a merge without conflicts: marks are for people, and break other programs' files.
  private func clean(_ merged: MergedText) -> MergedText? { merged.conflicts == 0 ? merged : nil }

  private func lines(_ old: [UInt8]?, _ my: [UInt8], _ their: [UInt8]) -> MergedText {
    MarkedLines.merge(old, my, their, names: names, joining: LineJoin.join)
  }

  /// Merges a note. A property in conflict gets one of the values, and a conflict below the front
  /// matter has both: marks inside the front matter would make it unreadable for programs.
  private func note(_ old: [UInt8]?, _ my: [UInt8], _ their: [UInt8]) -> MergedText {
    guard let myHead = NoteParts(my), let theirHead = NoteParts(their),
      myHead.closing == theirHead.closing,
      let head = KeyedMerge.merge(
        old.flatMap(NoteParts.init)?.properties ?? [], myHead.properties, theirHead.properties,
        names: names)
    else { return lines(old, my, their) }
    let oldBody = old.map { NoteParts($0)?.body ?? $0 }
    let body = lines(oldBody, myHead.body, theirHead.body)
    return MergedText(
      bytes: myHead.opening + head.bytes + myHead.closing + head.beside + body.bytes,
      conflicts: head.conflicts + body.conflicts)
  }
}

/// A note with front matter, split into parts; its lines end with LF.
private struct NoteParts {
  let opening: [UInt8]
  let properties: [UInt8]
  let closing: [UInt8]
  let body: [UInt8]

  init?(_ text: [UInt8]) {
    let found = FrontMatter(text.span, from: 0, end: text.count, isWhole: true)
    guard let found, found.isClosed else { return nil }
    opening = Array(text[..<found.inner.lowerBound])
    properties = Array(text[found.inner])
    closing = Array(text[found.inner.upperBound..<found.whole.upperBound])
    body = Array(text[found.whole.upperBound...])
  }
}

/// The kind of a file, by its name, which decides how it is merged.
enum FileKind {
  case note, canvas, base, json, text
  /// A list with one pattern or word per line: two versions become one list.
  case list
  /// An encrypted file.
  case closed

  private static let patterns = Set([".gitignore", ".gitattributes"].map { Array($0.utf8) })
  /// The file of additional correct words.
  private static let lists: Set<NotePath> = [NotePath(".notes-tui/words")]

  init(_ path: NotePath) {
    let name = path.name.bytes.map(Byte.lowered)
    func ends(_ ending: String) -> Bool {
      name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
    if ends(".age") {
      self = .closed
    } else if name.withUnsafeBytes(NoteFileName.isNote) {
      self = .note
    } else if ends(".canvas") {
      self = .canvas
    } else if ends(".base") {
      self = .base
    } else if ends(".json") {
      self = .json
    } else if Self.lists.contains(path) || Self.patterns.contains(name) {
      self = .list
    } else {
      self = .text
    }
  }
}

/// The form of a text: its line endings, whether the last line has one, and the byte order mark.
/// The two sides may change it without a conflict in the lines.
struct TextForm: Equatable {
  enum Ending: Equatable { case feed, paired, mixed }

  /// Nil if the text has no line ending.
  var ending: Ending?
  var hasLastEnding: Bool?
  var hasMark: Bool?

  private static let mark: [UInt8] = [0xef, 0xbb, 0xbf]
  private static let feed = UInt8(ascii: "\n")
  private static let `return` = UInt8(ascii: "\r")

  init(of text: [UInt8]) {
    if text.isEmpty { return }
    hasMark = text.starts(with: Self.mark)
    hasLastEnding = text.last == Self.feed
    var (feeds, pairs) = (0, 0)
    for index in text.indices where text[index] == Self.feed {
      feeds += 1
      if index > 0, text[index - 1] == Self.return { pairs += 1 }
    }
    if feeds > 0 { ending = pairs == feeds ? .paired : pairs == 0 ? .feed : .mixed }
  }

  /// Returns the form of a merged text; the plain form without a base, or if both sides changed it.
  static func merged(_ base: TextForm, _ one: TextForm, _ other: TextForm) -> TextForm {
    var form = one
    form.ending = merged(base.ending, one.ending, other.ending, plain: .feed)
    form.hasLastEnding = merged(
      base.hasLastEnding, one.hasLastEnding, other.hasLastEnding, plain: true)
    form.hasMark = merged(base.hasMark, one.hasMark, other.hasMark, plain: false)
    return form
  }

  private static func merged<Value: Equatable>(
    _ base: Value?, _ one: Value?, _ other: Value?, plain: Value
  ) -> Value {
    guard let one, let other else { return one ?? other ?? base ?? plain }
    if one == other { return one }
    return base == nil ? plain : base == one ? other : one
  }

  /// Returns the text with uniform line endings. `keepsReturns`: one of the other texts mixes
  /// endings, so carriage returns stay.
  func plain(_ text: [UInt8], keepsReturns: Bool) -> [UInt8] {
    var plain = hasMark == true ? Array(text.dropFirst(Self.mark.count)) : text
    if !keepsReturns, ending == .paired {
      var remaining = 0
      for index in plain.indices {
        let isPair =
          plain[index] == Self.return && index + 1 < plain.count && plain[index + 1] == Self.feed
        if isPair { continue }
        plain[remaining] = plain[index]
        remaining += 1
      }
      plain.removeLast(plain.count - remaining)
    }
    if let last = plain.last, last != Self.feed {
      plain += keepsReturns && ending == .paired ? [Self.return, Self.feed] : [Self.feed]
    }
    return plain
  }

  /// Returns the plain text in this form. `endsInMark` is whether its last line is a conflict mark.
  func text(_ plain: [UInt8], keepsReturns: Bool, endsInMark: Bool) -> [UInt8] {
    var text = plain
    if hasLastEnding == false, !endsInMark, text.last == Self.feed {
      text.removeLast()
      if keepsReturns, text.last == Self.return { text.removeLast() }
    }
    if !keepsReturns, ending == .paired {
      var paired: [UInt8] = []
      paired.reserveCapacity(text.count + text.count / 16)
      for byte in text {
        if byte == Self.feed { paired.append(Self.return) }
        paired.append(byte)
      }
      text = paired
    }
    return hasMark == true && !text.isEmpty ? Self.mark + text : text
  }
}
