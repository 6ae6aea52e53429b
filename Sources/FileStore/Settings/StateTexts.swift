import Bytes
import Entities
import OpenVault
import VaultSettings

// A vault's state as lines of text. Unknown lines are skipped.

private let newline = UInt8(ascii: "\n")
private let blank = UInt8(ascii: " ")

extension RecentNotes {
  init(text: [UInt8]) {
    var notes: [NoteID] = []
    for line in text.split(separator: newline) {
      guard let note = NoteID(percent: line), !notes.contains(note) else { continue }
      notes.append(note)
    }
    self.init(notes)
  }

  /// A path on each line, latest first.
  var text: [UInt8] { notes.flatMap { Percent.encoded($0.path.bytes) + [newline] } }
}

extension UsedCommands {
  init(text: [UInt8]) {
    var names: [String] = []
    for line in text.split(separator: newline) {
      guard let bytes = Percent.decoded(line) else { continue }
      let name = String(decoding: bytes, as: UTF8.self)
      if !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    self.init(names)
  }

  /// A name on each line, latest first.
  var text: [UInt8] { names.flatMap { Percent.encoded(Array($0.utf8)) + [newline] } }
}

extension NotePositions {
  init(text: [UInt8]) {
    self.init(
      text.split(separator: newline).compactMap { line in
        let words = line.split(separator: blank)
        guard words.count == 3, let note = NoteID(percent: words[0]),
          let cursor = Int(String(decoding: words[1], as: UTF8.self)),
          let top = Int(String(decoding: words[2], as: UTF8.self)), cursor >= 0, top >= 0
        else { return nil }
        return Entry(note: note, position: NotePosition(cursor: cursor, top: top))
      })
  }

  /// A note on each line, with its cursor and first row; the one that was left last comes first.
  var text: [UInt8] {
    entries.flatMap { entry in
      let (cursor, top) = (max(0, entry.position.cursor), max(0, entry.position.top))
      return Percent.encoded(entry.note.path.bytes) + Array(" \(cursor) \(top)\n".utf8)
    }
  }
}

extension TypedLines {
  init(text: [UInt8]) {
    var lines: [String: [String]] = [:]
    for line in text.split(separator: newline) {
      let words = line.split(separator: blank, maxSplits: 1)
      guard words.count == 2, let typed = Percent.decoded(words[1]) else { continue }
      lines[String(decoding: words[0], as: UTF8.self), default: []]
        .append(String(decoding: typed, as: UTF8.self))
    }
    self.init(lines)
  }

  /// A kind and a line on each, the oldest first.
  var text: [UInt8] {
    lines.sorted { $0.key < $1.key }.flatMap { kind, lines in
      lines.flatMap { Array("\(kind) ".utf8) + Percent.encoded(Array($0.utf8)) + [newline] }
    }
  }
}

extension ListArrangement {
  init(text: [UInt8]) {
    self.init()
    for line in text.split(separator: newline) {
      let words = line.split(separator: blank, maxSplits: 1)
      switch (String(decoding: words.first ?? [], as: UTF8.self), words.dropFirst().first) {
      case ("order", let word?):
        order = NoteOrder(rawValue: String(decoding: word, as: UTF8.self)) ?? order
      case ("reversed", nil): isReversed = true
      case ("pictures", nil): drawsPictures = true
      case ("share", let word?):
        let share = Int(String(decoding: word, as: UTF8.self)) ?? Self.half
        if (1..<1_000).contains(share) { self.share = share }
      case ("pin", let word?):
        if let note = NoteID(percent: word) { pins.insert(note) }
      default: continue
      }
    }
  }

  /// A line for each value that is not the default.
  var text: [UInt8] {
    var text = Array("order \(order.rawValue)\n".utf8)
    if isReversed { text += Array("reversed\n".utf8) }
    if share != Self.half { text += Array("share \(share)\n".utf8) }
    if drawsPictures { text += Array("pictures\n".utf8) }
    for pin in pins.sorted(by: { $0.path < $1.path }) {
      text += Array("pin ".utf8) + Percent.encoded(pin.path.bytes) + [newline]
    }
    return text
  }
}

extension SavedSearch {
  static func searches(in text: [UInt8]) -> [SavedSearch] {
    var searches: [SavedSearch] = []
    for line in text.split(separator: newline) {
      let words = line.split(separator: blank)
      guard words.count == 2, let name = Percent.decoded(words[0]),
        let query = Percent.decoded(words[1]),
        let name = SavedSearch.name(typed: String(decoding: name, as: UTF8.self))
      else { continue }
      let search = SavedSearch(name: name, query: String(decoding: query, as: UTF8.self))
      searches = SavedSearchChange.keep(search).applied(to: searches)
    }
    return searches
  }

  /// A name and a query on each line.
  static func text(of searches: [SavedSearch]) -> [UInt8] {
    searches.reduce(into: []) { text, search in
      text += Percent.encoded(Array(search.name.utf8)) + [blank]
      text += Percent.encoded(Array(search.query.utf8)) + [newline]
    }
  }
}

extension NoteID {
  /// Nil if the line is no path.
  fileprivate init?(percent line: ArraySlice<UInt8>) {
    guard let path = Percent.decoded(line), !path.isEmpty, !path.contains(0) else { return nil }
    self.init(NotePath(bytes: path))
  }
}

extension ImportedNotes {
  init(text: [UInt8]) {
    self.init()
    for line in text.wholeLines.split(separator: newline) {
      let words = line.split(separator: blank)
      guard words.count == 5, let key = Percent.decoded(words[1]),
        let note = NoteID(percent: words[2]),
        let source = UInt64(String(decoding: words[3], as: UTF8.self), radix: 16),
        let written = UInt64(String(decoding: words[4], as: UTF8.self), radix: 16)
      else { continue }
      let format = String(decoding: words[0], as: UTF8.self)
      entries["\(format) \(String(decoding: key, as: UTF8.self))"] = Entry(
        path: note.path, source: source, written: written)
    }
  }

