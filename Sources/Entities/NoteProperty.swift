/// One property of a note's front matter: a name and what stands behind it, as text.
package struct NoteProperty: Hashable, Sendable {
  package var name: String
  package var values: [String]

  package init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}
