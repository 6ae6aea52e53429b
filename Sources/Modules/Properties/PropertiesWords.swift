import Entities
import UseCases
import Viper

// The texts and questions of the form.

enum PropertiesWords {
  static let readingNote = "Reading the front matter…"
  static let noProperties = "No properties yet.\nPress n to add one."
  static let newProperty = "New property"

  static func rename(_ name: String) -> String { "Rename \(name)" }
  static func add(to name: String) -> String { "Add to \(name)" }

  static let empty = "no value"
  static let differs = "differs"
  static let nothingToChange = "Nothing to change: it is so already."
  static let nameIsMissing = "A property needs a name, on one line."
  static let itemIsMissing = "An item needs a text. Press Esc, then d to take it away."
  static let noCheckbox = "Space ticks checkboxes. Press Enter to type a value."
  static let noItem = "Only items of a list are moved."

  static func type(_ type: PropertyType?) -> String {
    switch type {
    case .multitext: "list"
    case .checkbox: "check"
    case .datetime: "time"
    case let type?: type.rawValue
    case nil: ""
    }
  }

  static func title(_ shared: SharedProperties) -> String {
    shared.notes == 1 ? "Properties of \(shared.title)" : "Properties of \(shared.notes) notes"
  }

  static func absence(_ absent: Int, of notes: Int) -> String {
    absent == 0 ? "" : "not in \(absent) of \(notes)"
  }

  static func reading(_ value: String, as type: PropertyType) -> String {
    guard type == .date || type == .datetime, let day = WrittenMoment(property: value)?.day
    else {
      return Self.type(type)
    }
    return "\(value), \(day.weekday.name)"
  }

  static func guessed(_ values: [String], as type: PropertyType) -> String {
    let value =
      type == .date
      ? "date \(reading(values[0], as: .date))" : "list: \(values.joined(separator: ", "))"
    return "\(value) (Tab: as text)"
  }

  static func label(_ name: String, _ type: PropertyType?) -> String {
    type.map { "\(name) (\(Self.type($0)))" } ?? name
  }

  static func did(
    _ action: PropertyAction, in notes: [NoteID], of all: Int, leaving: String
  ) -> String {
    let what =
      switch action {
      case .set(let name, let values, _, _):
        values.isEmpty
          ? "“\(name)” has no value now" : "“\(name)” is \(values.joined(separator: ", ")) now"
      case .add(let item, let name, _): "“\(name)” has \(item) now"
      case .unset(let name): "“\(name)” is gone"
      case .rename(let name, let new): "“\(name)” is “\(new)” now"
      }
    let scope = all == 1 ? "" : ", in \(count(notes.count))"
    return "\(what)\(scope). Press u to undo.\(leaving)"
  }

  static func takenBack(in notes: [NoteID]) -> String {
    notes.count == 1
      ? "The property is as it was." : "The properties in \(count(notes.count)) are as they were."
  }

  static func changedByOthers(whileTyping: Bool) -> String {
    whileTyping
      ? "Another program changed the front matter. What you typed is still here."
      : "Another program changed the front matter."
  }

  static func isThereAlready(_ name: String) -> String {
    "“\(name)” is there already: this is its value."
  }

  static func isNoList(_ name: String) -> String {
    "“\(name)” is not a list. Press t to make it one."
  }

  static func itemIsGone(_ item: String) -> String {
    "“\(item)” is not where it was in the list. Press Esc and look."
  }

  private static func count(_ notes: Int) -> String { notes == 1 ? "1 note" : "\(notes) notes" }
}

extension Question {
  static let types: [PropertyType] = [.text, .multitext, .number, .checkbox, .date, .datetime]

  static func type(of name: String) -> Question {
    .list(
      "Type", "What is “\(name)”?",
      of: ["text", "list", "number", "checkbox", "date", "date and time"])
  }
}
