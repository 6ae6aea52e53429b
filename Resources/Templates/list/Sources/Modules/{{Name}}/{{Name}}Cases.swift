package import Entities
package import Services

/// What a person does with {{words}}, awaited by the screen and by any other caller.
package struct {{Name}}Cases: Sendable {
  private let store: any NoteStore

  package init(_ store: any NoteStore) {
    self.store = store
  }

  /// All that is listed, the latest first.
  package func list() async -> {{Name}}List {
    var list = {{Name}}List()
    for await batch in store.list() {
      list.items += batch.notes.map { {{Name}}Item(note: $0.id, title: $0.title) }
      list.problems += batch.problems
    }
    return list
  }
}

package struct {{Name}}List: Equatable, Sendable {
  package var items: [{{Name}}Item] = []
  /// What could not be read, in words.
  package var problems: [String] = []
}

package struct {{Name}}Item: Equatable, Sendable {
  package var note: NoteID
  package var title: String
}
