import Entities
import Saving
import Services
import TextEngine
import UseCases

/// Renames a new note after its first line, which is often half typed at the first save.
struct FirstLineNaming: Sendable {
  private let moves: any NoteMoves
  private let texts: any NoteTexts
  private let index: (any NoteIndex)?
  private let links: (any NoteLinks)?

  /// Nil if notes cannot be renamed.
  init?(_ services: EditorInteractor.Services) {
    guard let moves = services.naming.moves else { return nil }
    (self.moves, texts, index, links) = (
      moves, services.naming.texts, services.index, services.links
    )
  }

  /// The number of taken names after which the note is not renamed.
  private static let mostNumbers = 1_000

  /// Renames the note after its text, with its versions and links. It stays as it is if it has that name
  /// or cannot be moved. No other file is ever overwritten.
  func named(
    _ saved: MergingStore.Saved, from text: Rope, by files: MergingStore
  ) async -> MergingStore.Saved {
    let old = saved.note
    guard let title = DraftTitle.firstLine(of: saved.base.text, by: texts) else { return saved }
    let wanted = Array("\(NoteFileName.stem(for: title)).md".utf8)
    for name in NoteFileName.numbered(wanted).prefix(Self.mostNumbers) {
      let note = NoteID(old.path.folder.appending(NotePath(bytes: name)))
      if note == old { return saved }
      if (try? await files.store.summary(of: note)) != nil { continue }
      let move = NoteMove(from: old, to: note)
      do throws(NoteStoreError) {
        _ = try await moves.move([move], linking: await linking(to: move))
      } catch .refused {
        continue
      } catch {
        return saved
      }
      return await moved(saved, to: note, from: text, files)
    }
    return saved
  }

  private func linking(to move: NoteMove) async -> [NoteID]? {
    guard let index, let links else { return nil }
    return await links.notesLinking(to: [move], by: index)
  }

  /// Adopts the new name. Links of the note to itself have it too, which is merged like a change by
  /// others.
  private func moved(
    _ saved: MergingStore.Saved, to note: NoteID, from text: Rope, _ files: MergingStore
  ) async -> MergingStore.Saved {
    var moved = saved
    (moved.note, moved.formerName) = (note, saved.note)
    guard let stamp = try? await files.reader.stamp(of: note) else { return moved }
    if stamp.digest == saved.base.stamp.digest, stamp.size == saved.base.stamp.size {
      moved.base.stamp = stamp
    } else if let there = try? await files.reader.readAll(note) {
      let edit = RopePatch.edit(in: text, becoming: there.text)
      (moved.base, moved.edit) = (there, edit.isEmpty ? nil : edit)
    }
    return moved
  }
}
