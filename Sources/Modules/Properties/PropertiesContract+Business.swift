package import Entities
package import Services

// What the business of properties knows, does and tells.

/// The properties of some notes, and changes of them.
@MainActor
package protocol PropertiesEditing: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any PropertiesEditingOutput)? { get set }
  /// As the notes were read last.
  var shared: SharedProperties { get }
  /// The names that the vault has, those that most notes have first.
  var names: [String] { get }
  var canUndo: Bool { get }
  func load(becauseOfOthers: Bool)
  /// Done in all the notes in one step. What another program changed since it was read is not written
  /// over: then nothing is done, and that is told.
  func carryOut(_ deed: PropertyDeed)
  func undo()
  /// What the notes of the vault have for a property; `valuesWereFound` answers.
  func findValues(of name: String)
  /// What typed words come to for a property; `type` is one that was chosen.
  func meaning(of words: String, for name: String, as type: PropertyType?) -> PropertyMeaning
  func type(of name: String) -> PropertyType?
  func stop()
}

/// The properties of all the notes together, in the order of the first that has each.
package struct SharedProperties: Equatable, Sendable {
  package var title = ""
  /// How many notes were read.
  package var notes = 0
  package var rows: [SharedProperty] = []
  /// Notes of which nothing can be changed.
  package var left: [PropertyChanges.Left] = []

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
package enum PropertyDeed: Equatable, Sendable {
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

/// What words come to: a value as it is written, or what is wrong with them.
package struct PropertyMeaning: Equatable, Sendable {
  package var type: PropertyType
  /// Nil where the words are none of that type.
  package var value: String?
  /// As what they are read, or why they are not.
  package var reading: String
}

/// Why properties could not be read or changed.
package enum PropertiesFailure: Error, Equatable, Sendable {
  case store(NoteStoreError)
  case index(NoteIndexError)
  /// Another program changed the front matter of this note since it was read.
  case changedMeanwhile(NoteID)
  /// The only note is left alone, and why.
  case refused(String)

  package var message: String {
    switch self {
    case .store(let error): error.message
    case .index(let error): error.message
    case .changedMeanwhile(let note): PropertiesWords.changedMeanwhile(note)
    case .refused(let reason): reason
    }
  }
}

@MainActor
package protocol PropertiesEditingOutput: AnyObject {
  /// `byOthers`: they are other ones than they were, and not because of this screen.
  func propertiesChanged(byOthers: Bool)
  func valuesWereFound(_ values: [String], of name: String)
  func did(_ deed: PropertyDeed, in notes: [NoteID], leaving left: [PropertyChanges.Left])
  func tookBack(in notes: [NoteID])
  func nothingToUndo()
  func failed(_ failure: PropertiesFailure)
}
