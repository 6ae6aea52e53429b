import Bytes
package import Entities

/// The signs and field names of a task's facts.
package enum TaskSign {
  /// The sign and field name of each kind; `emoji(_:)` has those of priorities.
  private static let written: [(kind: TaskLine.Kind, emoji: String, field: String)] = [
    (.created, "➕", "created"), (.scheduled, "⏳", "scheduled"), (.start, "🛫", "start"),
    (.due, "📅", "due"), (.done, "✅", "completion"), (.cancelled, "❌", "cancelled"),
    (.priority, "🔼", "priority"), (.recurrence, "🔁", "repeat"), (.id, "🆔", "id"),
    (.dependsOn, "⛔", "dependsOn"), (.onCompletion, "🏁", "onCompletion"),
  ]

  /// Alternative signs, and those of priorities.
  private static let others: [(kind: TaskLine.Kind, emoji: String)] = [
    (.scheduled, "⌛"), (.due, "📆"), (.due, "🗓"), (.priority, "⏫"), (.priority, "⏬"),
    (.priority, "🔺"), (.priority, "🔽"),
  ]

  private static let kinds = Dictionary(
    uniqueKeysWithValues: (written.map { ($0.kind, $0.emoji) } + others).flatMap { sign in
      sign.1.unicodeScalars.map { ($0, sign.0) }
    })

  /// Reads the sign at `index`. The length does not include a variation selector.
  static func read(
    _ bytes: Span<UInt8>, _ index: Int, _ stop: Int
  ) -> (kind: TaskLine.Kind, length: Int)? {
    let (scalar, length) = UTF8Scalars.decode(bytes, at: index, end: stop)
    return scalar.flatMap { kinds[$0] }.map { ($0, length) }
  }

  package static func emoji(_ kind: TaskLine.Kind) -> String {
    written.first { $0.kind == kind }?.emoji ?? ""
  }

  static func field(_ kind: TaskLine.Kind) -> String {
    written.first { $0.kind == kind }?.field ?? ""
  }

  private static let fields = written.map { (name: $0.field.utf8.map(Byte.lowered), kind: $0.kind) }

  /// Returns the kind of a field by its name, ignoring case.
  static func kind(_ bytes: Span<UInt8>, _ name: Range<Int>) -> TaskLine.Kind? {
    let name = bytes.copy(name).map(Byte.lowered)
    return fields.first { $0.name == name }?.kind
  }

  private static let priorities: [(TaskFacts.Priority, emoji: String, word: String)] = [
    (.highest, "🔺", "highest"), (.high, "⏫", "high"), (.medium, "🔼", "medium"),
    (.low, "🔽", "low"), (.lowest, "⏬", "lowest"),
  ]

  /// Returns the sign of a priority; nil for the normal one, which has none.
  package static func emoji(_ priority: TaskFacts.Priority) -> String? {
    priorities.first { $0.0 == priority }?.emoji
  }

  /// Returns the word of a priority; nil for the normal one, which needs none.
  static func word(_ priority: TaskFacts.Priority) -> String? {
    priorities.first { $0.0 == priority }?.word
  }

  /// Returns the priority of a value in either form.
  static func priority(_ value: String) -> TaskFacts.Priority? {
    if value.lowercased() == "normal" { return .normal }
    return TaskFacts.Priority.allCases.first {
      emoji($0) == value || word($0) == value.lowercased()
    }
  }
}
