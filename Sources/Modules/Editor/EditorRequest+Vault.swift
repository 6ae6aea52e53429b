import Bytes
import Entities
import OpenVault
import Saving
import Services
import TextEngine
import UseCases
import VaultSettings
import Viper

// What the editor asks of the vault, of dictionaries, and of what is outside the vault.

// MARK: - Notes

extension EditorInteractor {
  var lookup: NameLookup? {
    guard let index = services.index, let links = services.links else { return nil }
    return NameLookup(
      index: index, links: links, reader: document.files.reader, home: note, text: text)
  }
}

extension EditorRequest {
  /// The notes opened last that still exist, the latest first.
  static func recentNotes() -> Self where Answer == [NoteID] {
    Self(name: "recent notes", else: []) { interactor in
      let recent = interactor.services.state.recent
      guard let index = interactor.services.index else { return nil }
      return {
        let opened = await recent.load().notes
        let catalog = try? await index.catalog(CatalogRequest())
        return opened.filter { catalog?.position(of: $0) != nil }
      }
    }
  }

  static func candidates(for completion: Completion) -> Self where Answer == [EditorCandidate] {
    Self(name: "candidates", else: []) { interactor in
      guard let lookup = interactor.lookup else { return nil }
      return { await lookup.candidates(for: completion) }
    }
  }

  static func notes(named name: String, in home: LinkHome?) -> Self
  where Answer == EditorFoundNotes {
    Self(name: "notes named \(name)", else: EditorFoundNotes()) { interactor in
      guard let lookup = interactor.lookup else { return nil }
      return { await lookup.notes(name, in: home) }
    }
  }

  /// The paths of notes, folders and attachments that begin as typed.
  static func fileNames(beginning typed: String) -> Self where Answer == [String] {
    Self(name: "file names beginning \(typed)", else: []) { interactor in
      guard let files = interactor.services.files else { return nil }
      let folder = interactor.note?.path.folder ?? NotePath("")
      return { FileNameLookup(files: files, folder: folder).names(beginning: typed) }
    }
  }

  /// Makes a note of a part of the text. The file is created before the text is removed here.
  static func extraction(of part: NoteExtraction) -> Self
  where Answer == Result<(note: NoteID, link: String), any Error> {
    Self(name: "extraction") { interactor in
      let (note, links) = (interactor.note, interactor.services.links)
      let create = interactor.document.creation(of: part.text, titled: part.title)
      return {
        let made = try await create().note
        let links = try? await links?.newLinks(to: [NewLinkTarget(note: made)], from: note)
        return (made, links?.first?.text ?? "[[\(made.path.stem.text)]]")
      }
    }
  }
}

// MARK: - Dictionaries

/// The dictionaries of a note, and the words that they were asked about.
struct EditorDictionaries {
  let languages: SpellingLanguages
  let reader: WordReader
  fileprivate let memory: SpellingMemory

  var names: String { languages.names.joined(separator: ", ") }

  /// Whether each word that was checked is right.
  @MainActor var known: [String: Bool] { memory.words(in: languages) }
}

/// Why dictionaries could not be opened.
struct EditorDictionaryProblem: Error {
  let message: String
  /// It was not reported before.
  let isNew: Bool
}

extension EditorRequest {
  static func dictionaries() -> Self
  where Answer == Result<EditorDictionaries, EditorDictionaryProblem> {
    Self(name: "dictionaries") { interactor, deliver in
      guard let memory = interactor.services.spelling else { return }
      let (spelling, text) = (memory.spelling, interactor.text)
      let named = interactor.services.writing.spellingLanguages
      // A note's properties are within its first bytes.
      let head = text.bytes(in: .zero..<min(text.end, .zero + 1 << 12))
      interactor.scope.run(
        { try await spelling.languages(named, ofNote: head) },
        then: { (result: Result<SpellingLanguages, any Error>) in
          deliver(
            result.map {
              EditorDictionaries(
                languages: $0, reader: WordReader(signs: $0.signs), memory: memory)
            }.mapError {
              let message = $0.explanation
              return EditorDictionaryProblem(message: message, isNew: memory.isNew(message))
            })
        })
    }
  }

