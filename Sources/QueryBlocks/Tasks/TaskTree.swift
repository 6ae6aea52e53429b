import Bytes
import Entities
import Services
import Tasks

/// The items below tasks in their notes, for `show tree`.
struct TaskTree {
  struct Item {
    /// Counted from 1.
    var line: Int
    /// The number of items that it is nested in.
    var depth: Int
    var bytes: [UInt8]

    /// Nil if the item is not a task.
    var facts: TaskFacts? { TaskLine.facts(bytes.span, 0..<bytes.count) }

    /// The text after the sign of the item.
    var words: String {
      let start = bytes.firstIndex(of: 0x20).map { $0 + 1 } ?? bytes.count
      return String(decoding: bytes[start...], as: UTF8.self)
    }
  }

  private var items: [NoteID: [Item]] = [:]
  private var found: [NoteID: Set<Int>] = [:]

  /// The most notes that are read. Tasks of further notes are shown without the items below them.
  static let mostNotes = 300

  init() {}

  init(of tasks: [ScannedTask], in store: any NoteStore) async {
    for task in tasks { found[task.record.note, default: []].insert(task.record.line) }
    for task in tasks where items.count < Self.mostNotes && items[task.record.note] == nil {
      let text = try? await store.read(task.record.note).bytes
      items[task.record.note] = text.map(Self.items) ?? []
    }
  }

  /// Returns the items below a task, in their order. Their depths are relative to the task.
  func items(below task: TaskRecord) -> [Item] {
    guard let all = items[task.note], let index = Self.index(of: task.line, in: all) else {
      return []
    }
    return all[(index + 1)...].prefix { $0.depth > all[index].depth }.map { item in
      var item = item
      item.depth -= all[index].depth
      return item
    }
  }

  /// Whether the task is below another task that the query found.
  func isBelowAnother(_ task: TaskRecord) -> Bool {
    guard let all = items[task.note], let own = Self.index(of: task.line, in: all) else {
      return false
    }
    var depth = all[own].depth
    for item in all[..<own].reversed() where item.depth < depth {
      if isFound(item, in: task.note) { return true }
      depth = item.depth
      if depth == 0 { break }
    }
    return false
  }

  func isFound(_ item: Item, in note: NoteID) -> Bool { found[note]?.contains(item.line) == true }

  private static func index(of line: Int, in items: [Item]) -> Int? {
    let index = items.partitionPoint { $0.line >= line }
    return index < items.count && items[index].line == line ? index : nil
  }

  static func items(in text: [UInt8]) -> [Item] {
    var items: [Item] = []
    /// The columns of the open items.
    var open: [Int] = []
    for (index, own) in lines(of: text).enumerated() {
      let rest = own.drop { $0 == 0x20 || $0 == 0x09 }
      if rest.allSatisfy({ $0 == 0x0d }) { continue }
      let column = own[..<rest.startIndex].reduce(0) { $1 == 0x09 ? $0 / 4 * 4 + 4 : $0 + 1 }
      if isItem(rest) {
        while let last = open.last, last >= column { open.removeLast() }
        let bytes = rest.last == 0x0d ? rest.dropLast() : rest
        items.append(Item(line: index + 1, depth: open.count, bytes: Array(bytes)))
        open.append(column)
      } else if column == 0 {
        open = []
      }
    }
    return items
  }

  /// Returns the lines without the signs of quotes.
  static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map { line in
      let own = line.drop { $0 == Byte.greater }
      return own.startIndex > line.startIndex && own.first == 0x20 ? own.dropFirst() : own
    }
  }

  /// Whether a line begins like `- ` or `12. `.
  private static func isItem(_ line: ArraySlice<UInt8>) -> Bool {
    let digits = line.prefix { (0x30...0x39).contains($0) }.count
    guard digits < 10, let sign = line.dropFirst(digits).first,
      digits == 0 ? "-*+".utf8.contains(sign) : ".)".utf8.contains(sign)
    else { return false }
    return line.dropFirst(digits + 1).first == 0x20
  }
}
