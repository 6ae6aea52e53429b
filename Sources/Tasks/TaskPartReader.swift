import Bytes
import MarkdownLines

/// Reads the parts of a task's text in one pass.
///
/// Signs and fields count at the end of the text, with only tags between them; earlier ones are
/// words. As in Dataview, a planned date in brackets counts anywhere, unless the end has another
/// one.
struct TaskPartReader: ~Escapable {
  private let bytes: Span<UInt8>
  private let stop: Int
  private var index: Int
  private(set) var parts: [TaskLine.Part] = []
  private(set) var tags: [Range<Int>] = []
  /// The number of parts that are followed by words.
  private var inWords = 0
  /// The offset after the last word.
  private(set) var tailStart: Int
  private let start: Int
  private var code = CodeRuns()

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ text: Range<Int>) {
    self.bytes = bytes
    (start, index, stop) = (text.lowerBound, text.lowerBound, text.upperBound)
    tailStart = start
  }

  mutating func run() {
    while index < stop {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09...0x0d: index += 1
      case 0xc2 where matches("\u{A0}"): index += 2
      case 0xe2, 0xf0:
        if matches("\u{202F}") { index += 3 } else if !readSign() { readWord() }
      case Byte.opening, Byte.leftParenthesis: if !readField(byte) { readWord() }
      case Byte.hash: if !readTag() { readWord() }
      case UInt8(ascii: ",")
      where parts.last?.form == .field && parts.last?.whole.upperBound == index:
        index += 1
      default: readWord()
      }
    }
    // Parts at the end take precedence over those among the words.
    if inWords == 0 { return }
    let last = Set(parts[inWords...].map(\.kind))
    parts = parts[..<inWords].filter { !last.contains($0.kind) } + parts[inWords...]
  }

  /// Skips a word. Parts before it become words, except for fields with planned dates.
  private mutating func readWord() {
    if inWords < parts.count {
      var seen = Set(parts[..<inWords].map(\.kind))
      parts =
        parts[..<inWords]
        + parts[inWords...].filter {
          $0.form == .field && $0.kind.isPlan && seen.insert($0.kind).inserted
        }
      inWords = parts.count
    }
    switch bytes[index] {
    case Byte.backtick:
      let count = Byte.run(of: Byte.backtick, in: bytes, from: index, to: stop)
      index = codeEnd(count) ?? index + count
    case Byte.opening where matches("[["):
      index += 2
      while index < stop, bytes[index] != Byte.closing, bytes[index] != Byte.opening { index += 1 }
    case 0..<0x80:
      index += 1
      // Signs within a word begin nothing.
      while index < stop, Byte.isLetter(bytes[index]) || Byte.isDigit(bytes[index]) { index += 1 }
    default: index += UTF8Scalars.decode(bytes, at: index, end: stop).length
    }
    tailStart = index
  }

  /// Returns the end of the code that begins here; nil if there is none.
  private mutating func codeEnd(_ count: Int) -> Int? {
    if code.end == 0 { code.read(bytes, from: index, to: stop) }
    return code.closer(of: count, at: index, in: bytes).map { $0 + count }
  }

  private mutating func readTag() -> Bool {
    guard index == start || TagName.mayBegin(bytes, at: index, from: start) else { return false }
    let name = TagName(bytes, index + 1, stop)
    guard name.hasMore else { return false }
    if tags.count < TaskLine.most { tags.append(name.range) }
    index = name.end
    return true
  }

  private mutating func readSign() -> Bool {
    guard parts.count < TaskLine.most,
      let (kind, length) = TaskSign.read(bytes, index, stop)
    else { return false }
    var offset = index + length
    while matches("\u{FE0F}", offset) || matches("\u{FE0E}", offset) { offset += 3 }
    if kind == .priority {
      add(kind, .emoji, end: offset, value: index..<index + length)
      return true
    }
    offset = skippingBlanks(offset)
    guard let value = value(of: kind, offset) else { return false }
    add(kind, .emoji, end: value.upperBound, value: value)
    return true
  }

  /// Reads `[key:: value]` or `(key:: value)`; an unknown key is not a part.
  private mutating func readField(_ opening: UInt8) -> Bool {
    let closing = opening == Byte.opening ? Byte.closing : Byte.rightParenthesis
    var name = index + 1
    while name < stop, isKey(bytes[name]) { name += 1 }
    guard name > index + 1, name + 1 < stop, bytes[name] == Byte.colon,
      bytes[name + 1] == Byte.colon
    else { return false }
    var end = name + 2
    while end < stop, bytes[end] != closing, bytes[end] != opening { end += 1 }
    guard end < stop, bytes[end] == closing else { return false }
    guard let kind = TaskSign.kind(bytes, index + 1..<name) else {
      index = end + 1
      return true
    }
    let start = skippingBlanks(name + 2)
    let value = start..<Byte.droppingBlanks(in: bytes, from: start, to: max(start, end))
    guard parts.count < TaskLine.most, isValue(value, of: kind) else { return false }
    add(kind, .field, end: end + 1, value: value)
    return true
  }

  private mutating func add(
    _ kind: TaskLine.Kind, _ form: TaskLine.Form, end: Int, value: Range<Int>
  ) {
    parts.append(TaskLine.Part(kind: kind, form: form, whole: index..<end, value: value))
    index = end
  }

  /// Returns the range of a sign's value from `offset` on.
  private func value(of kind: TaskLine.Kind, _ offset: Int) -> Range<Int>? {
    var end = offset
    switch kind {
    case .created, .scheduled, .start, .due, .done, .cancelled:
      return TaskLine.writtenDay(bytes, offset..<stop) != nil ? offset..<offset + 10 : nil
    case .recurrence:
      while end < stop, isRule(bytes[end]) { end += 1 }
      end = Byte.droppingBlanks(in: bytes, from: offset, to: end)
    case .onCompletion: while end < stop, Byte.isLetter(bytes[end]) { end += 1 }
    case .id: end = idEnd(offset)
    case .dependsOn:
      end = idEnd(offset)
      while end > offset {
        let comma = skippingBlanks(end)
        guard comma < stop, bytes[comma] == UInt8(ascii: ",") else { break }
        let next = skippingBlanks(comma + 1)
        guard idEnd(next) > next else { break }
        end = idEnd(next)
      }
    case .priority: return nil
    }
    return end > offset ? offset..<end : nil
  }

  private func isValue(_ value: Range<Int>, of kind: TaskLine.Kind) -> Bool {
    switch kind {
    case .created, .scheduled, .start, .due, .done, .cancelled:
      TaskLine.writtenDay(bytes, value) != nil
    case .priority:
      value.count < 16
        && TaskSign.priority(bytes.text(value)) != nil
    default: !value.isEmpty
    }
  }

  private func isRule(_ byte: UInt8) -> Bool {
    Byte.isLetter(byte) || Byte.isDigit(byte) || byte == 0x20 || byte == UInt8(ascii: ",")
      || byte == Byte.bang
  }

  private func isKey(_ byte: UInt8) -> Bool {
    Byte.isName(byte) || byte == Byte.underscore || byte == 0x20 || byte >= 0x80
  }

  private func idEnd(_ offset: Int) -> Int {
    var end = offset
    while end < stop, Byte.isName(bytes[end]) || bytes[end] == Byte.underscore { end += 1 }
    return end
  }

  /// Skips blanks, including no-break spaces.
  private func skippingBlanks(_ offset: Int) -> Int {
    var offset = offset
    while offset < stop {
      if Byte.isBlank(bytes[offset]) {
        offset += 1
      } else if matches("\u{A0}", offset) {
        offset += 2
      } else if matches("\u{202F}", offset) || matches("\u{FE0F}", offset) {
        offset += 3
      } else {
        break
      }
    }
    return offset
  }

  private func matches(_ text: StaticString, _ offset: Int? = nil) -> Bool {
    Byte.matches(text, in: bytes, at: offset ?? index, to: stop)
  }
}
