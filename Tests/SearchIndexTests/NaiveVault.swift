import Entities
import NoteQueries
import Services
import TestSupport

/// A note whose construction determines which queries must find it.
struct NaiveNote {
  var path: String
  var seconds: Int64
  var text = NaiveText()
  var title = NaiveText()
  /// The file's.
  var name = NaiveText()
  var tags: [String] = []
  var tasks: [(isDone: Bool, due: CivilTime?)] = []
  var properties: [(name: String, values: [String])] = []
  var hasLink = false
  var hasAttachment = false
  var created: CivilTime?

  func fits(_ query: NoteQuery, _ words: [String: NaiveText]) -> Bool {
    switch query {
    case .all: return true
    case .and(let parts): return parts.allSatisfy { fits($0, words) }
    case .or(let parts): return parts.contains { fits($0, words) }
    case .not(let part): return !fits(part, words)
    case .word(let word): return holds(words[word], isOpen: true)
    case .title(let word):
      return words[word].map { wanted in
        [title, name].contains { $0.holds(wanted.runs, isOpen: true) }
      } ?? false
    case .expression(let source): return matches(source)
    case .literal(let text, let isAnyCase): return matches((isAnyCase ? "(?i)" : "") + text)
    // `NotePartTests` covers those.
    case .within: return false
    case .tag(let name):
      return tags.contains { $0.lowercased() == name || $0.lowercased().hasPrefix(name + "/") }
    case .path(let part): return path.lowercased().contains(part.lowercased())
    case .file(let part):
      return path.split(separator: "/").last?.lowercased().contains(part.lowercased()) ?? false
    case .hasTask(.todo): return tasks.contains { !$0.isDone }
    case .hasTask(.done): return tasks.contains { $0.isDone }
    case .due(let bound): return tasks.contains { Self.isWithin($0.due, bound) }
    case .created(let bound): return Self.isWithin(created, bound)
    case .modified(let bound):
      let day = CivilCalendar.day(of: CivilCalendar.civil(Timestamp(seconds: seconds)))
      return Self.isWithin(CivilCalendar.civil(ofDay: day), bound)
    case .has(.link): return hasLink
    case .has(.task): return !tasks.isEmpty
    case .has(.attachment): return hasAttachment
    case .property(let name, let value):
      return properties.contains { property in
        guard case .name(let name) = name, property.name == name.lowercased() else { return false }
        return value.map { value in property.values.contains { $0.contains(value) } } ?? true
      }
    // `PropertySearchTests` and `ObsidianSearchTests` cover those.
    case .number, .day, .pathExpression, .fileExpression, .propertyExpression: return false
    }
  }

  private func holds(_ wanted: NaiveText?, isOpen: Bool) -> Bool {
    guard let runs = wanted?.runs else { return false }
    return [text, title, name].contains { $0.holds(runs, isOpen: isOpen) }
  }

  /// The test's expressions are literal characters, with `(?i)` in front and punctuation escaped.
  private func matches(_ source: String) -> Bool {
    let isAnyCase = source.hasPrefix("(?i)")
    let plain = (isAnyCase ? String(source.dropFirst(4)) : source).filter { $0 != "\\" }
    func prepared(_ bytes: [UInt8]) -> [UInt8] {
      isAnyCase ? bytes.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 } : bytes
    }
    let wanted = prepared(Array(plain.utf8))
    return [text.raw, title.raw, name.raw].map(prepared).contains { bytes in
      guard bytes.count >= wanted.count else { return false }
      return (0...(bytes.count - wanted.count)).contains {
        bytes[$0...].starts(with: wanted)
      }
    }
  }

  private static func isWithin(_ day: CivilTime?, _ bound: NoteQuery.DateBound) -> Bool {
    guard let day else { return false }
    return bound.first.map { $0 <= day } ?? true && bound.last.map { day <= $0 } ?? true
  }
}

/// Makes vaults of a few notes, and queries about their possible contents.
struct NaiveVault {
  var random: SeededRandom
  var notes: [NaiveNote] = []
  /// Query words, by their spelling in queries.
  var words: [String: NaiveText] = [:]

  init(seed: UInt64, notes count: Int) {
    random = SeededRandom(seed: seed)
    for number in 0..<count { addNote(number) }
    notes.sort { $0.seconds > $1.seconds }
  }

  var files: MemoryVault {
    let files = MemoryVault()
    for note in notes {
      files.write(NotePath(note.path), note.text.raw, seconds: note.seconds)
    }
    return files
  }

