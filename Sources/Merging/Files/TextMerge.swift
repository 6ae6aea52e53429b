import Bytes
import Comparing
import Entities
import NoteSyntax
import Services

/// Two texts that came of one, whatever their line endings.
struct TextMerge {
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

  /// Marks are for people: another program's file with some in it could not be read.
  private func clean(_ merged: MergedText) -> MergedText? { merged.conflicts == 0 ? merged : nil }

  private func lines(_ old: [UInt8]?, _ my: [UInt8], _ their: [UInt8]) -> MergedText {
    MarkedLines.merge(old, my, their, names: names, joining: LineJoin.join)
  }

  /// A property with two values has one of them, and both are said in a conflict below the front matter:
  /// with marks in it no program could read it.
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

/// A note with front matter, in its parts; lines end with LF.
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

/// What a file's name says of how it can be merged.
enum FileKind {
  case note, canvas, base, json, text
  /// A list of patterns or words, a line each: there both versions are one list.
  case list
  /// Encrypted.
  case closed

  private static let patterns = Set([".gitignore", ".gitattributes"].map { Array($0.utf8) })
  /// The words that are right in a vault.
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
