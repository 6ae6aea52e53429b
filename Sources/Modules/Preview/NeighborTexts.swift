import Entities
import Viper

/// The preloaded texts of the notes around the shown one, so that moving to one shows it in the
/// same frame. Reading it on demand would draw the screen twice for each key.
@MainActor
final class NeighborTexts {
  private let reader: PreviewReader
  private let scope: WorkScope
  private var wanted: [NoteID] = []
  private var texts: [NoteID: PreviewText] = [:]
  private var isReading = false

  init(reader: PreviewReader, scope: WorkScope) {
    self.reader = reader
    self.scope = scope
  }

  /// Removes and returns a note's text, which is used only once because the file may change.
  func take(_ note: NoteID) -> PreviewText? { texts.removeValue(forKey: note) }

  /// Reads these notes one by one and forgets all others.
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
