import Services
import TextEngine
import Viper

/// The way to the next word that no dictionary has, or to the one before, once around the text.
///
/// It goes by some lines in each turn: no key waits for it, and each key ends it.
@MainActor
final class SpellingNavigation {
  private let scene: EditorScene
  private let spelling: EditorSpelling
  private var walk: Walk?

  /// What is looked at in a turn; a longer line is passed over.
  private static let mostBytes = 1 << 14
  private static let mostLines = 256

  /// How far one has come.
  private struct Walk: Equatable {
    let isForward: Bool
    let start: ByteOffset
    let revision: Int
    /// The line to look at next, and how many are left with it.
    var line: LineNumber
    var left: Int
  }

  init(_ scene: EditorScene, _ spelling: EditorSpelling) {
    self.scene = scene
    self.spelling = spelling
  }

  private var interactor: EditorInteractor { scene.interactor }

  func go(forward isForward: Bool) {
    guard scene.isEditable else { return scene.showState() }
    guard interactor.services.spelling != nil else {
      return scene.showMessage("There are no dictionaries here.")
    }
    let (text, start) = (scene.text, scene.selections.main.head)
    // The line of the cursor comes twice: what is ahead of it first, the rest at the end.
    let walk = Walk(
      isForward: isForward, start: start, revision: interactor.revision,
      line: text.line(at: start), left: text.lineCount + 1)
    self.walk = walk
    spelling.openLanguages(isAsked: true) { [weak self] _ in self?.look(walk) }
  }

  /// A key was pressed: nobody wants to be taken anywhere any more.
  func stop() { walk = nil }

  private func look(_ walk: Walk) {
    guard walk == self.walk, let languages = spelling.languages,
      let memory = interactor.services.spelling
    else { return }
    guard interactor.revision == walk.revision else { return stop() }
    let page = PageWords(page: scene.page, text: scene.text, reader: languages.reader)
    let (words, next) = words(ahead: walk, in: page)
    let known = memory.words(in: languages.found)
    let unknown = Set(words.flatMap(\.forms)).filter { known[$0] == nil }
    if !unknown.isEmpty {
      return interactor.lookUp(unknown, in: languages.found) { [weak self] _ in self?.look(walk) }
    }
    if let word = words.first(where: { known[$0.text] == false && known[$0.coreText] == false }) {
      return show(word, of: walk)
    }
    guard next.left > 0 else {
      stop()
      return scene.showMessage("No word is misspelled.")
    }
    self.walk = next
    scene.afterFrame { [weak self] in self?.look(next) }
  }

  /// The words of some lines as one comes to them, and what is left then.
  private func words(ahead walk: Walk, in page: PageWords) -> (words: [PageWord], next: Walk) {
    let text = scene.text
    var (words, next, bytes): ([PageWord], Walk, Int) = ([], walk, 0)
    for _ in 0..<Self.mostLines where next.left > 0 && bytes <= Self.mostBytes {
      let content = text.content(of: next.line)
      if content.byteCount <= Self.mostBytes {
        bytes += content.byteCount
        var found = page.textWords(in: content)
        if next.left > text.lineCount {
          found = found.filter {
            walk.isForward ? $0.core.lowerBound > walk.start : $0.core.lowerBound < walk.start
          }
        }
        words += walk.isForward ? found : found.reversed()
      }
      next.left -= 1
      if walk.isForward {
        next.line = next.line == text.lastLine ? .zero : next.line + 1
      } else {
        next.line = next.line == .zero ? text.lastLine : next.line - 1
      }
    }
    return (words, next)
  }

  private func show(_ word: PageWord, of walk: Walk) {
    stop()
    let place = word.core.lowerBound
    interactor.closeStep()
    scene.select(place)
    let hasWrapped = walk.isForward ? place <= walk.start : place >= walk.start
    let hint = "“\(word.coreText)” is in no dictionary; M-$ offers other words."
    scene.showMessage(hasWrapped ? "Search wrapped. \(hint)" : hint)
  }
}
