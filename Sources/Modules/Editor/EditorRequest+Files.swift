import Daily
import Entities
import Saving
import Services
import TextEngine
import VaultSettings
import Viper

// What vim's file commands ask of the vault.

extension EditorRequest {
  /// Writes a text to another note. A new one of a locked note is locked too.
  static func writing(_ text: Rope, to name: String, _ mode: NoteWriteMode) -> Self
  where Answer == Result<WrittenNote, NoteWriteProblem> {
    Self(name: "writing to \(name)") { interactor, deliver in
      let document = interactor.document
      let (writer, own, target) = (
        document.writer, document.note, document.target(named: name)
      )
      interactor.scope.run(
        {
          guard let note = await target() else { throw NoteWriteProblem.isNoName(name) }
          return try await writer.write(text, to: note, mode, like: own)
        },
        then: { result in deliver(result.mapError { NoteWriteProblem($0) }) })
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

extension EditorDocument {
  /// Finds the note of a name as vim takes it: in the folder of this note, unless it names a folder.
  func target(named typed: String) -> @Sendable @concurrent () async -> NoteID? {
    let (folder, own) = (folderOfNew, note)
    return {
      if typed == "%" { return own }
      guard let path = NotePath(linked: typed) else { return nil }
      return NoteID(path.folder.bytes.isEmpty ? await folder().appending(path) : path)
    }
  }
}