  /// The misspelled ones of some words.
  static func misspelled(_ words: Set<String>, by dictionaries: EditorDictionaries) -> Self
  where Answer == Set<String> {
    let (memory, languages) = (dictionaries.memory, dictionaries.languages)
    return Self(name: "misspelled of \(words.sorted())") { interactor, deliver in
      let spelling = memory.spelling
      interactor.scope.run(
        { await spelling.wrong(words, in: languages) },
        then: { result in
          let wrong = (try? result.get()) ?? []
          memory.learn(words, wrong: wrong, in: languages)
          deliver(wrong)
        })
    }
  }

  static func suggestions(for word: String, by dictionaries: EditorDictionaries) -> Self
  where Answer == [String] {
    let (memory, languages) = (dictionaries.memory, dictionaries.languages)
    return Self(name: "suggestions for \(word)", else: []) { _ in
      { [spelling = memory.spelling] in await spelling.suggestions(for: word, in: languages) }
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

  /// Adds a word to a list, or removes it. Without a list it is accepted while the program runs, or no
  /// longer. Answers false for a word that was not there to remove.
  static func change(of word: String, in list: OwnWordList?, adds: Bool) -> Self
  where Answer == Result<Bool, any Error> {
    Self(name: "\(adds ? "addition" : "removal") of \(word)") { interactor, deliver in
      guard let memory = interactor.services.spelling else { return }
      let spelling = memory.spelling
      interactor.scope.run(
        {
          if !adds { return try await spelling.remove(word, from: list) }
          if let list {
            try await spelling.add(word, to: list)
          } else {
            await spelling.ignore(word)
          }
          return true
        },
        then: { result in
          memory.forget()
          deliver(result)
        })
    }
  }
}

// MARK: - Other programs

extension EditorRequest {
  /// Larger texts, in bytes, are not offered to other programs.
  private static var mostOffered: Int { 16 << 20 }

  /// Offers a text to other programs; answers only where that failed.
  static func offering(_ text: Rope) -> Self where Answer == String {
    Self(name: "offering") { interactor, deliver in
      guard let clipboard = interactor.services.clipboard, !text.isEmpty else { return }
      guard text.byteCount <= mostOffered else { return deliver(EditorWords.tooLargeForClipboard) }
      let offering = clipboard.offer(text.bytes)
      interactor.scope.run(
        { await offering.value },
        then: { result in if let problem = (try? result.get()) ?? nil { deliver(problem) } })
    }
  }

  /// The text that other programs copied; nil if there is none.
  static func clipboard() -> Self where Answer == [UInt8]? {
    Self(name: "clipboard") { interactor, deliver in
      guard let reading = interactor.services.clipboard?.offered() else { return }
      interactor.scope.run(
        { await reading.value }, then: { deliver((try? $0.get()) ?? nil) })
    }
  }

  /// The output of a shell command for a text.
  static func filtered(_ text: [UInt8], by command: String) -> Self
  where Answer == Result<[UInt8], any Error> {
    Self(name: "filtered by \(command)") { interactor, deliver in
      guard let filter = interactor.services.filter else { return }
      let scope = interactor.services.work.scope()
      interactor.filtering = scope
      scope.run({ try await filter.filter(text, by: command) }, then: deliver)
    }
  }

  /// The content of a file outside the vault, by its typed path.
  static func outsideText(of path: String) -> Self where Answer == Result<[UInt8], any Error> {
    Self(name: "text of \(path)") { interactor in
      guard let outside = interactor.services.attaching?.outside else { return nil }
      return { try await outside.read(outside.path(typed: path)) }
    }
  }

  /// The paths of the note and of the one opened before it; nil without a file that others can read.
  static func filePaths() -> Self where Answer == (note: String?, other: String?) {
    Self(name: "file paths", else: (nil, nil)) { interactor in
      guard let path = interactor.services.filePath else { return nil }
      let recent = interactor.services.state.recent
      let note = interactor.snapshot.hasFile ? interactor.snapshot.writtenNote : nil
      return {
        let other = await recent.load().notes.first { $0 != note }
        return (note.flatMap(path), other.flatMap(path))
      }
    }
  }

  /// Copies a file into the vault.
  static func attachment(of path: String, to note: NoteID) -> Self
  where Answer == Result<FileAttaching.Attached, any Error> {
    Self(name: "attachment of \(path)") { interactor in
      guard let attaching = interactor.services.attaching else { return nil }
      return { try await attaching.attach(attaching.outside.path(typed: path), to: note) }
    }
  }
}
