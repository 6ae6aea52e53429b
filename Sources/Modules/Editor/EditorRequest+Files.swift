import Daily
import Entities
import Services
import TextEngine
import VaultSettings
import Viper

// What vim's file commands ask of the vault.

/// Why a text was not written to another note.
enum EditorWriteProblem: Error, Equatable, Sendable {
  /// There is a note of this name, and nothing was said about replacing it.
  case exists
  /// There is no note to append to.
  case isMissing
  case isNoName(String)
  /// A locked text must not be readable elsewhere.
  case wouldUnlock
  case failed(String)
}

/// How a text goes into another note.
enum EditorWriteMode: Equatable, Sendable {
  case new, replacing
  /// `orNew`: a missing note is made.
  case appending(orNew: Bool)
}

/// A note that another text was written to.
struct EditorWritten: Equatable, Sendable {
  var note: NoteID
  var mode: EditorWriteMode
}

extension EditorRequest {
  /// Writes a text to another note. A new one of a locked note is locked too.
  static func writing(_ text: Rope, to name: String, _ mode: EditorWriteMode) -> Self
  where Answer == Result<EditorWritten, EditorWriteProblem> {
    Self(name: "writing to \(name)") { interactor, deliver in
      let document = interactor.document
      let (writer, files, own) = (document.writer, document.files, document.note)
      let target = document.target(named: name)
      interactor.scope.run(
        {
          guard let note = await target() else { throw EditorWriteProblem.isNoName(name) }
          return try await write(text, to: note, mode, like: own, writer, files)
        },
        then: { result in deliver(result.mapError { EditorWriteProblem($0) }) })
    }
  }

  private static func write(
    _ text: Rope, to note: NoteID, _ mode: EditorWriteMode, like own: NoteID?,
    _ writer: HeadlessNoteWriter, _ files: MergingStore
  ) async throws -> EditorWritten {
    let isLocked = own?.path.isLocked ?? false
    if isLocked, mode != .new { throw EditorWriteProblem.wouldUnlock }
    switch mode {
    case .new:
      if (try? await files.store.summary(of: note)) != nil { throw EditorWriteProblem.exists }
      let made = try await files.create(text, as: note, like: own, by: nil)
      return EditorWritten(note: made.note, mode: mode)
    case .replacing: return written(try await writer.write(text.bytes, to: note), mode)
    case .appending(orNew: true):
      return written(try await writer.append(text.bytes, to: note, beginningWith: []), mode)
    case .appending(orNew: false):
      return written(try await writer.append(text.bytes, to: note), mode)
    }
  }

  private static func written(
    _ outcome: HeadlessNoteWriter.Outcome, _ mode: EditorWriteMode
  ) -> EditorWritten {
    switch outcome {
    case .written(let note): EditorWritten(note: note, mode: mode)
    case .beside(let note): EditorWritten(note: note, mode: .new)
    }
  }

  /// The names of notes that begin like this one, for the command line.
  static func names(begunBy typed: String) -> Self where Answer == [KeyName] {
    Self(name: "names begun by \(typed)", else: []) { interactor in
      guard let lookup = interactor.lookup else { return nil }
      return { await lookup.names(begunBy: typed) }
    }
  }

  /// A link to this note, as other notes write it.
  static func ownLink() -> Self where Answer == String? {
    Self(name: "own link", else: nil) { interactor in
      guard let note = interactor.note else { return nil }
      let links = interactor.services.links
      return {
        let written = try? await links?.newLinks(to: [NewLinkTarget(note: note)], from: nil)
        return written?.first?.text ?? "[[\(note.path.stem.text)]]"
      }
    }
  }
}

extension EditorWriteProblem {
  init(_ error: any Error) {
    switch error {
    case let problem as EditorWriteProblem: self = problem
    case NoteStoreError.changedOutside: self = .exists
    case NoteStoreError.notFound: self = .isMissing
    default: self = .failed(error.explanation)
    }
  }
}

extension EditorDocument {
  /// Finds the note of a name as vim takes it: in the folder of this note, unless it names a folder.
  func target(named typed: String) -> @Sendable @concurrent () async -> NoteID? {
    let (planner, folder, own) = (services.naming.planner, folderOfNew, note)
    return {
      if typed == "%" { return own }
      guard let path = NotePath(linked: typed) else { return nil }
      if !path.folder.bytes.isEmpty { return NoteID(path) }
      if let folder { return NoteID(folder.appending(path)) }
      return NoteID((await planner?.newNoteFolder() ?? NotePath("")).appending(path))
    }
  }
}
