import Bytes
import Entities
import Services
import TextEngine
import Viper

/// Underlines misspelled words and suggests others. `+Walk` goes from one to the next.
///
/// Keys do not wait for it. Underlines follow edits; after the frame the visible words are checked again,
/// and the dictionaries are asked about new ones. While the person types, that waits for a pause.
@MainActor
final class EditorSpelling {
  let scene: EditorScene
  private let completion: EditorCompletion
  private(set) var dictionaries: EditorDictionaries?
  /// A check of the words in sight waits for the frame.
  private var isPlanned = false
  /// A check that waits for a pause in typing.
  private var timer: Timer?
  private var isAsking = false
  /// The end of what was typed last, where a word may be incomplete.
  private var typedAt: ByteOffset?

  /// An edit with more changes than this drops all underlines.
  private static let mostChanges = 100
  private static let afterTyping = Duration.milliseconds(200)

  init(_ scene: EditorScene, _ completion: EditorCompletion) {
    self.scene = scene
    self.completion = completion
  }

  func textWasLoaded() {
    if scene.options.spells { openDictionaries { [weak self] _ in self?.plan() } }
  }

  func toggle() {
    guard scene.snapshot.isLoaded else { return scene.showState() }
    scene.change { $0.spells.toggle() }
    scene.wrongWords = []
    scene.updateRows()
    if !scene.options.spells { return scene.showMessage(EditorWords.isSpellingOff) }
    openDictionaries(isAsked: true) { [weak self] dictionaries in
      self?.scene.showMessage(EditorWords.underlines(by: dictionaries.names))
      self?.plan()
    }
  }

  /// Reports missing dictionaries once, or whenever the person asks.
  func openDictionaries(
    isAsked: Bool = false, then use: @escaping @MainActor (EditorDictionaries) -> Void
  ) {
    scene.interactor.ask(.dictionaries()) { [weak self] result in
      switch result {
      case .success(let dictionaries):
        self?.dictionaries = dictionaries
        use(dictionaries)
      case .failure(let problem):
        if problem.isNew || isAsked { self?.scene.warn(problem.message) }
      }
    }
  }

  // MARK: - Underlining

  func follow(_ edit: Edit, isOwn: Bool) {
    typedAt = isOwn ? edit.changes.last?.after.upperBound : nil
    if edit.changes.count > Self.mostChanges {
      scene.wrongWords = []
      return
    }
    scene.wrongWords = scene.wrongWords.compactMap { word in
      // A changed word is checked again.
      let isChanged = edit.changes.contains {
        $0.before.lowerBound <= word.upperBound && word.lowerBound <= $0.before.upperBound
      }
      return isChanged ? nil : edit.map(word)
    }
  }

  func stop() { timer?.cancel() }

  /// Checks the visible words after the frame, or after a pause in typing.
  func plan() {
    guard scene.options.spells, dictionaries != nil, !isPlanned, !scene.state.isPeek else { return }
    if typedAt != nil {
      timer?.cancel()
      timer = scene.interactor.schedule(after: Self.afterTyping) { [weak self] in self?.check() }
      if timer != nil { return }
    }
    isPlanned = true
    scene.afterFrame { [weak self] in
      self?.isPlanned = false
      self?.check()
    }
  }

  private func check() {
    // Rows that are still to be laid out bring another frame and another check.
    guard scene.options.spells, let dictionaries, scene.pending == nil else { return }
    let head = scene.selections.main.head
    let words = PageWords(page: scene.page, text: scene.text, reader: dictionaries.reader)
      .words(in: scene.visible.layouts)
    let known = dictionaries.known
    var wrong: [Range<ByteOffset>] = []
    var unknown: Set<String> = []
    for word in words where !(head == typedAt && word.isTyped(at: head)) {
      // Most words are right as they are.
      let (isRight, isCoreRight) = (known[word.text], known[word.coreText])
      if isRight == true || isCoreRight == true { continue }
      if isRight != nil, isCoreRight != nil {
        wrong.append(word.core)
      } else {
        unknown.formUnion(word.forms.filter { known[$0] == nil })
      }
    }
    if wrong != scene.wrongWords {
      scene.wrongWords = wrong
      scene.updateRows()
    }
    if unknown.isEmpty || isAsking { return }
    isAsking = true
    scene.interactor.ask(.misspelled(unknown, by: dictionaries)) { [weak self] _ in
      self?.isAsking = false
      self?.check()
    }
  }

  // MARK: - Offering

