import Bytes
package import Entities
import Folding
package import NoteQueries
import NoteSyntax
package import Services
import VaultSettings

extension VaultChanges {
  @concurrent
  package func changing(
    _ property: PropertyChange, in query: NoteQuery
  ) async throws(NoteIndexError) -> PropertyChanges {
    var conditions = [try Condition(query, clock: index.clock, tasks: foreign.taskRules)]
    if case .set = property {
    } else {
      conditions.append(.property(Folding.name(property.name.utf8), nil))
    }
    var found = FoundChanges(index.files)
    var olds: [NoteID: NoteProperty] = [:]
    var left: [PropertyChanges.Left] = []
    let notes = try search.find(.all(conditions), limit: .max)
    for note in notes {
      try found.look(at: note.id, titled: note.title, asWhole: true) {
        (text) throws(NoteIndexError) in
        olds[note.id] = PropertyEdit.property(property.name, in: text)
        do throws(PropertyProblem) {
          return try PropertyEdit.edits(property, in: text)
        } catch {
          left.append(PropertyChanges.Left(note: note.id, reason: error.message))
          return []
        }
      }
    }
    return PropertyChanges(
      found: found.changes.map { PropertyChanges.Found(change: $0, old: olds[$0.note]) },
      left: left, matched: notes.count)
  }
}
