import Entities
import Services
import Viper

// What completion and spelling keys ask of the vault and of dictionaries.

extension EditorRequest {
  /// The paths of notes, folders and attachments that begin as typed.
  static func fileNames(beginning typed: String) -> Self where Answer == [String] {
    Self(name: "file names beginning \(typed)", else: []) { interactor in
      guard let files = interactor.services.files else { return nil }
      let folder = interactor.note?.path.folder ?? NotePath("")
      return { FileNameLookup(files: files, folder: folder).names(beginning: typed) }
    }
  }

  /// The words of dictionaries and own lists that begin as typed.
  static func words(beginning typed: String, by dictionaries: EditorDictionaries) -> Self
  where Answer == [String] {
    let languages = dictionaries.languages
    return Self(name: "words beginning \(typed)", else: []) { interactor in
      guard let spelling = interactor.services.spelling?.spelling else { return nil }
      return { await spelling.words(beginning: typed, in: languages) }
    }
  }

  /// Removes a word from a list, or no longer ignores it. Answers with what went wrong; nil if it was
  /// removed.
  static func removal(of word: String, from list: OwnWordList?) -> Self
  where Answer == Result<Bool, any Error> {
    Self(name: "removal of \(word)") { interactor, deliver in
      guard let memory = interactor.services.spelling else { return }
      let spelling = memory.spelling
      interactor.scope.run(
        { try await spelling.remove(word, from: list) },
        then: { result in
          memory.forget()
          deliver(result)
        })
    }
  }
}
