package import Daily
package import Entities
package import Services
import VaultSettings

/// The use cases for new notes: find daily notes, fill templates, make notes. Shared by the
/// screens' interactor and the command line.
package struct NewNoteCases: Sendable {
  private let store: any NoteStore
  private let texts: any NoteTexts
  /// Plans the paths of notes; it writes nothing.
  package let planner: NotePlanner

  package init(store: any NoteStore, texts: any NoteTexts, planner: NotePlanner) {
    (self.store, self.texts, self.planner) = (store, texts, planner)
  }

  // MARK: Days

  func dailyNote(of day: Day) async -> NoteID { await planner.dailyNotes().note(of: day) }

  /// Returns the day that is `days` after the day of a daily note.
  func day(_ days: Int, from note: NoteID) async throws(NewNoteFailure) -> Day {
    guard let day = await planner.dailyNotes().day(of: note) else { throw .notDaily(note) }
    return day.advanced(by: days)
  }

  // MARK: Templates

  /// Returns the templates; throws if there are none.
  func templates() async throws(NewNoteFailure) -> [NoteTitle] {
    let found = try await rethrow(await planner.templates(), as: NewNoteFailure.index)
    if found.isEmpty { throw .noTemplates(in: await planner.dailyNotes().templateFolder) }
    return found
  }

  func template(named name: String) async throws(NewNoteFailure) -> NoteID {
    do throws(NoteStoreError) {
      return try await planner.template(named: name)
    } catch .notFound {
      throw await noTemplate(named: name)
    } catch {
      throw .store(error)
    }
  }

  package func noTemplate(named name: String) async -> NewNoteFailure {
    .noTemplate(named: name, in: await planner.dailyNotes().templateFolder)
  }

  func text(
    of template: NoteID, titled title: String
  ) async throws(NewNoteFailure) -> NoteTemplate.Filled {
    return try await rethrow(
      await planner.text(of: template, title: title), as: NewNoteFailure.store)
  }

  // MARK: New notes

  package func make(_ new: NewNote) async throws(NewNoteFailure) -> MadeNote {
    let unique = new.isUnique ? await planner.plan(.unique(folder: new.folder)) : nil
    var template = unique.map(\.text.bytes).flatMap { $0.isEmpty ? nil : $0 }
    if let name = new.template {
      let source = try await self.template(named: name)
      template = try await text(of: source, titled: new.title ?? "").bytes
    }
    let text = NewNoteText(new, template: template)
    let usual = if let unique { unique.folder } else { await planner.newNoteFolder() }
    let name = unique?.note?.path.stem.text ?? text.name(by: texts)
    do throws(NoteStoreError) {
      let made = try await store.create(
        text.bytes(by: texts, named: name), titled: name, in: new.folder ?? usual)
      return MadeNote(id: made.id, problem: unique?.problem)
    } catch {
      throw .store(error)
    }
  }

  /// Returns the file that a link with this name would point to; nil if no note can have the name.
  func path(linked name: String) -> NotePath? {
    NotePath(linked: name).map { planner.page(linked: name) ?? $0 }
  }

  /// Makes a note with the exact name of a link; without a folder, in the one for new notes.
  func makeNote(at path: NotePath, in folder: NotePath?) async throws(NewNoteFailure) -> NoteID {
    // A Logseq page has its title only in its file's name.
    let isPage = planner.isPage(path)
    var folder = isPage ? nil : folder
    // A name with a folder in it is the whole path.
    if folder == nil, path.folder.bytes.isEmpty { folder = await planner.newNoteFolder() }
    let note = NoteID(folder?.appending(path) ?? path)
    do throws(NoteStoreError) {
      _ = try await store.create(
        isPage ? [] : NewNoteText.heading(path.stem.text), at: note)
      return note
    } catch {
      throw .store(error)
    }
  }
}

/// The request for a new note.
package struct NewNote: Sendable {
  package var title: String?
  package var tags: [String] = []
  package var body: [UInt8] = []
  /// The name of a template.
  package var template: String?
  /// Whether the current time names the note.
  package var isUnique = false
  /// The folder; nil for the default folder.
  package var folder: NotePath?
  /// The address of the web page that it was made of: no blanks, quotes or backslashes.
  package var source: String?

  package init(title: String?) { self.title = title }
}

package struct MadeNote: Sendable {
  package let id: NoteID
  /// A problem to report to the person.
  package let problem: String?
}

package enum NewNoteFailure: Error, Equatable {
  case notDaily(NoteID)
  case noTemplates(in: NotePath)
  case noTemplate(named: String, in: NotePath)
  case store(NoteStoreError)
  case index(NoteIndexError)

  package var words: String {
    switch self {
    case .notDaily(let note):
      NewNotesWords.notDaily(note)
    case .noTemplates(let folder):
      NewNotesWords.noTemplates(in: folder)
    case .noTemplate(let name, let folder): DailyNotes.noTemplate(named: name, in: folder)
    case .store(let error): error.message
    case .index(let error): error.message
    }
  }
}

/// The first text of a note: tags, a heading, and the given body.
private struct NewNoteText {
  private let new: NewNote
  /// The filled template that the text begins with.
  private let template: [UInt8]?

  init(_ new: NewNote, template: [UInt8]?) { (self.new, self.template) = (new, template) }

  /// Returns the name of the file.
  func name(by texts: any NoteTexts) -> String {
    if let title { return title }
    return texts.name(ofDraft: (template ?? []) + new.body) ?? ""
  }

  private var title: String? { new.title.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the text. The tags come first, or go into the template's front matter.
  func bytes(by texts: any NoteTexts, named name: String) throws(NoteStoreError) -> [UInt8] {
    guard let template else { return plain }
    var text = template
    if !new.body.isEmpty {
      if let last = text.last, last != 10 { text.append(10) }
      text += new.body
      if new.body.last != 10 { text.append(10) }
    }
    do throws(NoteTextProblem) {
      let pieces = try texts.retagging(text, adding: new.tags, removing: []).pieces
      for piece in pieces.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        text.replaceSubrange(piece.range, with: piece.new)
      }
      return text
    } catch {
      throw .refused(NotePath(name), reason: error.message)
    }
  }

  private var plain: [UInt8] {
    var text: [UInt8] = []
    if !new.tags.isEmpty || new.source != nil {
      text += "---\n".utf8
      if !new.tags.isEmpty { text += "tags: [\(new.tags.joined(separator: ", "))]\n".utf8 }
      if let source = new.source { text += "source: \"\(source)\"\n".utf8 }
      text += "---\n".utf8
    }
    if let title {
      text += Self.heading(title)
      if !new.body.isEmpty { text.append(10) }
    }
    return text + new.body + (new.body.isEmpty || new.body.last == 10 ? [] : [10])
  }

  /// Returns the title as a heading on one line.
  static func heading(_ title: String) -> [UInt8] {
    let line =
      title.contains(where: \.isNewline)
      ? title.split(whereSeparator: \.isNewline).joined(separator: " ") : title
    return Array("# \(line)\n".utf8)
  }
}
