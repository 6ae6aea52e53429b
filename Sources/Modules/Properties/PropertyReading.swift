import Entities
import Services
import VaultSettings

/// What properties are read and changed by.
struct PropertiesServices: Sendable {
  let store: any NoteStore
  let texts: any NoteTexts
  let index: any NoteIndex
  let links: any NoteLinks
  let rewriting: any NoteRewriting
  let foreign: any ForeignSettings
  let tasks: any TaskTexts
  let clock: any WallClock
}

/// The front matter of some notes, read one after the other, and what they share.
struct PropertyReading: Sendable {
  private(set) var shared = SharedProperties()
  /// By which a note is known again that nobody changed since.
  private(set) var sheets: [NoteID: Int] = [:]
  let declared: [String: PropertyType]
  /// The row of each name, in lower case.
  private var places: [String: Int] = [:]
  private var readable = 0

  init(
    of notes: [NoteID], _ services: PropertiesServices, declared: [String: PropertyType]
  ) async throws {
    self.declared = declared
    shared.notes = notes.count
    for note in notes {
      try Task.checkCancellation()
      do throws(NoteStoreError) {
        let content = try await services.store.read(note)
        add(services.texts.sheet(in: content.bytes), of: note)
      } catch {
        if notes.count == 1 { throw error }
        shared.left.append(PropertyChanges.Left(note: note, reason: error.message))
      }
    }
    for index in shared.rows.indices {
      let row = shared.rows[index]
      // Counted until now: the notes that have it.
      shared.rows[index].absent = readable - row.absent
      shared.rows[index].type = declared[row.name.lowercased()] ?? row.type
    }
    if notes.count == 1 { shared.title = try await services.store.summary(of: notes[0]).title }
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

/// What has to be rewritten for a deed, found in the notes as they are now.
struct PropertyPlan: Sendable {
  private(set) var changes: [NoteChange] = []
  /// Notes that are left alone.
  private(set) var left: [PropertyChanges.Left] = []

  init(
    _ deed: PropertyDeed, in sheets: [NoteID: Int], _ services: PropertiesServices
  ) async throws {
    for (note, known) in sheets.sorted(by: { $0.key.path < $1.key.path }) {
      try Task.checkCancellation()
      let text = try await services.store.read(note).bytes
      let sheet = services.texts.sheet(in: text)
      if sheet.hashValue != known { throw PropertiesFailure.changedMeanwhile(note) }
      if let problem = sheet.problem {
        left.append(PropertyChanges.Left(note: note, reason: problem))
        continue
      }
      let key = deed.name.lowercased()
      let own = sheet.rows.first { $0.property.name.lowercased() == key }?.property
      guard let change = deed.change(of: own) else { continue }
      do throws(NoteTextProblem) {
        let pieces = try services.texts.pieces(of: text, changing: change)
        if pieces.isEmpty { continue }
        changes.append(
          NoteChange(note: note, title: note.path.stem.text, pieces: pieces, of: text))
      } catch {
        left.append(PropertyChanges.Left(note: note, reason: error.message))
      }
    }
  }
}
