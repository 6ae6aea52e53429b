package import Entities
package import Services

/// The use cases for {{words}}, shared by the screen and any other caller.
package struct {{Name}}Cases: Sendable {
  private let store: any NoteStore

  package init(_ store: any NoteStore) {
    self.store = store
  }

  /// Returns all items, the latest first.
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
  /// Descriptions of the items that could not be read.
  package var problems: [String] = []
}

package struct {{Name}}Item: Equatable, Sendable {
  package var note: NoteID
  package var title: String
}
