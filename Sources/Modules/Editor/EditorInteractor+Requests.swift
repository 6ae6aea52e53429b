import Daily
import Entities
import OpenVault
import Services
import TextEngine
import VaultSettings
import Viper

/// What the editor asks of the vault, the clipboard and the dictionaries.
extension EditorInteractor {
  // MARK: - Notes

  /// The notes that were opened last, the latest first; none that is gone by now.
  func readRecents(then use: @escaping ([NoteID]) -> Void) {
    let recent = services.state.recent
    guard let index = services.index else { return use([]) }
    scope.run(
      {
        let opened = await recent.load().notes
        let catalog = try? await index.catalog(CatalogRequest())
        return opened.filter { catalog?.position(of: $0) != nil }
      },
      then: { found in use((try? found.get()) ?? []) })
  }

  func findCandidates(
    for completion: Completion, then offer: @escaping @MainActor ([EditorCandidate]) -> Void
  ) {
    guard let lookup else { return offer([]) }
    scope.run(
      { await lookup.candidates(for: completion) },
      then: { found in offer((try? found.get()) ?? []) })
  }

  func findNotes(
    _ written: String, in home: LinkHome?,
    then show: @escaping @MainActor (EditorFoundNotes) -> Void
  ) {
    guard let lookup else { return show(EditorFoundNotes()) }
    scope.run(
      { await lookup.notes(written, in: home) },
      then: { found in show((try? found.get()) ?? EditorFoundNotes()) })
  }

  private var lookup: NameLookup? {
    guard let index = services.index, let links = services.links else { return nil }
    return NameLookup(
      index: index, links: links, reader: document.files.reader, home: note, text: text)
  }

  /// Makes a note of a part of the text: first its file is there, then the text lets go of it.
  func extract(
    _ part: NoteExtraction,
    then link: @escaping @MainActor (Result<(note: NoteID, link: String), any Error>) -> Void
  ) {
    let files = document.files
    let folder = note?.path.folder ?? document.newNoteFolder
    scope.run(
      { [planner = services.planner, links = services.links, note] in
        var folder = folder
        if folder == nil { folder = await planner?.newNoteFolder() }
        let made = try await files.create(
          part.text, titled: part.title, in: folder ?? NotePath(""), keptAs: note
        ).note
        let links = try? await links?.newLinks(to: [LinkWish(note: made)], from: note)
        return (made, links?.first?.text ?? "[[\(made.path.stem.text)]]")
      },
      then: link)
  }

  // MARK: - Words

  /// Counts the words of some parts of the text; nil where the note is closed meanwhile.
  func countWords(
    in ranges: [Range<ByteOffset>], then use: @escaping @MainActor (Int?) -> Void
  ) {
    let text = text
    scope.run(
      { WordCounter.count(in: ranges, of: text) { Task.isCancelled } },
      then: { use((try? $0.get()) ?? nil) })
  }

  /// A note's properties are within this many bytes.
  private static let head = 1 << 12

  /// Opens the dictionaries of this note.
  func openLanguages(
    then use: @escaping @MainActor (Result<SpellingLanguages, any Error>) -> Void
  ) {
    guard let spelling = services.spelling?.spelling else { return }
    let (named, text) = (services.writing.spellingLanguages, text)
    let head = text.bytes(in: .zero..<min(text.end, .zero + Self.head))
    scope.run({ try await spelling.languages(named, ofNote: head) }, then: use)
  }

  /// Answers with those of the words that are wrong.
  func lookUp(
    _ words: Set<String>, in languages: SpellingLanguages,
    then use: @escaping @MainActor (_ wrong: Set<String>) -> Void
  ) {
    guard let memory = services.spelling else { return }
    let spelling = memory.spelling
    scope.run(
      { await spelling.wrong(words, in: languages) },
      then: { result in
        let wrong = (try? result.get()) ?? []
        memory.learn(words, wrong: wrong, in: languages)
        use(wrong)
      })
  }

  func findSuggestions(
    for word: String, in languages: SpellingLanguages,
    then use: @escaping @MainActor ([String]) -> Void
  ) {
    guard let spelling = services.spelling?.spelling else { return }
    scope.run(
      { await spelling.suggestions(for: word, in: languages) },
      then: { use((try? $0.get()) ?? []) })
  }

  /// Makes a word right: in a list, or while the program runs. Answers with why it could not be added.
  func accept(
    _ word: String, in list: OwnWordList?, then report: @escaping @MainActor (String?) -> Void
  ) {
    guard let memory = services.spelling else { return }
    let spelling = memory.spelling
    scope.run(
      {
        if let list { try await spelling.add(word, to: list) } else { await spelling.ignore(word) }
      },
      then: { result in
        memory.forget()
        var problem: String?
        if case .failure(let error) = result {
          problem = error.explanation
        }
        report(problem)
      })
  }

  // MARK: - The clipboard

  /// More than this stays in the program.
  private static let mostOffered = 16 << 20

  /// Whether other programs can be asked for theirs.
  var clipboardIsReadable: Bool { services.clipboard?.isReadable ?? false }

  /// Offers text to other programs; says why where that fails.
  func offerToClipboard(_ text: Rope, fail: @escaping @MainActor (String) -> Void) {
    guard let clipboard = services.clipboard, !text.isEmpty else { return }
    guard text.byteCount <= Self.mostOffered else {
      return fail(EditorWords.tooLargeForClipboard)
    }
    let offering = clipboard.offer(text.bytes)
    scope.run(
      { await offering.value },
      then: { problem in if let problem = (try? problem.get()) ?? nil { fail(problem) } })
  }

  /// Nil where other programs offer no text.
  func readClipboard(then use: @escaping @MainActor ([UInt8]?) -> Void) {
    guard let clipboard = services.clipboard else { return }
    let reading = clipboard.offered()
    scope.run(
      { await reading.value },
      then: { bytes in use((try? bytes.get()) ?? nil) })
  }
}