  /// A note on each line: the format, its id there, its path here, and the digests of the text that
  /// was read and of the one that was written.
  var text: [UInt8] {
    entries.sorted { $0.key < $1.key }.reduce(into: []) { text, line in
      let (key, entry) = line
      let format = key.prefix { $0 != " " }
      let id = Array(key.dropFirst(format.count + 1).utf8)
      let digests = [entry.source, entry.written].map { String($0, radix: 16) }
      text += Array(format.utf8) + [blank] + Percent.encoded(id) + [blank]
      text += Percent.encoded(entry.path.bytes) + Array(" \(digests.joined(separator: " "))\n".utf8)
    }
  }
}

extension AskedWritings {
  init(text: [UInt8]) {
    var items: [AskedWriting] = []
    var agreed: Set<AskedWriting.Kind> = []
    for line in text.split(separator: newline) {
      let words = line.split(separator: blank, omittingEmptySubsequences: false)
      let kind = words.last.flatMap { AskedWriting.Kind(word: $0) }
      if words.count == 2, words[0].elementsEqual("agreed".utf8), let kind {
        agreed.insert(kind)
      } else if let item = AskedWriting(words: words),
        !items.contains(where: { $0.number == item.number })
      {
        items.append(item)
      }
    }
    self.init(items, agreed: agreed)
  }

  /// A writing on each line, with its number, its seconds, its kind, its target and its content;
  /// then what is agreed to.
  var text: [UInt8] {
    let agreements = agreed.map(\.rawValue).sorted().flatMap { Array("agreed \($0)\n".utf8) }
    return items.flatMap(\.line) + agreements
  }
}

extension AskedWriting.Kind {
  fileprivate init?(word: ArraySlice<UInt8>) {
    self.init(rawValue: String(decoding: word, as: UTF8.self))
  }
}

extension AskedWriting {
  fileprivate init?(words: [ArraySlice<UInt8>]) {
    guard words.count == 6, let number = Int(String(decoding: words[0], as: UTF8.self)),
      let seconds = Int64(String(decoding: words[1], as: UTF8.self)),
      let kind = Kind(word: words[2]), let name = Percent.decoded(words[4]),
      let content = Percent.decoded(words[5])
    else { return nil }
    let target: Target
    switch String(decoding: words[3], as: UTF8.self) {
    case "note" where !name.isEmpty && !name.contains(0): target = .note(NotePath(bytes: name))
    case "named": target = .named(String(decoding: name, as: UTF8.self))
    case "today" where name.isEmpty: target = .today
    case "unique" where name.isEmpty: target = .unique
    default: return nil
    }
    self.init(
      arrived: Timestamp(seconds: seconds), kind: kind, target: target, content: content)
    self.number = number
  }

  fileprivate var line: [UInt8] {
    let (word, name): (String, [UInt8]) =
      switch target {
      case .note(let path): ("note", path.bytes)
      case .named(let name): ("named", Array(name.utf8))
      case .today: ("today", [])
      case .unique: ("unique", [])
      }
    return Array("\(number) \(arrived.seconds) \(kind.rawValue) \(word) ".utf8)
      + Percent.encoded(name) + [blank] + Percent.encoded(content) + [newline]
  }
}

extension [UInt8] {
  /// Without an incomplete last line.
  var wholeLines: ArraySlice<UInt8> { self[..<((lastIndex(of: newline) ?? -1) + 1)] }
}

extension ReminderLog {
  init(text: [UInt8]) {
    self.init()
    for line in text.split(separator: newline) {
      let words = line.split(separator: blank).map { String(decoding: $0, as: UTF8.self) }
      if words.count == 2, words[0] == "since" { since = Int64(words[1]) }
      if let entry = Entry(words) { entries.append(entry) }
    }
  }

  /// When it began, then a reminder on each line: its number, time, digests and state.
  var text: [UInt8] {
    let first = since.map { "since \($0)\n" } ?? ""
    return Array((first + entries.map { $0.line + "\n" }.joined()).utf8)
  }
}

extension ReminderLog.Entry {
  fileprivate init?(_ words: [String]) {
    guard words.count >= 5, let number = UInt32(words[0]), let wall = Int64(words[1]),
      let first = UInt64(words[2], radix: 16), let second = UInt64(words[3], radix: 16)
    else { return nil }
    let time = words.count == 6 ? Int64(words[5]).map { Timestamp(seconds: $0) } : nil
    let state: ReminderLog.State
    switch (words[4], time) {
    case ("rung", _): state = .rung
    case ("claimed", let time?): state = .claimed(time)
    case ("snoozed", let time?): state = .snoozed(until: time)
    default: return nil
    }
    self.init(ReminderLog.Key(wall: wall, words: first, line: second), number: number, state)
  }

  fileprivate var line: String {
    let state =
      switch self.state {
      case .rung: "rung"
      case .claimed(let time): "claimed \(time.seconds)"
      case .snoozed(let until): "snoozed \(until.seconds)"
      }
    let digests = [key.words, key.line].map { String($0, radix: 16) }.joined(separator: " ")
    return "\(number) \(key.wall) \(digests) \(state)"
  }
}
