package import Entities
package import OpenVault
package import Services
import VaultSettings

/// The use cases of properties: read them, interpret typed values, set, remove and rename them, in
/// one note or in many. The form, the tables and the command line share it.
///
/// A change of one note fails if the note cannot be read or changed. Among several notes, such a
/// note is skipped and reported, and the others are changed in one step or not at all. A concurrent
/// change by another program is read and built upon; but if the user saw different front matter,
/// nothing is changed.
package struct PropertyEditing: Sendable {
  let vault: VaultServices
  private let clock: any WallClock

  package init(_ vault: VaultServices, clock: any WallClock) {
    (self.vault, self.clock) = (vault, clock)
  }

  // MARK: Reading

  package func read(_ notes: [NoteID]) async throws(PropertyFailure) -> PropertyReading {
    try await PropertyReading(
      of: notes, store: vault.store, texts: vault.texts,
      declared: await vault.foreign.obsidian().propertyTypes)
  }

  package func properties(
    of note: NoteID
  ) async throws(PropertyFailure) -> [(property: NoteProperty, type: PropertyType?)] {
    let content = try await rethrow(await vault.store.read(note), as: PropertyFailure.store)
    let all = try properties(in: content.bytes, of: note)
    let types = await vault.foreign.obsidian().propertyTypes
    return all.map { own in
      (own, types[own.name.lowercased()] ?? PropertyType(of: own.value, named: own.name))
    }
  }

  /// Returns the properties of the vault, each with its type in Obsidian or else its type in most
  /// notes.
  package func counts() async throws(PropertyFailure) -> [PropertyCount] {
    let types = await vault.foreign.obsidian().propertyTypes
    return try await known().map { count in
      var count = count
      count.type = types[count.name.lowercased()] ?? count.type
      return count
    }
  }

  private func known() async throws(PropertyFailure) -> [PropertyCount] {
    return try await rethrow(await vault.queries.links.properties(), as: PropertyFailure.index)
  }

  /// Returns the values that the vault's notes have for a property.
  package func values(of name: String) async throws(PropertyFailure) -> [String] {
    return try await rethrow(
      await vault.queries.links.values(ofProperty: name, atMost: 500), as: PropertyFailure.index)
  }

  // MARK: Interpreting words

  /// Interprets words relative to today.
  package var words: PropertyWords {
    PropertyWords(vault.tasks.texts, today: Day(clock.civil(clock.now)))
  }

  /// Returns the problems in reading Obsidian's property types.
  package func problemsOfTypes() async -> [String] {
    await vault.foreign.obsidian().problems.filter { $0.contains("types.json") }
  }

  /// `type` is one that the user chose.
  package func typing(
    of name: String, as type: PropertyType? = nil
  ) async throws(PropertyFailure) -> PropertyTyping {
    let key = name.lowercased()
    var (declared, problems) = (type, [String]())
    if declared == nil {
      declared = await vault.foreign.obsidian().propertyTypes[key]
      problems = await problemsOfTypes()
    }
    let known = declared == nil ? try await known().first { $0.name.lowercased() == key } : nil
    return PropertyTyping(
      name: name, declared: declared, known: known?.type, words: words, problems: problems)
  }

  func properties(
    in text: [UInt8], of note: NoteID
  ) throws(PropertyFailure) -> [NoteProperty] {
    return try rethrow(vault.texts.properties(in: text)) { (error: NoteTextProblem) in
      PropertyFailure.unreadable(note, reason: error.message)
    }
  }
}

/// The front matter of some notes, read one after the other, and the properties that they share.
package struct PropertyReading: Sendable {
  package private(set) var shared = SharedProperties()
  /// Hashes of the front matter, which show whether a note has changed since.
  package private(set) var sheets: [NoteID: Int] = [:]
  /// Obsidian's types by lowercase name.
  package let declared: [String: PropertyType]
  /// The row of each lowercase name.
  private var indices: [String: Int] = [:]
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
      // Until here, `absent` counts the notes that have the property.
      shared.rows[index].absent = readable - row.absent
      shared.rows[index].type = declared[row.name.lowercased()] ?? row.type
    }
    guard notes.count == 1 else { return }
    shared.title = try await rethrow(
      await store.summary(of: notes[0]).title, as: PropertyFailure.store)
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
      // A duplicate property gets two rows for a single note, but one row for several.
      guard let index = indices[key], shared.notes > 1 else {
        indices[key] = shared.rows.count
        shared.rows.append(
          SharedProperty(
            name: row.property.name, type: type, own: row.property, absent: 1,
            obstacle: row.obstacle))
        continue
      }
      shared.rows[index].absent += 1
      shared.rows[index].type = shared.rows[index].type ?? type
      if shared.rows[index].own?.value != row.property.value { shared.rows[index].own = nil }
      shared.rows[index].obstacle = shared.rows[index].obstacle ?? row.obstacle
    }
  }
}
