import TextEngine
import Viper

/// How many words are selected: a few are counted for the frame, many while the person types on.
@MainActor
final class EditorSelectionWords {
  private let scene: EditorScene
  /// What was counted last, or is to be.
  private var ranges: [Range<ByteOffset>] = []
  private var revision = 0
  private var isUnderWay = false

  /// In bytes: so much takes no time.
  private static let few = 1 << 12

  init(_ scene: EditorScene) { self.scene = scene }

  /// Once for each frame.
  func look() {
    // What is found is selected too.
    let isAsked = scene.isEditable && scene.state.bar == nil
    let selections = isAsked ? scene.selections.all : []
    let ranges = selections.map(\.range).filter { !$0.isEmpty }
    let revision = scene.interactor.revision
    if ranges == self.ranges, revision == self.revision { return }
    (self.ranges, self.revision) = (ranges, revision)
    if ranges.isEmpty { return show(nil) }
    if ranges.reduce(0, { $0 + $1.byteCount }) <= Self.few {
      return show(WordCounter.count(in: ranges, of: scene.text) { false })
    }
    countMany()
  }

  private func countMany() {
    if isUnderWay { return }
    isUnderWay = true
    let (ranges, revision) = (ranges, revision)
    scene.interactor.countWords(in: ranges) { [weak self] count in
      guard let self else { return }
      isUnderWay = false
      if ranges == self.ranges, revision == self.revision { return show(count) }
      // It was another selection.
      if self.ranges.reduce(0, { $0 + $1.byteCount }) > Self.few { countMany() }
    }
  }

  private func show(_ count: Int?) {
    if count == scene.selectedWords { return }
    scene.selectedWords = count
    scene.showState()
  }
}
