import Bytes
import Entities
import Services
import TextEngine
import Viper

/// Words that no dictionary has: they are underlined, and others are offered for them.
///
/// No key waits for that. What is underlined goes along with edits. After the frame the words in sight
/// are looked at again, and dictionaries are asked for those that are not known yet; while a person
/// types, that waits for a pause.
@MainActor
final class EditorSpelling {
  private let scene: EditorScene
  private let offers: EditorOffers
  private(set) var isOn = false
  private(set) var languages: (found: SpellingLanguages, reader: WordReader)?
  /// A look at the words in sight waits for the frame.
  private var isPlanned = false
  /// A look that waits for a pause in typing.
  private var timer: Timer?
  private var isAsking = false
  /// Behind what was typed last: a word there may not be all there yet.
  private var typedAt: ByteOffset?

  /// So many places are followed through one edit.
  private static let mostChanges = 100
  private static let afterTyping = Duration.milliseconds(200)

  init(_ scene: EditorScene, _ offers: EditorOffers) {
    self.scene = scene
    self.offers = offers
  }

  private var interactor: EditorInteractor { scene.interactor }
  private var memory: SpellingMemory? { interactor.services.spelling }

  func begin(isOn: Bool) { self.isOn = isOn }

  func textWasLoaded() {
    if isOn { openLanguages { [weak self] _ in self?.plan() } }
  }

  func toggle() {
    guard interactor.isLoaded else { return scene.showState() }
    isOn.toggle()
    scene.wrongWords = []
    scene.updateRows()
    if !isOn { return scene.showMessage("Words are not looked up.") }
    openLanguages(isAsked: true) { [weak self] languages in
      self?.scene.showMessage(
        "Words that no dictionary has are underlined: \(languages.names.joined(separator: ", ")).")
      self?.plan()
    }
  }

  /// What is missing is told once, or whenever somebody asks.
  func openLanguages(
    isAsked: Bool = false, then use: @escaping @MainActor (SpellingLanguages) -> Void
  ) {
    guard let memory else { return }
    interactor.openLanguages { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let found):
        languages = (found, WordReader(signs: found.signs))
        use(found)
      case .failure(let error):
        let problem = error.explanation
        if memory.isNew(problem) || isAsked { scene.showMessage(problem, isWarning: true) }
      }
    }
  }

  // MARK: - Underlining

  func follow(_ edit: Edit, isOwn: Bool) {
    guard isOn else { return }
    typedAt = isOwn ? edit.changes.last?.after.upperBound : nil
    if edit.changes.count > Self.mostChanges {
      scene.wrongWords = []
      return
    }
    scene.wrongWords = scene.wrongWords.compactMap { word in
      // What was changed is another word now.
      let isChanged = edit.changes.contains {
        $0.before.lowerBound <= word.upperBound && word.lowerBound <= $0.before.upperBound
      }
      return isChanged ? nil : edit.map(word)
    }
  }

  func stop() { timer?.cancel() }

  /// Looks at the words in sight once the frame is drawn, or once no key comes for a moment.
  func plan() {
    guard isOn, languages != nil, !isPlanned, !scene.state.isPeek else { return }
    if typedAt != nil, let scheduler = interactor.services.scheduler {
      timer?.cancel()
      timer = scheduler.schedule(after: Self.afterTyping) { [weak self] in self?.look() }
      return
    }
    isPlanned = true
    scene.afterFrame { [weak self] in
      self?.isPlanned = false
      self?.look()
    }
  }

  private func look() {
    // Rows that are not laid out yet bring a frame, and that a look.
    guard isOn, let memory, let languages, scene.pending == nil else { return }
    let head = scene.selections.main.head
    let words = PageWords(page: scene.page, text: scene.text, reader: languages.reader)
      .words(in: scene.visible.layouts)
    let known = memory.words(in: languages.found)
    var wrong: [Range<ByteOffset>] = []
    var unknown: Set<String> = []
    for word in words where !(head == typedAt && word.isTyped(at: head)) {
      // Most words are right as they stand there.
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
    interactor.lookUp(unknown, in: languages.found) { [weak self] _ in
      self?.isAsking = false
      self?.look()
    }
  }

  // MARK: - Offering

  /// What the word at the cursor may have been meant as, and ways to let it stand.
  func suggest() {
    guard scene.isEditable else { return scene.showState() }
    openLanguages(isAsked: true) { [weak self] found in self?.suggest(in: found) }
  }

  private func suggest(in found: SpellingLanguages) {
    guard memory != nil, let languages else { return }
    let words = PageWords(page: scene.page, text: scene.text, reader: languages.reader)
    guard let word = words.word(at: scene.selections.main.head) else {
      return scene.showMessage("There is no word here.")
    }
    let revision = interactor.revision
    interactor.lookUp(word.forms, in: found) { [weak self] wrong in
      guard let self, interactor.revision == revision else { return }
      if wrong != word.forms {
        return scene.showMessage(
          "“\(word.coreText)” is right in \(found.names.joined(separator: ", ")).")
      }
      interactor.findSuggestions(for: word.coreText, in: found) { [weak self] suggestions in
        guard let self, interactor.revision == revision else { return }
        offer(suggestions, for: word)
      }
    }
  }

  private func offer(_ suggestions: [String], for word: PageWord) {
    var rows = suggestions
    var ways: [OwnWordList?] = []
    for list in memory?.spelling.lists ?? [] {
      rows.append(list == .person ? "add to my words" : "add to the words of this vault")
      ways.append(list)
    }
    rows.append("ignore until the program ends")
    ways.append(nil)
    offers.offer(rows, at: word.core.lowerBound) { [weak self] index in
      guard let self else { return }
      if suggestions.indices.contains(index) {
        replace(word, with: suggestions[index])
      } else {
        accept(word.coreText, in: ways[index - suggestions.count])
      }
    }
  }

  private func replace(_ word: PageWord, with new: String) {
    let (text, range) = (scene.text, word.core)
    // Another program may have changed the text meanwhile.
    guard range.upperBound <= text.end, text.bytes(in: range) == Array(word.coreText.utf8) else {
      return scene.showMessage("The text changed, so nothing was replaced.")
    }
    let edit = Edit(in: text, replacing: range, with: Array(new.utf8))
    interactor.closeStep()
    scene.perform(
      edit, then: Selections(Selection(at: range.lowerBound + new.utf8.count)))
    interactor.closeStep()
    typedAt = nil
  }

  private func accept(_ word: String, in list: OwnWordList?) {
    interactor.accept(word, in: list) { [weak self] problem in
      guard let self else { return }
      if let problem { return scene.showMessage(problem, isWarning: true) }
      let words =
        switch list {
        case .person: "is one of your words now."
        case .vault: "is one of this vault's words now."
        case nil: "is right until the program ends."
        }
      scene.showMessage("“\(word)” \(words)")
      plan()
    }
  }
}
