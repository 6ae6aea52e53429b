import TextEngine
import Viper

/// Goes to the next misspelled word or the previous one, around the end of the text.
///
/// Each turn checks some lines, so that keys do not wait. A key stops the search.
extension EditorSpelling {
  /// The most bytes of a turn. A longer line is skipped.
  private static let mostBytes = 1 << 14
  private static let mostLines = 256

  /// The state of the search.
  struct Walk {
    fileprivate let isForward: Bool
    fileprivate let start: ByteOffset
    fileprivate let revision: Int
    /// The line to check next, and the lines left, including it.
    fileprivate var line: LineNumber
    fileprivate var left: Int
    /// How many more words to go on to.
    fileprivate let more: Int
  }

  /// Goes to a misspelled word, the one of that count.
  func goToMistake(forward isForward: Bool, count: Int = 1) {
    guard maySpell() else { return }
    let snapshot = scene.snapshot
    let (text, start) = (snapshot.text, snapshot.selections.main.head)
    // The cursor's line is checked twice: the words ahead of the cursor first, the others last.
    let walk = Walk(
      isForward: isForward, start: start, revision: snapshot.revision,
      line: text.line(at: start), left: text.lineCount + 1, more: count - 1)
    openDictionaries(
      isAsked: true, then: scene.untilNextKey.only { [weak self] _ in self?.check(walk) })
  }

  private func check(_ walk: Walk) {
    guard let dictionaries, scene.snapshot.revision == walk.revision else { return }
    let page = PageWords(page: scene.page, text: scene.text, reader: dictionaries.reader)
    let (words, next) = words(ahead: walk, in: page)
    let known = dictionaries.known
    let unknown = Set(words.flatMap(\.forms)).filter { known[$0] == nil }
    if !unknown.isEmpty {
      return scene.interactor.ask(
        .misspelled(unknown, by: dictionaries),
        then: scene.untilNextKey.still { [weak self] _ in self?.check(walk) })
    }
    if let word = words.first(where: { known[$0.text] == false && known[$0.coreText] == false }) {
      return show(word, of: walk)
    }
    guard next.left > 0 else { return scene.showMessage(EditorWords.noMistake) }
    scene.afterFrame(scene.untilNextKey.still { [weak self] in self?.check(next) })
  }

  /// The words of some lines, in order, and the search behind them.
  private func words(ahead walk: Walk, in page: PageWords) -> (words: [PageWord], next: Walk) {
    let text = page.text
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
    let offset = word.core.lowerBound
    scene.jump(to: offset)
    if walk.more > 0 { return goToMistake(forward: walk.isForward, count: walk.more) }
    let hasWrapped = walk.isForward ? offset <= walk.start : offset >= walk.start
    scene.showMessage(EditorWords.isMisspelled(word.coreText, hasWrapped: hasWrapped))
  }
}
