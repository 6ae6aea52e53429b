package import Entities
package import Services

/// The properties of all the notes together, in the order of the first that has each.
package struct SharedProperties: Equatable, Sendable {
  package var title = ""
  /// How many notes were read.
  package var notes = 0
  package var rows: [SharedProperty] = []
  /// Notes of which nothing can be changed.
  package var left: [PropertyChanges.Left] = []

  package init() {}

  /// Why not all can be changed; empty where all can.
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
  /// What it is for Obsidian, or by its value; nil where there is none.
  package var type: PropertyType?
  /// What all notes have that have it; nil where they differ.
  package var own: NoteProperty?
  /// How many notes do not have it.
  package var absent = 0
  /// Why the value is left alone.
  package var obstacle: String?

  /// The items of a list.
  package var items: [String]? {
    if case .list? = own?.value { own?.values } else { nil }
  }
}

/// What is to be done to a property in all the notes.
package enum PropertyAction: Equatable, Sendable {
  /// With `whereItIs` not in notes that do not have it.
  case set(name: String, values: [String], type: PropertyType, whereItIs: Bool = false)
  /// To each note's own list.
  case add(item: String, name: String, type: PropertyType)
  case unset(name: String)
  case rename(name: String, to: String)

  package var name: String {
    switch self {
    case .set(let name, _, _, _), .add(_, let name, _), .unset(let name), .rename(let name, _): name
    }
  }

  /// What it is in a note that has this property, or none; nil where there is nothing to do.
  func change(of own: NoteProperty?) -> PropertyChange? {
    switch self {
    case .set(let name, let values, let type, let whereItIs):
      whereItIs && own == nil ? nil : .set(name: name, values: values, type: type)
    case .add(let item, let name, let type):
      own?.values.contains(item) == true
        ? nil : .set(name: name, values: (own?.values ?? []) + [item], type: type)
    case .unset(let name): own.map { _ in .unset(name: name) }
    case .rename(let name, let new): own.map { _ in .rename(name: name, to: new) }
    }
  }
}

/// What was changed in which notes, and what was not.
package struct PropertyOutcome: Sendable {
  package var changes = PropertyChanges()
  /// What was made of the property in the only note.
  package var change: PropertyChange?
  /// What taking it back needs; nil where nothing was changed.
  package var receipt: RewriteReceipt?

  package var left: [PropertyChanges.Left] { changes.left }

  /// Which notes were left alone, and why, as a sentence behind another; empty where none was.
  package var leaving: String {
    guard let first = left.first else { return "" }
    let others = left.count == 1 ? "" : " and \(left.count - 1) more"
    return " Left alone: \(first.note.path.text)\(others). \(first.reason)"
  }
}

/// Why properties could not be read or changed. Nothing was changed then.
package enum PropertyFailure: ExplainedError, Equatable, Sendable {
  case store(NoteStoreError)
  case index(NoteIndexError)
  /// Another program changed the front matter of this note since a person read it.
  case changedMeanwhile(NoteID)
  /// The front matter of the only note cannot be read.
  case unreadable(NoteID, reason: String)
  /// The property of the only note is left alone, and why.
  case leftAlone(NoteID, reason: String)
  /// The only note does not have it.
  case missing(NoteID, name: String)
  /// The words are no value of the type.
  case words(String)
  /// Several values were given for a type that has one.
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
