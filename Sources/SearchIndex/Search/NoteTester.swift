import Entities
import Folding
import NoteQueries
import NoteSyntax
import Regex
import Services

/// What is known of a note that a query is tested on.
struct Candidate: Sendable {
  var id: NoteID
  /// Nil if it has to be read from the file.
  var title: String?
  /// In nanoseconds since 1970.
  var modified: Int64
  /// False if it must not be opened, for example because it is a pipe: then it counts as empty.
  var isReadable = true
  /// What the index decided already, one bit for each column.
  var columns: UInt64 = 0
}

/// Tests notes against a condition, one after the other, on one thread. A note is read only if
/// nothing cheaper decides.
final class NoteTester {
  private let buffer: NoteBuffer

  private var note = Candidate(id: NoteID(""), title: nil, modified: 0)
  private var text: UnsafeBufferPointer<UInt8>?
  private var isRead = false
  private var bent: FoldedSpellings?
  private var facts: NoteFacts?

  init(_ source: any NoteBytes) { buffer = NoteBuffer(source) }

  func fits(_ condition: Condition, _ candidate: Candidate) throws(NoteIndexError) -> Bool {
    note = candidate
    isRead = false
    bent = nil
    facts = nil
    return try fits(condition) && !isGone
  }

  /// The title of the last tested note.
  var title: String {
    if let title = note.title { return title }
    let bytes = read()
    let title = NoteRow.row(
      bytes, isWhole: bytes.count < NoteReader.mostBytes, stem: note.id.path.ownTitle
    ).title
    note.title = title
    return title
  }

  private var isGone: Bool { isRead && text == nil }

  private func read() -> UnsafeBufferPointer<UInt8> {
    if !isRead {
      text =
        note.isReadable ? buffer.read(note.id) : UnsafeBufferPointer(start: nil, count: 0)
      isRead = true
    }
    return text ?? UnsafeBufferPointer(start: nil, count: 0)
  }

  private func fits(_ condition: Condition) throws(NoteIndexError) -> Bool {
    switch condition {
    case .always(let answer): return answer
    case .column(let index): return note.columns >> UInt64(index) & 1 == 1
    case .all(let parts):
      for part in parts where try !fits(part) { return false }
      return true
    case .any(let parts):
      for part in parts where try fits(part) { return true }
      return false
    case .not(let part): return try !fits(part)
    case .modified(let moments): return moments.contains(note.modified)
    case .path(let key): return contains(Folding.name(note.id.path.bytes), key)
    case .pathStart(let start): return note.id.path.bytes.starts(with: start)
    case .file(let key): return contains(Folding.name(note.id.path.name.bytes), key)
    case .pathExpression(let pattern): return try fits(note.id.path.text, pattern)
    case .fileExpression(let pattern): return try fits(note.id.path.name.text, pattern)
    case .propertyExpression(let key, let pattern):
      for value in knownFacts.values(of: key) where try fits(value, pattern) { return true }
      return false
    case .named(let pattern, let condition):
      for key in knownFacts.keys(named: pattern)
      where try fits(condition.naming(key)) {
        return true
      }
      return false
    case .words(let needle): return hasWords(needle)
    case .within(let parts, let part):
      let bytes = read()
      for range in parts.ranges(in: bytes)
      where try fits(part, in: UnsafeBufferPointer(rebasing: bytes[range])) {
        return true
      }
      return false
    case .expression(let pattern): return try has(pattern)
    case .title(let needles):
      let name = note.id.path.stem.text
      return needles.allSatisfy { $0.fits(name) || $0.fits(title) }
    case .tag, .openTask, .doneTask, .due, .created, .feature, .property, .number, .moment:
      return knownFacts.fits(condition)
    }
  }

  private var knownFacts: NoteFacts {
    let known = facts ?? NoteFacts(read(), note.id, title: title)
    facts = known
    return known
  }

