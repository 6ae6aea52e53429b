import Bytes
import TextEngine

/// Patterns in texts that are no lines of the note.
extension VimEvaluator {
  struct Match {
    var range: Range<Int>
    /// The match and its groups.
    var groups: [[UInt8]]
  }

  private static let magic = "\\m"

  /// A text as lines to search, each of which begins at an offset.
  private struct Subject {
    let text: VimText
    let starts: [Int]
    let count: Int

    init(_ bytes: [UInt8], budget: KeyText) {
      var key = KeyText(Rope(bytes + [0x0a]))
      key.budget = budget.budget
      text = VimText(key: key)
      starts = [0] + bytes.indices.filter { bytes[$0] == 0x0a }.map { $0 + 1 }
      count = bytes.count
    }

    func offset(of position: VimPosition) -> Int {
      position.line < starts.count ? starts[position.line] + position.column : count + 1
    }
  }

  private func compiled(_ source: String, ignoresCase: Bool?) throws(VimFailure) -> VimPattern {
    var machine = scene.machine
    return try machine.compiled(Self.magic + source, forced: ignoresCase)
  }

  /// The first match that starts at an offset or after it.
  func firstMatch(
    of source: String, in bytes: [UInt8], ignoresCase: Bool? = nil, from: Int
  ) throws(VimFailure) -> Match? {
    let pattern = try compiled(source, ignoresCase: ignoresCase)
    return try match(pattern, Subject(bytes, budget: scene.machine.text.key), from: from)
  }

  private func match(
    _ pattern: VimPattern, _ subject: Subject, from: Int
  ) throws(VimFailure) -> Match? {
    if from > subject.count { return nil }
    var line = subject.starts.partitionPoint { $0 > from } - 1
    var column = from - subject.starts[line]
    while line < subject.starts.count {
      if let found = try pattern.match(in: subject.text, line: line, from: column) {
        let range = subject.offset(of: found.start)..<subject.offset(of: found.end)
        // The ending that was added is no part of the text.
        if range.upperBound <= subject.count { return Match(range: range, groups: found.groups) }
      }
      line += 1
      column = 0
    }
    return nil
  }

  /// `substitute()`.
  mutating func substituted(
    _ bytes: [UInt8], _ source: String, _ new: Value, isGlobal: Bool, ignoresCase: Bool?
  ) throws(VimFailure) -> [UInt8] {
    let pattern = try compiled(source, ignoresCase: ignoresCase)
    let subject = Subject(bytes, budget: scene.machine.text.key)
    func replacement(_ groups: [[UInt8]]) throws(VimFailure) -> [UInt8] {
      if case .function(let closure) = new {
        return try call(closure, [.list(groups.map(Value.text))]).bytes()
      }
      let source = try new.string()
      if source.hasPrefix("\\=") {
        var reader = try inner(Array(source.dropFirst(2).utf8))
        reader.scene.groups = groups
        return try reader.whole().registerText()
      }
      return VimReplacement(source).text(for: groups)
    }
    var (made, at, copied, lastEmpty) = ([UInt8](), 0, 0, -1)
    while at <= bytes.count, let found = try match(pattern, subject, from: at) {
      if found.range.isEmpty, found.range.lowerBound == lastEmpty {
        at = max(at + 1, VimChars.next(bytes, at))
        continue
      }
      if found.range.isEmpty { lastEmpty = found.range.lowerBound }
      made += bytes[copied..<found.range.lowerBound] + (try replacement(found.groups))
      copied = found.range.upperBound
      at = copied
      if !isGlobal || at >= bytes.count { break }
      if found.range.isEmpty { at = VimChars.next(bytes, at) }
      if made.count > KeyText.mostRepeated * 8 { throw .tooMuchText }
      try pay()
    }
    return made + bytes[min(copied, bytes.count)...]
  }

  /// `split()`; without a pattern, at blanks.
  func split(_ bytes: [UInt8], at source: String?, keepsEmpty: Bool) throws(VimFailure) -> [Value] {
    guard let source, !source.isEmpty else {
      return bytes.split(omittingEmptySubsequences: !keepsEmpty) { $0 <= 0x20 && $0 > 0 }
        .map { .text(Array($0)) }
    }
    let pattern = try compiled(source, ignoresCase: nil)
    let subject = Subject(bytes, budget: scene.machine.text.key)
    var (items, start, from) = ([Value](), 0, 0)
    while start < bytes.count || keepsEmpty {
      let found = start == bytes.count ? nil : try match(pattern, subject, from: from)
      let end = found?.range.lowerBound ?? bytes.count
      let isInside =
        !items.isEmpty && start < bytes.count && (found.map { end < $0.range.upperBound } ?? false)
      if keepsEmpty || end > start || isInside { items.append(.text(Array(bytes[start..<end]))) }
      guard let found else { break }
      from = found.range.upperBound
      if from <= start { from = VimChars.next(bytes, from) }
      start = found.range.upperBound
      try pay()
    }
    return items
  }
}
