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
}