  /// Whether words can be looked up. A reason against it is shown.
  func maySpell() -> Bool {
    guard scene.isEditable else {
      scene.showState()
      return false
    }
    if !scene.interactor.abilities.spells { scene.showMessage(EditorWords.noDictionaries) }
    return scene.interactor.abilities.spells
  }

  /// Offers corrections of the word at the cursor, and lists to add it to.
  func suggest() {
    guard maySpell() else { return }
    openDictionaries(isAsked: true) { [weak self] in self?.suggest(by: $0) }
  }

  /// Replaces the word by the suggestion of a number, or offers all, as vim's `z=` does.
  func suggestAsVim(_ number: Int?) {
    guard maySpell(), scene.mayChange() else { return }
    openDictionaries(isAsked: true) { [weak self] in self?.suggest(by: $0, number, isAsVim: true) }
  }

  private func suggest(
    by dictionaries: EditorDictionaries, _ number: Int? = nil, isAsVim: Bool = false
  ) {
    let (interactor, snapshot) = (scene.interactor, scene.snapshot)
    let words = PageWords(page: scene.page, text: snapshot.text, reader: dictionaries.reader)
    guard let word = words.word(at: snapshot.selections.main.head) else {
      return scene.showMessage(EditorWords.noWordHere)
    }
    let isSame = { [scene] in scene.snapshot.revision == snapshot.revision }
    interactor.ask(.misspelled(word.forms, by: dictionaries)) { [weak self] wrong in
      guard let self, isSame() else { return }
      if wrong != word.forms, !isAsVim {
        return scene.showMessage(EditorWords.isRight(word.coreText, by: dictionaries.names))
      }
      interactor.ask(.suggestions(for: word.coreText, by: dictionaries)) { [weak self] in
        guard let self, isSame() else { return }
        guard let number else { return offer($0, for: word, isAsVim: isAsVim) }
        if !$0.indices.contains(number - 1) {
          return scene.warn(EditorWords.suggestionCount($0.count))
        }
        replace(word, with: $0[number - 1], isAsVim: isAsVim)
      }
    }
  }

  private func offer(_ suggestions: [String], for word: PageWord, isAsVim: Bool) {
    let lists = scene.interactor.abilities.wordLists + [nil]
    let rows = suggestions + lists.map { Self.words(of: $0).offer }
    // One digit chooses, so the rows after the ninth have none.
    let signs = (1...9).map { "\($0) " }
    let shown =
      isAsVim
      ? rows.enumerated().map { ($0.offset < 9 ? signs[$0.offset] : "  ") + $0.element } : rows
    completion.offer(shown, at: word.core.lowerBound, isNumbered: isAsVim) { [weak self] index in
      if suggestions.indices.contains(index) {
        self?.replace(word, with: suggestions[index], isAsVim: isAsVim)
      } else {
        self?.change(word.coreText, in: lists[index - suggestions.count], adds: true)
      }
    }
  }

  private func replace(_ word: PageWord, with new: String, isAsVim: Bool) {
    let (text, range) = (scene.text, word.core)
    // Another program may have changed the text meanwhile.
    guard range.upperBound <= text.end, text.bytes(in: range) == Array(word.coreText.utf8) else {
      return scene.showMessage(EditorWords.wordHasChanged)
    }
    let edit = Edit(in: text, replacing: range, with: Array(new.utf8))
    // Vim's cursor is at the start of the word then.
    let cursor = range.lowerBound + (isAsVim ? 0 : new.utf8.count)
    scene.perform(edit, then: Selections(Selection(at: cursor)), isOwnStep: true)
    typedAt = nil
  }

  func change(_ word: String, in list: OwnWordList?, adds: Bool) {
    scene.interactor.ask(.change(of: word, in: list, adds: adds)) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(true):
        scene.showMessage(
          adds ? Self.words(of: list).added(word) : EditorWords.isNoLongerKnown(word))
        plan()
      case .success(false): scene.showMessage(EditorWords.isInNoList(word))
      case .failure(let error): scene.warn(error.explanation)
      }
    }
  }

  /// The offer to add a word to a list, and the report. Without a list the word is ignored for this run.
  private static func words(of list: OwnWordList?) -> (offer: String, added: (String) -> String) {
    switch list {
    case .person: (EditorWords.addToMyWords, EditorWords.isMyWord)
    case .vault: (EditorWords.addToVaultWords, EditorWords.isVaultWord)
    case nil: (EditorWords.ignoreWord, EditorWords.isIgnored)
    }
  }
}
