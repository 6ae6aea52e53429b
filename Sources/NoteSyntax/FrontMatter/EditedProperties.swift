import Bytes
import Entities

/// A note's front matter, from which edits are made.
struct EditedProperties {
  private let bytes: [UInt8]
  private let lines: [PropertyLines.Property]
  /// The offset where a new property is inserted.
  private let end: Int
  private let hasFrontMatter: Bool
  private let lineEnd: [UInt8]
  /// The type of the new value; nil for text that needs quotes only where its meaning would change.
  private var type: PropertyType?

  init(_ bytes: [UInt8]) throws(PropertyProblem) {
    self.bytes = bytes
    var text = HeadText(bytes.span)
    let found = text.skipFrontMatter()
    let start = found?.whole.lowerBound ?? text.position
    hasFrontMatter = found != nil
    end = found?.inner.upperBound ?? start
    lines =
      try found.map { found throws(PropertyProblem) in
        try PropertyLines(bytes.span, found).properties
      } ?? []
    let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
    let isPaired = feed.map { $0 > start && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
    lineEnd = isPaired ? [0x0d, 0x0a] : [0x0a]
  }

  private func property(_ name: String) -> PropertyLines.Property? {
    lines.first { $0.name == name }
  }

  func set(_ name: String, to values: [String], as type: PropertyType) -> [ByteEdit] {
    var typed = self
    typed.type = type
    return typed.set(name, to: values)
  }

  func set(_ name: String, to values: [String]) -> [ByteEdit] {
    let isList = type?.isList ?? (values.count > 1)
    guard let old = property(name) else { return append(name, values, isList: isList) }
    if type == nil, old.values == values { return [] }
    if type != nil, isList, !values.isEmpty, let items = items(of: old), !items.isEmpty {
      return [arranged(items, of: old, as: values)]
    }
    switch old.shape {
    case .empty(let offset):
      if isList { return [insert(items(values), at: old.lines.upperBound)] }
      return [insert(padded(values.map { value($0, .plain) }), at: offset)]
    case .scalar(let range, let quote):
      let text = values.count == 1 && !isList ? value(values[0], quote) : list(values, quote)
      return [ByteEdit(range: range, bytes: values.isEmpty ? [] : text)]
    case .list(let range, _) where type != nil && !isList:
      return [ByteEdit(range: range, bytes: values.flatMap { value($0, .plain) })]
    case .list(let range, let items):
      return [ByteEdit(range: range, bytes: list(values, items.last?.quote ?? .plain))]
    case .lines(let old):
      guard let first = old.first, let last = old.last, !values.isEmpty, type == nil || isList
      else { break }
      let range = first.line.lowerBound..<last.line.upperBound
      return [ByteEdit(range: range, bytes: values.flatMap { line($0, like: first) })]
    case .other: break
    }
    let text = padded(
      values.isEmpty
        ? [] : [values.count == 1 && !isList ? value(values[0], .plain) : list(values, .plain)])
    return [ByteEdit(range: old.valueStart..<old.lines.upperBound, bytes: text + lineEnd)]
  }

  /// Writes the differences between two lists. Unchanged items stay as they are written, and a
  /// moved item keeps its spelling.
  private func arranged(
    _ items: [PropertyLines.Item], of old: PropertyLines.Property, as values: [String]
  ) -> ByteEdit {
    let unchanged = ListItemMatching(of: old.values, in: values)
    let (start, end) = (unchanged.before, items.count - unchanged.behind)
    let isFlow = if case .list = old.shape { true } else { false }
    let new = (start..<(values.count - unchanged.behind)).map { index in
      let like = items[min(index, items.count - 1)]
      return unchanged.sources[index].map { Array(bytes[items[$0].text]) }
        ?? value(values[index], like.quote, inList: isFlow)
    }
    if !isFlow { return lines(items, start..<end, as: new) }
    let comma = Array(", ".utf8)
    let pairs = min(end - start, new.count)
    if pairs == 0 {
      // Items were only added, or only removed.
      if start == items.count {
        return insert(new.flatMap { comma + $0 }, at: items[start - 1].text.upperBound)
      }
      if !new.isEmpty {
        return insert(new.flatMap { $0 + comma }, at: items[start].text.lowerBound)
      }
      let range =
        end < items.count
        ? items[start].text.lowerBound..<items[end].text.lowerBound
        : items[start - 1].text.upperBound..<items[end - 1].text.upperBound
      return ByteEdit(range: range, bytes: [])
    }
    var text = new[0]
    for index in 1..<max(1, pairs) {
      let (before, item) = (items[start + index - 1], items[start + index])
      text += bytes[before.text.upperBound..<item.text.lowerBound] + new[index]
    }
    text += new.dropFirst(pairs).flatMap { comma + $0 }
    return ByteEdit(
      range: items[start].text.lowerBound..<items[end - 1].text.upperBound, bytes: text)
  }

  /// Writes the differences where each item has a line; comments between and after items stay.
  private func lines(
    _ items: [PropertyLines.Item], _ changed: Range<Int>, as new: [[UInt8]]
  ) -> ByteEdit {
    let like = items[min(changed.lowerBound, items.count - 1)]
    let start =
      changed.lowerBound < items.count ? like.line.lowerBound : like.line.upperBound
    var (text, done): ([UInt8], Int) = ([], start)
    for (offset, index) in changed.enumerated() {
      let item = items[index]
      text += bytes[done..<item.line.lowerBound]
      if offset < new.count {
        text += bytes[item.line.lowerBound..<item.text.lowerBound] + new[offset]
        text += bytes[item.text.upperBound..<item.line.upperBound]
      }
      done = item.line.upperBound
    }
    for value in new.dropFirst(changed.count) {
      text += bytes[like.line.lowerBound..<like.text.lowerBound] + value + lineEnd
    }
    return ByteEdit(range: start..<done, bytes: text)
  }

  func remove(_ name: String) -> [ByteEdit] {
    property(name).map { [ByteEdit(range: $0.lines, bytes: [])] } ?? []
  }

  func add(_ item: String, to name: String) throws(PropertyProblem) -> [ByteEdit] {
    guard let old = property(name) else {
      return append(name, [item], isList: true)
    }
    if old.values.contains(item) { return [] }
    switch old.shape {
    case .empty(let offset): return [insert(padded([list([item], .plain)]), at: offset)]
    case .scalar(let range, let quote):
      let text = [UInt8(ascii: "[")] + list(old.values, quote).dropFirst().dropLast()
      let added = PropertyText.value(item, like: quote, inList: true)
      let comma = old.values.isEmpty ? [] : Array(", ".utf8)
      return [ByteEdit(range: range, bytes: text + comma + added + [UInt8(ascii: "]")])]
    case .list(let range, let items):
      let added = PropertyText.value(item, like: items.last?.quote ?? .plain, inList: true)
      guard let last = items.last else {
        return [ByteEdit(range: range, bytes: [0x5b] + added + [0x5d])]
      }
      return [insert(Array(", ".utf8) + added, at: last.text.upperBound)]
    case .lines(let items):
      guard let last = items.last else { throw .notAlone(name) }
      return [insert(line(item, like: last), at: last.line.upperBound)]
    case .other: throw .notAlone(name)
    }
  }

  /// Removes words from a list's items and appends others. An item without any of the words stays
  /// as it is written; an item with no words left is removed. Returns nil if the property is not a
  /// list that can be changed item by item, or would become empty.
  func change(
    _ name: String, words: (String) -> [String], without isGone: (String) -> Bool,
    adding new: [String]
  ) -> (edits: [ByteEdit], values: [String])? {
    guard let old = property(name) else { return nil }
    guard let items = items(of: old) else { return nil }
    let hasLines = if case .lines = old.shape { true } else { false }
    var unchanged: [(index: Int, value: String)] = []
    var edits: [ByteEdit] = []
    for (index, value) in old.values.enumerated() {
      let all = words(value)
      let rest = all.filter { !isGone($0) }
      if rest.count == all.count {
        unchanged.append((index, value))
      } else if !rest.isEmpty {
        let text = rest.joined(separator: " ")
        unchanged.append((index, text))
        let written = PropertyText.value(text, like: items[index].quote, inList: true)
        edits.append(ByteEdit(range: items[index].text, bytes: written))
      }
    }
    guard let last = unchanged.last?.index else { return nil }
    let stays = Set(unchanged.map(\.index))
    for index in items.indices where !stays.contains(index) {
      edits.append(ByteEdit(range: removal(of: index, in: items, hasLines, last: last), bytes: []))
    }
    let added = new.flatMap { item in
      hasLines
        ? line(item, like: items[last])
        : Array(", ".utf8) + PropertyText.value(item, like: items[last].quote, inList: true)
    }
    let end = hasLines ? items[last].line.upperBound : items[last].text.upperBound
    if !added.isEmpty { edits.append(insert(added, at: end)) }
    edits.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    return (edits, unchanged.map(\.value) + new)
  }

  /// Returns an item's range with the comma after it; items after the last remaining one lose the
  /// comma before them.
  private func removal(
    of index: Int, in items: [PropertyLines.Item], _ hasLines: Bool, last: Int
  ) -> Range<Int> {
    if hasLines { return items[index].line }
    return index > last
      ? items[index - 1].text.upperBound..<items[index].text.upperBound
      : items[index].text.lowerBound..<items[index + 1].text.lowerBound
  }

  /// Whether a property is a single text that can be replaced, or is missing.
  func isOneText(_ name: String) -> Bool {
    switch property(name)?.shape {
    case nil, .empty, .scalar: true
    default: false
    }
  }

  /// Whether a property is a list with an item for each value.
  func isList(_ name: String) -> Bool {
    property(name).map { items(of: $0) != nil } ?? false
  }

  /// Returns a list's items, if there is one for each value.
  private func items(of property: PropertyLines.Property) -> [PropertyLines.Item]? {
    switch property.shape {
    case .list(_, let items), .lines(let items):
      items.count == property.values.count ? items : nil
    default: nil
    }
  }

  func remove(_ item: String, from name: String) throws(PropertyProblem) -> [ByteEdit] {
    guard let old = property(name), old.values.contains(item) else { return [] }
    switch old.shape {
    case .empty: return []
    case .scalar(let range, _): return [ByteEdit(range: range, bytes: [])]
    case .list(let range, let items):
      let unchanged = items.indices.filter {
        old.values.count == items.count && old.values[$0] != item
      }
      guard let last = unchanged.last else {
        return [ByteEdit(range: range, bytes: Array("[]".utf8))]
      }
      return items.indices.filter { old.values[$0] == item }
        .map { ByteEdit(range: removal(of: $0, in: items, false, last: last), bytes: []) }
    case .lines(let items):
      guard items.count == old.values.count else { throw .notAlone(name) }
      return items.indices.filter { old.values[$0] == item }
        .map { ByteEdit(range: items[$0].line, bytes: []) }
    case .other: throw .notAlone(name)
    }
  }

  private func append(_ name: String, _ values: [String], isList: Bool = false) -> [ByteEdit] {
    var text = PropertyText.name(name) + [UInt8(ascii: ":")]
    if isList || values.count > 1 {
      text += lineEnd + items(values)
    } else {
      text += padded(values.map { value($0, .plain) }) + lineEnd
    }
    if hasFrontMatter { return [insert(text, at: end)] }
    let ruler = Array("---".utf8) + lineEnd
    return [insert(ruler + text + ruler, at: end)]
  }

  private func insert(_ text: [UInt8], at offset: Int) -> ByteEdit {
    ByteEdit(range: offset..<offset, bytes: text)
  }

  private func value(
    _ value: String, _ quote: PropertyText.Quote, inList: Bool = false
  ) -> [UInt8] {
    if type == .number || type == .checkbox { return Array(value.utf8) }
    // Without quotes, the text would be a number or a checkbox.
    let isOther = type != nil && PropertyValue(plain: value) != .text(value)
    let quote = isOther && quote == .plain ? .double : quote
    return PropertyText.value(value, like: quote, inList: inList)
  }

  /// Puts a blank before each text.
  private func padded(_ texts: [[UInt8]]) -> [UInt8] { texts.flatMap { [0x20] + $0 } }

  private func list(_ values: [String], _ quote: PropertyText.Quote) -> [UInt8] {
    let texts = values.map { value($0, quote, inList: true) }
    return [UInt8(ascii: "[")] + Array(texts.joined(separator: Array(", ".utf8))) + [
      UInt8(ascii: "]")
    ]
  }

  /// Returns a line for each value, with the indent of the note's other lists.
  private func items(_ values: [String]) -> [UInt8] {
    for property in lines {
      if case .lines(let items) = property.shape, let first = items.first {
        return values.flatMap { line($0, like: first, quote: .plain) }
      }
    }
    return values.flatMap { Array("  - ".utf8) + value($0, .plain) + lineEnd }
  }

  /// Returns the line of an item, with the indent and dash of another item.
  private func line(
    _ text: String, like item: PropertyLines.Item, quote: PropertyText.Quote? = nil
  ) -> [UInt8] {
    bytes[item.line.lowerBound..<item.text.lowerBound] + value(text, quote ?? item.quote) + lineEnd
  }
}
