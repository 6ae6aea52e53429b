/// One property of a note's front matter.
package struct NoteProperty: Hashable, Sendable {
  package var name: String
  /// What stands behind it as texts: one for each item of a list, none where there is nothing.
  package var values: [String]
  /// As it is meant.
  package var value: PropertyValue

  /// Without a value, as texts.
  package init(name: String, values: [String], value: PropertyValue? = nil) {
    self.name = name
    self.values = values
    let texts = values.map(PropertyValue.text)
    self.value = value ?? (texts.count > 1 ? .list(texts) : texts.first ?? .null)
  }
}
