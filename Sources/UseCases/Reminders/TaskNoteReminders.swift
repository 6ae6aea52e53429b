import Entities
import Services

/// Reminders of notes that are tasks themselves, as the plugin TaskNotes writes them: a list of
/// objects in the property `reminders`.
struct TaskNoteReminders {
  private let tables: (any FileTables)?
  private let usual: TimeOfDay
  private let clock: any WallClock

  init(_ tables: (any FileTables)?, _ usual: TimeOfDay, _ clock: any WallClock) {
    (self.tables, self.usual, self.clock) = (tables, usual, clock)
  }

  private static let keys = [
    "reminders", "status", "due", "scheduled", "title", "completeddate", "blockedby",
  ]

  func all() async throws(NoteIndexError) -> [Reminder] {
    guard let tables else { return [] }
    var request = FileTableRequest()
    request.scope = .property(Array("reminders".utf8))
    request.properties = Set(Self.keys.map { Array($0.utf8) })
    let table = try await tables.table(request)
    return table.rows.flatMap { row in
      let note = TaskNote(row)
      guard !note.reminders.isEmpty, !note.isDone, !isBlocked(note, row.path, in: table) else {
        return [Reminder]()
      }
      let times = note.times(usual, clock)
      return times.map { wall in
        let title = note.text("title") ?? row.path.stem.text
        return Reminder(NoteID(row.path), title: title, words: title, wall: wall)
      }
    }
  }

  /// Whether a note that must be done first is not.
  private func isBlocked(_ note: TaskNote, _ path: NotePath, in table: any FileTable) -> Bool {
    note.blockers.contains { name in
      guard let blocker = table.path(named: name, from: path).flatMap(table.row(at:)) else {
        return false
      }
      return !TaskNote(blocker).isDone
    }
  }
}

/// The properties of a note that is a task.
struct TaskNote {
  private var values: [String: PropertyValue] = [:]

  init(_ row: FileRow) {
    for property in row.properties {
      values[String(decoding: property.key, as: UTF8.self)] = property.value
    }
  }

  func text(_ key: String) -> String? {
    if case .text(let text)? = values[key], !text.isEmpty { text } else { nil }
  }

  var isDone: Bool {
    if text("completeddate") != nil { return true }
    if case .checkbox(let isDone)? = values["status"] { return isDone }
    let done: Set = ["done", "completed", "complete", "cancelled", "canceled"]
    return text("status").map { done.contains($0.lowercased()) } ?? false
  }

  private func objects(_ key: String) -> [[String: String]] {
    guard case .list(let items)? = values[key] else { return [] }
    return items.map { item in
      switch item {
      case .text(let text): return ["uid": text]
      case .object(let pairs):
        return pairs.reduce(into: [:]) { object, pair in
          if case .text(let text) = pair.value { object[pair.name] = text }
        }
      default: return [:]
      }
    }
  }

  var reminders: [[String: String]] { objects("reminders") }

  var blockers: [String] {
    objects("blockedby").compactMap { object in
      guard var name = object["uid"] else { return nil }
      if name.hasPrefix("[["), name.hasSuffix("]]") { name = String(name.dropFirst(2).dropLast(2)) }
      return name.split(separator: "|", omittingEmptySubsequences: false).first.map(String.init)
    }
  }

  func times(_ usual: TimeOfDay, _ clock: any WallClock) -> [Timestamp] {
    reminders.compactMap { reminder in
      if let absolute = reminder["absoluteTime"] {
        return TaskReminder(absolute)?.time(due: nil, hour: nil, usual: usual, on: clock)
      }
      guard let base = text(reminder["relatedTo"] == "scheduled" ? "scheduled" : "due"),
        let start = TaskReminder(base)?.time(due: nil, hour: nil, usual: usual, on: clock),
        let seconds = reminder["offset"].flatMap(Self.seconds)
      else { return nil }
      return start.advanced(by: .seconds(seconds))
    }
  }

  /// Reads a duration in ISO 8601: `-PT15M`, `-P1DT2H`.
  static func seconds(_ text: String) -> Int? {
    var (rest, sign) = (text[...], 1)
    if rest.first == "-" || rest.first == "+" {
      sign = rest.first == "-" ? -1 : 1
      rest.removeFirst()
    }
    guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
    var (total, number, isTime) = (0, "", false)
    for character in rest {
      if character.isASCII, character.isNumber, number.count < 6 {
        number.append(character)
        continue
      }
      if character == "T", number.isEmpty, !isTime {
        isTime = true
        continue
      }
      let unit: Int? =
        switch (character, isTime) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
      guard let unit, let count = Int(number) else { return nil }
      total += count * unit
      number = ""
    }
    return number.isEmpty ? sign * total : nil
  }
}
