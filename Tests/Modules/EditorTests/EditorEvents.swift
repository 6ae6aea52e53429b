import TextEngine

@testable import Editor

/// Records what happens to an interactor's text.
@MainActor
final class EditorEvents: EditorInteractorOutput {
  /// All but single edits and counted words.
  private(set) var all: [EditorEvent] = []
  private var outsideEdits: [Edit] = []

  func handle(_ event: EditorEvent) {
    switch event {
    case .wordsCounted, .edited(_, isOwn: true): break
    case .edited(let edit, isOwn: false): outsideEdits.append(edit)
    default: all.append(event)
    }
  }

  func takeAll() -> [EditorEvent] {
    defer { all = [] }
    return all
  }

  /// The texts inserted by edits from outside the editor, piece by piece.
  var inserted: [String] {
    outsideEdits.flatMap { edit in
      var start = ByteOffset.zero
      return edit.changes.map { change in
        let range = start..<start + change.after.byteCount
        start = range.upperBound
        return String(decoding: edit.inserted.bytes(in: range), as: UTF8.self)
      }
    }
  }
}
