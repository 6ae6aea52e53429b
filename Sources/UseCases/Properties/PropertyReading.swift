package import Entities
import Services

/// The front matter of some notes, read one after the other, and what they share.
package struct PropertyReading: Sendable {
  package private(set) var shared = SharedProperties()
  /// By which a note is known again that nobody changed since.
  package private(set) var sheets: [NoteID: Int] = [:]
  /// What Obsidian says. Names are in lower case.
  package let declared: [String: PropertyType]
  /// The row of each name, in lower case.
  private var places: [String: Int] = [:]
  private var readable = 0

  init(
    of notes: [NoteID], store: any NoteStore, texts: any NoteTexts,
    declared: [String: PropertyType]
  ) async throws(PropertyFailure) {
    self.declared = declared
    shared.notes = notes.count
    for note in notes {
      if Task.isCancelled { throw .index(.cancelled) }
      do throws(NoteStoreError) {
        let content = try await store.read(note)
        add(texts.sheet(in: content.bytes), of: note)
      } catch {
        if notes.count == 1 { throw .store(error) }
        shared.left.append(PropertyChanges.Left(note: note, reason: error.message))
      }
    }
    for index in shared.rows.indices {
      let row = shared.rows[index]
      // Counted until now: the notes that have it.
      shared.rows[index].absent = readable - row.absent
      shared.rows[index].type = declared[row.name.lowercased()] ?? row.type
    }
    guard notes.count == 1 else { return }
    do throws(NoteStoreError) {
      shared.title = try await store.summary(of: notes[0]).title
    } catch {
      throw .store(error)
    }
  }

  private mutating func add(_ sheet: PropertySheet, of note: NoteID) {
    sheets[note] = sheet.hashValue
    readable += 1
    if let problem = sheet.problem {
      shared.left.append(PropertyChanges.Left(note: note, reason: problem))
    }
    for row in sheet.rows {
      let key = row.property.name.lowercased()
      let type = PropertyType(of: row.property.value, named: row.property.name)
      // One that is there twice is two rows of the only note, and one of several.
      guard let place = places[key], shared.notes > 1 else {
        places[key] = shared.rows.count
        shared.rows.append(
          SharedProperty(
            name: row.property.name, type: type, own: row.property, absent: 1,
            obstacle: row.obstacle))
        continue
      }
      shared.rows[place].absent += 1
      shared.rows[place].type = shared.rows[place].type ?? type
      if shared.rows[place].own?.value != row.property.value { shared.rows[place].own = nil }
      shared.rows[place].obstacle = shared.rows[place].obstacle ?? row.obstacle
    }
  }
}
