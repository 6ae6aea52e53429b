package import Entities
package import Services
package import UseCases

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

/// What words come to: a value as it is written, or what is wrong with them.
package struct PropertyMeaning: Equatable, Sendable {
  package var type: PropertyType
  /// Nil where the words are none of that type.
  package var value: String?
  /// As what they are read, or why they are not.
  package var reading: String
}

@MainActor
package protocol PropertiesEditingOutput: AnyObject {
  /// `byOthers`: they are other ones than they were, and not because of this screen.
  func propertiesChanged(byOthers: Bool)
  func valuesWereFound(_ values: [String], of name: String)
  func did(_ deed: PropertyDeed, in notes: [NoteID], leaving left: [PropertyChanges.Left])
  func tookBack(in notes: [NoteID])
  func nothingToUndo()
  func failed(_ failure: PropertyFailure)
}