  /// Tests a condition about words on a part of the text.
  private func fits(
    _ condition: Condition, in part: UnsafeBufferPointer<UInt8>
  ) throws(NoteIndexError) -> Bool {
    switch condition {
    case .always(let answer): return answer
    case .all(let conditions):
      for condition in conditions where try !fits(condition, in: part) { return false }
      return true
    case .any(let conditions):
      for condition in conditions where try fits(condition, in: part) { return true }
      return false
    case .not(let condition): return try !fits(condition, in: part)
    case .words(let needle): return needle.firstMatch(in: part) != nil
    case .expression(let pattern):
      return try fits(pattern.firstMatch(in: part))
    default: return false
    }
  }

  private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    part.isEmpty || text.withUnsafeBytes { RawFinder.firstOffset(of: part, in: $0) != nil }
  }

  // MARK: Words

  private func hasWords(_ needle: Needle) -> Bool {
    if let title = note.title, needle.fits(title) { return true }
    let bytes = read()
    if mayHave(needle, bytes), begins(needle, bytes) || needle.firstMatch(in: bytes) != nil {
      return true
    }
    guard mayNamesDiffer(needle, bytes) else { return false }
    return needle.fits(note.id.path.stem.text) || note.title == nil && needle.fits(title)
  }

  /// Returns false if one of the words is certainly missing.
  private func mayHave(_ needle: Needle, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for (word, finder) in zip(needle.words, needle.finders)
    where finder.firstOffset(in: UnsafeRawBufferPointer(bytes)) == nil {
      let bentWords = bent ?? FoldedSpellings(of: bytes)
      bent = bentWords
      if !bentWords.contains(word) { return false }
    }
    return true
  }

  /// Whether the first occurrence of these letters certainly begins a word: most do, and then the
  /// text need not be split.
  private func begins(_ needle: Needle, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard needle.isSingle, needle.isPrefix, needle.words[0].allSatisfy({ $0 < 0x80 }),
      let offset = needle.finders[0].firstOffset(in: UnsafeRawBufferPointer(bytes))
    else { return false }
    return offset == 0 || !FoldedSpellings.mayBeInWord(bytes[offset - 1])
  }

  /// Whether the file's name or the title may contain what the text does not: front matter can
  /// write characters of a title in another way.
  private func mayNamesDiffer(_ needle: Needle, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let path = note.id.path.bytes
    if path.contains(where: { $0 >= 0x80 }) { return true }
    if path.withUnsafeBytes({ needle.finders[0].firstOffset(in: $0) != nil }) { return true }
    guard let first = bytes.first, first == UInt8(ascii: "-") || first == 0xef else { return false }
    return RawFinder.firstOffset(of: [UInt8(ascii: "\\")], in: UnsafeRawBufferPointer(bytes)) != nil
  }

  // MARK: Expressions

  private func has(_ pattern: Pattern) throws(NoteIndexError) -> Bool {
    let isTitleKnown = note.title != nil
    if isTitleKnown, try fits(title, pattern) { return true }
    if try fits(note.id.path.stem.text, pattern) { return true }
    if try fits(pattern.firstMatch(in: read())) { return true }
    return isTitleKnown ? false : try fits(title, pattern)
  }

  private func fits(_ text: String, _ pattern: Pattern) throws(NoteIndexError) -> Bool {
    var text = text
    return try fits(text.withUTF8 { pattern.firstMatch(in: $0) })
  }

  private func fits(_ answer: RegexAnswer) throws(NoteIndexError) -> Bool {
    switch answer {
    case .match: return true
    case .nothing: return false
    case .unsure, .tooHard: throw .tooHard(note.id.path.text)
    }
  }

  // MARK: Excerpts

  /// Returns the lines that match; none if only the name does. Nil if the note is gone.
  func lines(of id: NoteID, showing sought: HighlightTerms) -> FoundLines? {
    guard let bytes = buffer.read(id) else { return nil }
    return FoundLines(in: bytes, sought)
  }
}

