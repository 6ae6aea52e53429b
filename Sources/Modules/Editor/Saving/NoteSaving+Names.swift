import Entities
import Saving
import Services
import TextEngine

/// Goes on under another name, for vim's `:saveas`.
extension NoteSaving {
  /// Makes a note of the text and goes on in it. The note so far stays as it was saved last on request;
  /// one that never was gets the name instead.
  func save(as name: String, replacing: Bool) {
    guard document.isLoaded, document.isWhole else {
      return document.send(.wentBack(.stillReading))
    }
    if document.isSaving {
      afterSave = { [weak self] in self?.save(as: name, replacing: replacing) }
      return
    }
    fixName()
    let (text, files, former, base) = (document.text, document.files, document.note, document.base)
    let (target, writer, lastSave) = (
      document.target(named: name), document.writer, document.lastSave
    )
    let moves = lastSave?.isInFile == false ? document.services.naming.moves : nil
    run(as: .otherName) {
      guard let note = await target() else { throw NoteWriteProblem.isNoName(name) }
      let isThere = (try? await files.store.summary(of: note)) != nil
      if isThere, !replacing { throw NoteWriteProblem.exists }
      if let former, let base, let moves, !isThere {
        _ = try await moves.move([NoteMove(from: former, to: note)], linking: nil)
        let moved = NoteBase(text: base.text, stamp: try await files.reader.stamp(of: note))
        return try await files.save(text, to: note, over: moved, makingAgain: true)
      }
      let saved = try await files.create(text, as: note, like: former, by: isThere ? writer : nil)
      // Saves after a pause may have written what in vim only the new note would have.
      if let former, let base, let old = lastSave?.withOthers(), old != base.text {
        _ = try? await files.save(old, to: former, over: base, makingAgain: false)
      }
      return saved
    }
  }
}

extension EditorDocument {
  /// Writes to other notes, as commands do.
  var writer: HeadlessNoteWriter {
    HeadlessNoteWriter(
      store: services.store, files: services.files, versions: services.versionProblems?.versions,
      clock: services.clock)
  }
}
