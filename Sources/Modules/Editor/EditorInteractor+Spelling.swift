import Entities
import Services
import TextEngine
import Viper

/// Asks dictionaries, off the main actor.
extension EditorInteractor {
  /// So much of a note has its properties.
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

  /// Tells which of the words are wrong.
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

  /// Makes a word right: in a list, or while the program runs. Tells why it could not be added.
  func accept(
    _ word: String, in list: OwnWordList?, then tell: @escaping @MainActor (String?) -> Void
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
        tell(problem)
      })
  }
}
