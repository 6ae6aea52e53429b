package import VaultSettings
package import Entities
package import Services

/// What a person does with properties: read them, know what words mean, set them, take them away and
/// rename them, in one note and in many. The form, the tables and the command line await the same.
///
/// A change of one note is refused where the note cannot be read or changed. Of several, those that
/// cannot are left alone and named, and the others are changed in one step or none of them. What another
/// program writes meanwhile is read, and changed instead; but where a person saw other front matter,
/// nothing is changed.
package struct PropertyEditing: Sendable {
  let store: any NoteStore
  let texts: any NoteTexts
  let index: any NoteIndex
  let changes: any NoteChanges
  let rewriting: any NoteRewriting
  let taskTexts: any TaskTexts
  private let links: any NoteLinks
  private let foreign: any ForeignSettings
  private let clock: any WallClock

  package init(
    store: any NoteStore, texts: any NoteTexts, index: any NoteIndex, links: any NoteLinks,
    changes: any NoteChanges, rewriting: any NoteRewriting, foreign: any ForeignSettings,
    tasks: any TaskTexts, clock: any WallClock
  ) {
    self.store = store
    self.texts = texts
    self.index = index
    self.links = links
    self.changes = changes
    self.rewriting = rewriting
    self.foreign = foreign
    self.clock = clock
    taskTexts = tasks
  }

  package init(_ vault: VaultServices, clock: any WallClock) {
    self.init(
      store: vault.store, texts: vault.texts, index: vault.index, links: vault.queries.links,
      changes: vault.queries.changes, rewriting: vault.rewriting, foreign: vault.foreign,
      tasks: vault.tasks.texts, clock: clock)
  }

  // MARK: Reading

  /// What these notes share.
  package func read(_ notes: [NoteID]) async throws(PropertyFailure) -> PropertyReading {
    try await PropertyReading(
      of: notes, store: store, texts: texts, declared: await foreign.obsidian().propertyTypes)
  }

  /// What one note has, with the type of each.
  package func properties(
    of note: NoteID
  ) async throws(PropertyFailure) -> [(property: NoteProperty, type: PropertyType?)] {
    let content = try await onBehalf { () async throws(NoteStoreError) in
      try await store.read(note)
    }
    let all = try properties(in: content.bytes, of: note)
    let types = await foreign.obsidian().propertyTypes
    return all.map { own in
      (own, types[own.name.lowercased()] ?? PropertyType(of: own.value, named: own.name))
    }
  }

  /// The properties of the vault, each with what Obsidian says that it is, or else what it is in most
  /// notes.
  package func counts() async throws(PropertyFailure) -> [PropertyCount] {
    let types = await foreign.obsidian().propertyTypes
    return try await known().map { count in
      var count = count
      count.type = types[count.name.lowercased()] ?? count.type
      return count
    }
  }

  private func known() async throws(PropertyFailure) -> [PropertyCount] {
    do throws(NoteIndexError) {
      return try await links.properties()
    } catch {
      throw .index(error)
    }
  }

  /// What the notes of the vault have for a property.
  package func values(of name: String) async throws(PropertyFailure) -> [String] {
    do throws(NoteIndexError) {
      return try await links.values(ofProperty: name, atMost: 500)
    } catch {
      throw .index(error)
    }
  }

  // MARK: What is meant

  /// With what words mean today.
  package var words: PropertyWords {
    PropertyWords(taskTexts, today: Day(clock.civil(clock.now)))
  }

  /// Why what Obsidian says of types cannot be read; nothing where it can.
  package func problemsOfTypes() async -> [String] {
    await foreign.obsidian().problems.filter { $0.contains("types.json") }
  }

  /// `type` is one that was chosen.
  package func typing(
    of name: String, as type: PropertyType? = nil
  ) async throws(PropertyFailure) -> PropertyTyping {
    let key = name.lowercased()
    var (declared, problems) = (type, [String]())
    if declared == nil {
      declared = await foreign.obsidian().propertyTypes[key]
      problems = await problemsOfTypes()
    }
    let known = declared == nil ? try await known().first { $0.name.lowercased() == key } : nil
    return PropertyTyping(
      name: name, declared: declared, known: known?.type, words: words, problems: problems)
  }

  func properties(
    in text: [UInt8], of note: NoteID
  ) throws(PropertyFailure) -> [NoteProperty] {
    do throws(NoteTextProblem) {
      return try texts.properties(in: text)
    } catch {
      throw .unreadable(note, reason: error.message)
    }
  }
}

/// The store's refusal as one of properties.
func onBehalf<Value>(
  _ body: () async throws(NoteStoreError) -> Value
) async throws(PropertyFailure) -> Value {
  do throws(NoteStoreError) {
    return try await body()
  } catch {
    throw .store(error)
  }
}