  private mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func addNote(_ number: Int) {
    let folder = ["", "Daily/", "b9/x/"][Int.random(in: 0..<3, using: &random)]
    let stem = "note ab\(number)"
    // One day apart, in no order.
    let day = (number * 7919) % 1009
    var note = NaiveNote(path: folder + stem + ".md", seconds: Int64(day) * 86_400 + 43_200)
    note.title = NaiveText(stem)
    note.name = note.title
    var lines: [NaiveText] = []
    if oneIn(3) { addFrontMatter(&lines, &note) }
    if oneIn(2) {
      var title = NaiveText("x")
      title.pieces += NaiveText.random(3, &random, gaps: false).pieces
      var line = NaiveText("# ")
      line.pieces += title.pieces
      lines.append(line)
      if note.title.raw == NaiveText(stem).raw { note.title = title }
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      lines.append(NaiveText.random(Int.random(in: 0...14, using: &random), &random))
    }
    addParts(&lines, &note)
    for line in lines {
      note.text.pieces += line.pieces
      note.text.pieces += NaiveText("\n").pieces
    }
    notes.append(note)
  }

  private mutating func addFrontMatter(_ lines: inout [NaiveText], _ note: inout NaiveNote) {
    lines.append(NaiveText("---"))
    if oneIn(2) {
      lines.append(NaiveText("title: front b9a"))
      note.title = NaiveText("front b9a")
    }
    if oneIn(2) {
      lines.append(NaiveText("tags: [inbox, Work/ab]"))
      note.tags += ["inbox", "Work/ab"]
    }
    if oneIn(2) {
      lines.append(NaiveText("status: Done"))
      note.properties.append(("status", ["done"]))
    }
    if oneIn(2) {
      lines.append(NaiveText("created: 2026-03-0\(note.seconds / 86_400 % 8 + 1)"))
      note.created = CivilTime(year: 2026, month: 3, day: Int(note.seconds / 86_400 % 8) + 1)
    }
    lines.append(NaiveText("---"))
  }

  private mutating func addParts(_ lines: inout [NaiveText], _ note: inout NaiveNote) {
    if oneIn(4) {
      lines.append(NaiveText("see #work/ab"))
      note.tags.append("work/ab")
    }
    if oneIn(4) {
      lines += [NaiveText(""), NaiveText("- [ ] ab 📅 2026-03-05")]
      note.tasks.append((false, CivilTime(year: 2026, month: 3, day: 5)))
    }
    if oneIn(4) {
      lines += [NaiveText(""), NaiveText("- [x] b9")]
      note.tasks.append((true, nil))
    }
    if oneIn(4) {
      lines += [NaiveText(""), NaiveText("see [[Other b]]")]
      note.hasLink = true
    }
    if oneIn(6) {
      lines += [NaiveText(""), NaiveText("see ![[ab.png]]")]
      (note.hasLink, note.hasAttachment) = (true, true)
    }
  }

  // MARK: Queries

  mutating func query(depth: Int) -> NoteQuery {
    switch Int.random(in: 0..<(depth > 0 ? 24 : 18), using: &random) {
    case 0...4: return .word(term())
    case 5, 6:
      let texts = ["ab", "b9 A", "A b9", " ab", "ote AB1", "note ab", "針山", "b9", ";"]
      return .literal(texts[pick(texts.count)], isAnyCase: pick(3) > 0)
    case 7: return .title(term(gaps: false))
    case 8: return .expression(["ab", "(?i)B9", "b 9", "a\\;b", "針山", " ab"][pick(6)])
    case 9: return .tag(["inbox", "work", "work/ab", "wor"][pick(4)])
    case 10: return .path(["daily", "9/X", "ab1"][pick(3)])
    case 11: return pick(2) == 0 ? .hasTask(.todo) : .hasTask(.done)
    case 12: return .has(NoteQuery.Feature.allCases[pick(3)])
    case 13: return .due(bound(20_514, 12))
    case 14: return .created(bound(20_514, 12))
    case 15, 16: return .modified(bound(0, 1009))
    case 17: return .property(name: "Status", value: [nil, "done", "no"][pick(3)])
    case 18: return .not(query(depth: depth - 1))
    case 19...21: return .and((0...pick(3)).map { _ in query(depth: depth - 1) })
    default: return .or((0...pick(3)).map { _ in query(depth: depth - 1) })
    }
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Words, most of them from a note, so that something is found.
  private mutating func term(gaps: Bool = true) -> String {
    var text = NaiveText()
    let note = notes[pick(notes.count)].text.pieces
    if pick(3) > 0, !note.isEmpty {
      let start = pick(note.count)
      let part = note[start..<min(note.count, start + 1 + pick(5))]
      text.pieces = part.filter {
        $0.kind != .gap || gaps && $0.raw.first != 0xff && $0.raw.count != 2
      }
    } else {
      text = NaiveText.random(1 + pick(4), &random, gaps: false)
    }
    if text.runs.isEmpty { text = NaiveText("ab") }
    let written = String(decoding: text.raw, as: UTF8.self)
    words[written] = text
    return written
  }

  private mutating func bound(_ start: Int, _ count: Int) -> NoteQuery.DateBound {
    let days = [start + pick(count), start + pick(count)].sorted().map {
      CivilCalendar.civil(ofDay: $0)
    }
    return NoteQuery.DateBound(
      first: pick(3) == 0 ? nil : days[0], last: pick(3) == 0 ? nil : days[1])
  }
}
