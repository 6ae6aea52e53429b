import Bytes
import Entities

/// The signs and the names of fields that say more about a task.
enum TaskSign {
  /// The sign that begins at `index`, and its length without what may choose its look.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ stop: Int
  ) -> (kind: TaskLine.Kind, length: Int)? {
    guard index + 2 < stop else { return nil }
    switch bytes[index] {
    case 0xe2:
      switch (bytes[index + 1], bytes[index + 2]) {
      case (0x9e, 0x95): return (.created, 3)
      case (0x8f, 0xb3), (0x8c, 0x9b): return (.scheduled, 3)
      case (0x9c, 0x85): return (.done, 3)
      case (0x9d, 0x8c): return (.cancelled, 3)
      case (0x8f, 0xab), (0x8f, 0xac): return (.priority, 3)
      case (0x9b, 0x94): return (.dependsOn, 3)
      default: return nil
      }
    case 0xf0:
      guard index + 3 < stop, bytes[index + 1] == 0x9f else { return nil }
      switch (bytes[index + 2], bytes[index + 3]) {
      case (0x93, 0x85), (0x93, 0x86), (0x97, 0x93): return (.due, 4)
      case (0x9b, 0xab): return (.start, 4)
      case (0x94, 0xba), (0x94, 0xbc), (0x94, 0xbd): return (.priority, 4)
      case (0x94, 0x81): return (.recurrence, 4)
      case (0x86, 0x94): return (.id, 4)
      case (0x8f, 0x81): return (.onCompletion, 4)
      default: return nil
      }
    default: return nil
    }
  }

  /// The sign that a kind is written with; of priorities see `text(of:)`.
  static func emoji(_ kind: TaskLine.Kind) -> String {
    switch kind {
    case .created: "➕"
    case .scheduled: "⏳"
    case .start: "🛫"
    case .due: "📅"
    case .done: "✅"
    case .cancelled: "❌"
    case .priority: "🔼"
    case .recurrence: "🔁"
    case .id: "🆔"
    case .dependsOn: "⛔"
    case .onCompletion: "🏁"
    }
  }

  /// What a field is called.
  static func field(_ kind: TaskLine.Kind) -> String {
    switch kind {
    case .created: "created"
    case .scheduled: "scheduled"
    case .start: "start"
    case .due: "due"
    case .done: "completion"
    case .cancelled: "cancelled"
    case .priority: "priority"
    case .recurrence: "repeat"
    case .id: "id"
    case .dependsOn: "dependsOn"
    case .onCompletion: "onCompletion"
    }
  }

  private static let fields: [(name: [UInt8], kind: TaskLine.Kind)] = [
    .created, .scheduled, .start, .due, .done, .cancelled, .priority, .recurrence, .id, .dependsOn,
    .onCompletion,
  ].map { (field($0).utf8.map(Byte.lowered), $0) }

  /// The kind of a field of this name, in whatever case.
  static func kind(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> TaskLine.Kind? {
    fields.first { field in
      field.name.count == name.count
        && field.name.elementsEqual(bytes[name].lazy.map(Byte.lowered))
    }?.kind
  }

  /// The sign of a priority; nil for the normal one, which has none.
  static func emoji(_ priority: TaskFacts.Priority) -> String? {
    switch priority {
    case .highest: "🔺"
    case .high: "⏫"
    case .medium: "🔼"
    case .normal: nil
    case .low: "🔽"
    case .lowest: "⏬"
    }
  }

  /// The word of a priority; nil for the normal one, which needs none.
  static func word(_ priority: TaskFacts.Priority) -> String? {
    switch priority {
    case .highest: "highest"
    case .high: "high"
    case .medium: "medium"
    case .normal: nil
    case .low: "low"
    case .lowest: "lowest"
    }
  }

  /// The priority that a value says, in either form.
  static func priority(_ value: String) -> TaskFacts.Priority? {
    if value.lowercased() == "normal" { return .normal }
    return TaskFacts.Priority.allCases.first {
      emoji($0) == value || word($0) == value.lowercased()
    }
  }
}
