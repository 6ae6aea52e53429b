import Bytes
import Entities

/// What is to be changed in a task's line, gathered in any order.
struct LineEdits {
  private let bytes: [UInt8]
  private let line: TaskLine
  private var edits: [ByteEdit] = []
  private var removed: Set<TaskLine.Kind> = []
  /// What is new is said so; where the line says something already, as it does.
  private let form: TaskLine.Form

  init(_ edit: TaskEdit, newForm: TaskLine.Form = .emoji) {
    bytes = edit.bytes
    line = edit.line
    form = edit.line.form ?? newForm
  }

  func applied() -> [UInt8] {
    // What is put in at a place comes before what is taken away behind it.
    let sorted = edits.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
        < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
    }
    var done = 0
    let apart = sorted.map { _, edit in
      // Two neighbours that go may both have the blanks between them.
      let start = max(done, edit.range.lowerBound)
      done = max(start, edit.range.upperBound)
      return ByteEdit(range: start..<done, bytes: edit.bytes)
    }
    return ByteEdit.apply(apart, to: bytes)
  }

  mutating func replace(_ range: Range<Int>, by text: String) {
    edits.append(ByteEdit(range: range, bytes: Array(text.utf8)))
  }

  /// Takes all parts of a kind away, with the blanks before each.
  mutating func remove(_ kind: TaskLine.Kind) {
    removed.insert(kind)
    for part in line.parts where part.kind == kind { remove(part) }
  }

  private mutating func remove(_ part: TaskLine.Part) {
    let low = line.text.lowerBound
    let before = line.parts.last { $0.whole.upperBound <= part.whole.lowerBound }
    let start = line.gapStart(
      before: part, in: bytes.span, from: before?.whole.upperBound ?? low)
    var end = part.whole.upperBound
    if start == low {
      // At the start of the text the blanks behind go instead.
      while end < line.text.upperBound, Byte.isBlank(bytes[end]) { end += 1 }
    }
    edits.append(ByteEdit(range: start..<end, bytes: []))
  }

  /// Says a day, in the place of the one that is said.
  mutating func write(_ day: Day, as kind: TaskLine.Kind) {
    if let part = line.part(kind) {
      let date = part.value.lowerBound..<part.value.lowerBound + 10
      return replace(date, by: day.text)
    }
    switch form {
    case .emoji: insert("\(TaskSign.emoji(kind)) \(day.text)", kind)
    case .field: insert("[\(TaskSign.field(kind)):: \(day.text)]", kind)
    }
  }

  /// Puts a part behind the others, before those that usually come after it.
  private mutating func insert(_ text: String, _ kind: TaskLine.Kind) {
    let rank = Self.rank(kind)
    let after = line.parts.reversed()
      .prefix { Self.rank($0.kind) > rank && !removed.contains($0.kind) }.last
    let gap = form == .field ? "  " : " "
    if let after, line.isLast(after) {
      replace(after.whole.lowerBound..<after.whole.lowerBound, by: text + gap)
    } else {
      let end = line.text.upperBound
      replace(end..<end, by: gap + text)
    }
  }

  /// The order in which parts are usually written.
  private static func rank(_ kind: TaskLine.Kind) -> Int {
    switch kind {
    case .priority: 0
    case .done: 3
    case .cancelled: 2
    default: 1
    }
  }
}
