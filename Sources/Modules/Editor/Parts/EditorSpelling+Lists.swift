import Entities
import Services
import TextEngine
import Viper

/// The spelling keys of vim: words of the person's own, and words to complete what is typed.
extension EditorSpelling {
  /// Which words are added to: vim's second spell file is the vault's list here. Nil, and a warning, if
  /// the vault has no list.
  private func list(_ number: Int?) -> (list: OwnWordList?, ())? {
    guard let number else { return (nil, ()) }
    guard maySpell() else { return nil }
    let list = number == 2 ? OwnWordList.vault : .person
    if scene.interactor.abilities.wordLists.contains(list) { return (list, ()) }
    scene.warn(EditorWords.hasNoWordList)
    return nil
  }

  /// Adds the word at the cursor to the list of a number, or removes it. Without a number it is accepted for
  /// this run, or no longer.
  func changeWord(inList number: Int?, adds: Bool) {
    guard let (list, _) = list(number), maySpell() else { return }
    openDictionaries(isAsked: true) { [weak self] dictionaries in
      guard let self else { return }
      let words = PageWords(page: scene.page, text: scene.text, reader: dictionaries.reader)
      guard let word = words.word(at: scene.selections.main.head) else {
        return scene.showMessage(EditorWords.noWordHere)
      }
      change(word.coreText, in: list, adds: adds)
    }
  }

  /// Asks dictionaries for words. The next key drops the answer.
  func ask(
    _ request: @escaping @MainActor (EditorDictionaries) -> EditorRequest<[String]>,
    then use: @escaping @MainActor ([String]) -> Void
  ) {
    let isCurrent = scene.untilNextKey.only(use)
    guard maySpell() else { return }
    openDictionaries(isAsked: true) { [weak self] in
      self?.scene.interactor.ask(request($0), then: isCurrent)
    }
  }
}
