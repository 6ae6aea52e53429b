package import Entities
package import Services
package import VaultSettings

/// Identifies the note to open or create.
package enum NotePlan: Hashable, Sendable {
  case daily(Day)
  /// A new note from a template; without a title it is named after its first line.
  case after(NoteID, titled: String, folder: NotePath?)
  /// A new note named after the current moment; nil: in the usual folder for such notes.
  case unique(folder: NotePath?)
}

/// A note that may not exist yet: nothing is written before the user edits it.
package struct PlannedNote: Equatable, Sendable {
  /// Its path, now or later; nil if its title will name it.
  package var note: NoteID?
  package var title: String?
  /// The folder, for a note without a path.
  package var folder = NotePath("")
  /// The initial text, if the note does not exist.
  package var text = NoteTemplate.Filled(bytes: [])
  /// A problem to report once.
  package var problem: String?
}

/// Computes the paths of daily notes and the initial text of new notes. It reads and never writes.
package struct NotePlanner: Sendable {
  private let store: any NoteStore
  private let index: any NoteIndex
  private let foreign: any ForeignSettings
  private let settings: SettingValues
  private let clock: any WallClock

  /// A larger file is not meant as a template.
  package static let largestTemplate = 1 << 20

  package init(
    store: any NoteStore, index: any NoteIndex, foreign: any ForeignSettings,
    settings: SettingValues, clock: any WallClock
  ) {
    self.store = store
    self.index = index
    self.foreign = foreign
    self.settings = settings
    self.clock = clock
  }

  /// Returns the path of the Logseq page that a link names with a slash; nil for other names and
  /// vaults.
  package func page(linked name: String) -> NotePath? {
    guard name.contains("/"), foreign.isLogseqVault else { return nil }
    return NotePath("pages/\(LogseqName.stem(of: name)).md")
  }

  /// Whether a file's name is that of such a page.
  package func isPage(_ path: NotePath) -> Bool {
    path.stem.text.contains("___") && foreign.isLogseqVault
  }

  package func dailyNotes() async -> DailyNotes {
    DailyNotes(settings, await foreign.obsidian())
  }

  package var today: Day { Day(clock.civil(clock.now)) }

  package func plan(_ plan: NotePlan) async -> PlannedNote {
    switch plan {
    case .daily(let day): return await daily(day)
    case .after(let template, let title, let folder):
      let notes = await dailyNotes()
      var planned = PlannedNote(title: title.isEmpty ? nil : title)
      if let folder { planned.folder = folder } else { planned.folder = await newNoteFolder() }
      do throws(NoteStoreError) {
        planned.text = try await filled(template, title: title, notes)
      } catch {
        planned.problem = error.message
      }
      return planned
    case .unique(let folder): return await unique(in: folder)
    }
  }

  private func unique(in folder: NotePath?) async -> PlannedNote {
    let foreign = await foreign.obsidian()
    let unique = UniqueNotes(foreign)
    let usual = if let target = unique.folder { target } else { await newNoteFolder() }
    let target = folder ?? usual
    var planned = PlannedNote()
    planned.folder = target
    planned.problem = unique.problem
    for name in unique.names(from: clock.now, by: clock) {
      let note = NoteID(target.appending(NotePath("\(name).md")))
      if await isTaken(note) { continue }
      planned.note = note
      break
    }
    guard let template = unique.template else { return planned }
    let notes = DailyNotes(settings, foreign)
    do throws(NoteStoreError) {
      let source = try await existing(notes.candidates(ofTemplate: template), named: template)
      planned.text = try await filled(source, title: planned.note?.path.stem.text ?? "", notes)
    } catch {
      planned.problem = Self.unreadable(template, error, notes)
    }
    return planned
  }

  private func isTaken(_ note: NoteID) async -> Bool {
    if (try? await store.summary(of: note)) != nil { return true }
    return (try? await store.summary(of: NoteID(note.path.withLock))) != nil
  }

  private static func unreadable(
    _ template: String, _ error: NoteStoreError, _ notes: DailyNotes
  ) -> String {
    if case .notFound = error {
      return DailyNotes.noTemplate(named: template, in: notes.templateFolder)
        + " The note begins empty."
    }
    return "The template \(template) could not be read; the note begins empty. \(error.message)"
  }

  /// Returns the default folder of new notes: the user's setting, or Obsidian's, or the root.
  package func newNoteFolder(beside note: NoteID? = nil) async -> NotePath {
    if let set = settings[.newNoteFolder].flatMap(DailyNotes.folder) { return set }
    let foreign = await foreign.obsidian()
    if foreign.createsNotesNextToOpenOne { return note?.path.folder ?? NotePath("") }
    return foreign.newNoteFolder.flatMap(DailyNotes.folder) ?? NotePath("")
  }

  package func templates() async throws(NoteIndexError) -> [NoteTitle] {
    var request = CatalogRequest()
    request.order = .title
    request.folder = await dailyNotes().templateFolder
    let catalog = try await index.catalog(request)
    return catalog.notes(in: 0..<min(catalog.count, 1000)).map {
      NoteTitle(id: $0.id, title: $0.id.path.stem.text)
    }
  }

  /// Finds a template by its file name, its path, or its path within the template folder.
  package func template(named written: String) async throws(NoteStoreError) -> NoteID {
    try await existing(await dailyNotes().candidates(ofTemplate: written), named: written)
  }

  package func text(of template: NoteID, title: String) async throws(NoteStoreError)
    -> NoteTemplate.Filled
  {
    try await filled(template, title: title, await dailyNotes())
  }

  private func daily(_ day: Day) async -> PlannedNote {
    let notes = await dailyNotes()
    let wanted = notes.note(of: day)
    var planned = PlannedNote(note: wanted)
    planned.problem = notes.problems.first
    if (try? await store.summary(of: wanted)) != nil { return planned }
    let locked = NoteID(wanted.path.withLock)
    if (try? await store.summary(of: locked)) != nil {
      planned.note = locked
      return planned
    }
    guard let template = notes.template else { return planned }
    do throws(NoteStoreError) {
      let source = try await existing(notes.candidates(ofTemplate: template), named: template)
      planned.text = try await filled(source, title: wanted.path.stem.text, notes, on: day)
    } catch {
      planned.problem = Self.unreadable(template, error, notes)
    }
    return planned
  }

  private func existing(
    _ notes: [NoteID], named name: String
  ) async throws(NoteStoreError) -> NoteID {
    for note in notes {
      do throws(NoteStoreError) {
        _ = try await store.summary(of: note)
        return note
      } catch .notFound {
        continue
      }
    }
    throw .notFound(NotePath(name))
  }

  private func filled(
    _ template: NoteID, title: String, _ notes: DailyNotes, on day: Day? = nil
  ) async throws(NoteStoreError) -> NoteTemplate.Filled {
    let bytes = try await store.beginning(of: template, atMost: Self.largestTemplate + 1)
    guard bytes.count <= Self.largestTemplate else {
      throw .tooLarge(template.path, bytes: bytes.count)
    }
    let now = clock.civil(clock.now)
    var time = now
    if let day {
      time = day.time
      (time.hour, time.minute, time.second) = (now.hour, now.minute, now.second)
    }
    var filling = NoteTemplate.Filling(title: title, time: time)
    filling.dateFormat = notes.dateFormat
    filling.timeFormat = notes.timeFormat
    filling.offset = Int((CivilCalendar.moment(now).seconds - clock.now.seconds) / 60)
    return NoteTemplate(bytes).filled(filling)
  }
}
