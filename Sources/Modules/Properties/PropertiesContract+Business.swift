package import Entities
package import UseCases

// What the business of properties knows, does and tells.

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
  /// `leaving`: which notes were left alone, in words; empty where none was.
  func did(_ deed: PropertyDeed, in notes: [NoteID], leaving: String)
  func tookBack(in notes: [NoteID])
  func nothingToUndo()
  func failed(_ failure: PropertyFailure)
}
