package import Entities
package import Services

/// The properties of all the notes, in the order of their first occurrence.
package struct SharedProperties: Equatable, Sendable {
  package var title = ""
  package var notes = 0
  package var rows: [SharedProperty] = []
  /// Notes that cannot be changed.
  package var left: [PropertyChanges.Left] = []

  package init() {}

  /// The reason that some notes cannot be changed; empty if all can.
  package var problem: String {
    guard let first = left.first else { return "" }
    if notes == 1 { return first.reason }
    let others = left.count - 1
    let more = others == 0 ? "" : others == 1 ? ", and 1 more" : ", and \(others) more"
    return "\(first.note.path.text)\(more) is left alone. \(first.reason)"
  }

  package subscript(name: String) -> SharedProperty? {
    rows.first { $0.name.lowercased() == name.lowercased() }
  }
}

package struct SharedProperty: Equatable, Sendable {
  package var name: String
  /// The type in Obsidian, or else by the value; nil if there is none.
  package var type: PropertyType?
  /// The property if all notes that have it agree; nil if they differ.
  package var own: NoteProperty?
  /// The number of notes without the property.
  package var absent = 0
  /// The reason that the value cannot be changed.
  package var obstacle: String?

  /// The items, if the value is a list.
  package var items: [String]? {
    if case .list? = own?.value { own?.values } else { nil }
  }
}

/// An action on a property in all the notes.
package enum PropertyAction: Equatable, Sendable {
  /// With `onlyIfPresent`, skips notes that do not have the property.
  case set(name: String, values: [String], type: PropertyType, onlyIfPresent: Bool = false)
  /// Adds to each note's own list.
  case add(item: String, name: String, type: PropertyType)
  case unset(name: String)
  case rename(name: String, to: String)

  package var name: String {
    switch self {
    case .set(let name, _, _, _), .add(_, let name, _), .unset(let name), .rename(let name, _): name
    }
  }

  /// Returns the change for a note that has this property, or none; nil if there is nothing to do.
  func change(of own: NoteProperty?) -> PropertyChange? {
    switch self {
    case .set(let name, let values, let type, let onlyIfPresent):
      onlyIfPresent && own == nil ? nil : .set(name: name, values: values, type: type)
    case .add(let item, let name, let type):
      own?.values.contains(item) == true
        ? nil : .set(name: name, values: (own?.values ?? []) + [item], type: type)
    case .unset(let name): own.map { _ in .unset(name: name) }
    case .rename(let name, let new): own.map { _ in .rename(name: name, to: new) }
    }
  }
}

/// The result of changing properties: changed and skipped notes.
package struct PropertyOutcome: Sendable {
  package var changes = PropertyChanges()
  /// The change, if there is only one note.
  package var change: PropertyChange?
  /// The receipt for undo; nil if nothing was changed.
  package var receipt: RewriteReceipt?

  package var left: [PropertyChanges.Left] { changes.left }

  /// The skipped notes with the reason, as a sentence to append; empty if there are none.
  package var leaving: String {
    guard let first = left.first else { return "" }
    let others = left.count == 1 ? "" : " and \(left.count - 1) more"
    return " Left alone: \(first.note.path.text)\(others). \(first.reason)"
  }
}

/// The reason that properties could not be read or changed. Nothing was written.
package enum PropertyFailure: ExplainedError, Equatable, Sendable {
  case store(NoteStoreError)
  case index(NoteIndexError)
  /// Another program changed the note's front matter after the user read it.
  case changedMeanwhile(NoteID)
  /// The front matter of the only note cannot be read.
  case unreadable(NoteID, reason: String)
  /// The property of the only note cannot be changed.
  case leftAlone(NoteID, reason: String)
  /// The only note does not have the property.
  case missing(NoteID, name: String)
  /// The text is not a value of the type.
  case words(String)
  /// Several values for a type that has only one.
  case oneValue(name: String, PropertyType)

  package var message: String {
    switch self {
    case .store(let error): error.message
    case .index(let error): error.message
    case .changedMeanwhile(let note):
      "\(note.path.text) has other front matter than it had: another program changed it."
        + " Nothing was written; look at the rows and try again."
    case .unreadable(_, let reason), .leftAlone(_, let reason), .words(let reason): reason
    case .missing(let note, let name): "\(note.path.text) has no property “\(name)”."
    case .oneValue(let name, let type):
      "“\(name)” is of the type \(type.rawValue), which has one value."
    }
  }
}