/// The data in a note's text other than its words, read if no index has it.
struct NoteFacts {
  private let note: IndexedNote

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ id: NoteID, title: String) {
    let moment = Timestamp(seconds: 0)
    var note = IndexedNote(
      path: id.path, fact: FileFact(inode: 0, size: bytes.count, modified: moment, changed: moment))
    let scanned = UnsafeBufferPointer(rebasing: bytes.prefix(NoteReader.mostScanned))
    note.add(NoteScanner.scan(scanned.span), of: scanned)
    note.title = title
    note.addNames()
    self.note = note
  }

  /// Returns the values of a property by its key; an empty value is an empty text.
  func values(of key: [UInt8]) -> [String] {
    note.properties.filter { $0.key == key }.map { $0.value ?? "" }
  }

  func keys(named pattern: Pattern) -> Set<[UInt8]> {
    Set(note.properties.filter { pattern.fits($0.name) }.map(\.key))
  }

  /// Returns false for conditions of other kinds.
  func fits(_ condition: Condition) -> Bool {
    switch condition {
    case .tag(let key):
      note.tags.contains { $0.key == key || $0.key.starts(with: key + [UInt8(ascii: "/")]) }
    case .openTask(let rules): note.tasks.contains { rules.isOpen($0.facts) }
    case .doneTask(let rules):
      note.tasks.contains { rules.status(of: $0.facts.mark).type == .done }
    case .due(let days): note.tasks.contains { $0.due.map(days.contains) ?? false }
    case .created(let moments): note.created.map(moments.contains) ?? false
    case .feature(let bit): note.features & bit != 0
    case .property(let key, let wanted):
      note.properties.contains { property in
        property.key == key && (wanted.map { property.has($0) } ?? true)
      }
    case .number(let key, let sign, let wanted):
      note.properties.contains { property in
        property.key == key && property.number.map { sign.holds($0, wanted) } ?? false
      }
    case .moment(let key, let range):
      note.properties.contains { property in
        property.key == key && property.moment.map(range.contains) ?? false
      }
    default: false
    }
  }
}

/// The parts of a note that `line:`, `block:`, `section:` and `task:` search one by one.
struct NoteParts: Sendable {
  var scope: NoteQuery.Scope
  var tasks: TaskRules

  func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    switch scope {
    case .content: [0..<text.count]
    case .line: Self.lines(in: text)
    case .block: Self.blocks(in: text)
    case .section: Self.sections(in: text)
    case .task: tasks(in: text) { _ in true }
    case .openTask: tasks(in: text, where: \.isOpen)
    case .doneTask: tasks(in: text) { $0 == .done }
    }
  }

  private static func lines(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    text.indices.split(whereSeparator: { text[$0] == UInt8(ascii: "\n") })
      .map { $0.startIndex..<$0.endIndex }
  }

  /// Returns runs of lines without a blank line in between.
  private static func blocks(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var blocks: [Range<Int>] = []
    var last = -1
    for line in lines(in: text) where !text[line].allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      // Between two lines is the end of the first, or also blank lines.
      if let block = blocks.last, line.lowerBound == last + 1 {
        blocks[blocks.count - 1] = block.lowerBound..<line.upperBound
      } else {
        blocks.append(line)
      }
      last = line.upperBound
    }
    return blocks
  }

  private static func sections(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let starts = NoteScanner.scan(text.span).headings.map { heading in
      text[..<heading.text.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }
    let bounds = ([0] + starts).filter { $0 <= text.count } + [text.count]
    return zip(bounds, bounds.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  private func tasks(
    in text: UnsafeBufferPointer<UInt8>, where takes: (TaskType) -> Bool
  ) -> [Range<Int>] {
    NoteScanner.scan(text.span).tasks.filter { takes(tasks.status(of: $0.status).type) }.map(\.text)
  }
}
