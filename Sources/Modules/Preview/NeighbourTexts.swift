import Entities
import Viper

/// The texts of the notes beside the one that is shown: a key in the list that leads to one of them has
/// it in the same frame. Read only then, it would come in a frame of its own, and each key would paint
/// the screen twice.
@MainActor
final class NeighbourTexts {
  private let reader: PreviewReader
  private let scope: WorkScope
  private var wanted: [NoteID] = []
  private var texts: [NoteID: PreviewText] = [:]
  private var isReading = false

  init(reader: PreviewReader, scope: WorkScope) {
    self.reader = reader
    self.scope = scope
  }

  /// What was read of a note, once: its file may have another text by now.
  func take(_ note: NoteID) -> PreviewText? { texts.removeValue(forKey: note) }

  /// Reads these, one after the other, and forgets all others.
  func read(_ notes: [NoteID]) {
    wanted = notes.filter { texts[$0] == nil }
    texts = texts.filter { notes.contains($0.key) }
    readNext()
  }

  private func readNext() {
    guard !isReading, let note = wanted.first else { return }
    isReading = true
    scope.run { [reader] in
      try await reader.shortText(of: note)
    } then: { [weak self] result in
      guard let self else { return }
      self.isReading = false
      if self.wanted.first == note {
        self.wanted.removeFirst()
        self.texts[note] = (try? result.get()) ?? nil
      }
      self.readNext()
    }
  }
}
