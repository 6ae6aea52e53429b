import Cells
import Entities
import Services
import VaultSettings

/// Lists misspelled words in notes.
struct SpellingCommand: CommandPart {
  let context: CommandContext

  func spell(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    var speller = try await speller(request, in: vault)
    let text = SpellingText(request, output)
    var (code, written, reported): (ExitCode, Set<String>, Set<String>) = (.done, [], [])
    for match in try await notes(request, in: vault) {
      let lock =
        request.arguments.isEmpty
        ? nil : try await context.openLock(of: match.id, request, in: vault)
      defer { withExtendedLifetime(lock) {} }
      do throws(NoteSpeller.Problem) {
        let bytes = try await bytes(of: match.id, in: vault)
        for wrong in try await speller.wrongWords(of: bytes) {
          code = .failed
          if !request.has(.words) {
            text.write(wrong, in: match, await speller.suggestions(for: wrong.word))
          } else if written.insert(wrong.word).inserted {
            output.write(output.shown(wrong.word) + "\n")
          }
        }
      } catch {
        if case .note(let error) = error, !request.arguments.isEmpty {
          throw CommandFailure(error)
        }
        code = .failed
        if reported.insert(error.message).inserted { output.message(error.message) }
      }
    }
    text.finish()
    return code
  }

  /// Returns a speller. A missing dictionary is reported before any note is read.
  private func speller(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteSpeller {
    guard let spelling = vault.spelling else {
      throw CommandFailure("this vault has no spell checker.")
    }
    let given = (request.options[.language] ?? []).flatMap { SettingValues.languages(in: $0.text) }
    let names = given.isEmpty ? await context.settings(in: vault).spellingLanguages : given
    do throws(SpellingError) {
      let languages = try await spelling.languages(names, ofNote: [])
      return NoteSpeller(spelling: spelling, usual: languages, areGiven: !given.isEmpty)
    } catch {
      throw CommandFailure(error.message, code: given.isEmpty ? .failed : .usage)
    }
  }

  private func bytes(
    of note: NoteID, in vault: CommandVault
  ) async throws(NoteSpeller.Problem) -> [UInt8] {
    return try await rethrow(await vault.read(note).bytes, as: NoteSpeller.Problem.note)
  }

  /// Returns the named notes, or all that are not locked, sorted by path.
  private func notes(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> [NoteMatch] {
    let address = context.address(in: vault)
    var matches: [NoteMatch] = []
    for argument in request.arguments { matches.append(try await address.find(argument)) }
    if !request.arguments.isEmpty { return matches }
    return try await onBehalf(ofIndex: await vault.allNotes())
      .filter { !$0.id.path.isLocked }
      .map { NoteMatch(id: $0.id, title: $0.title) }
      .sorted { $0.id.path.bytes.lexicographicallyPrecedes($1.id.path.bytes) }
  }
}

/// Checks one note after the other in its own languages, unless the command line names some.
@MainActor
private struct NoteSpeller {
  enum Problem: Error {
    case note(NoteStoreError)
    case languages(SpellingError)

    var message: String {
      switch self {
      case .note(let error): error.message
      case .languages(let error): error.message
      }
    }
  }

  private let spelling: any NoteSpelling
  private let usual: SpellingLanguages
  private let areGiven: Bool
  private var languages: SpellingLanguages
  /// Cached suggestions by language and word: finding them takes much longer than checking a word.
  private var known: [SpellingLanguages: [String: [String]]] = [:]

  init(spelling: any NoteSpelling, usual: SpellingLanguages, areGiven: Bool) {
    (self.spelling, self.usual, self.areGiven) = (spelling, usual, areGiven)
    languages = usual
  }

  mutating func wrongWords(of text: [UInt8]) async throws(Problem) -> [WrongWord] {
    languages = usual
    // Without front matter, a note cannot name its languages.
    if !areGiven, text.first == UInt8(ascii: "-") {
      languages = try await rethrow(
        await spelling.languages(usual.names, ofNote: text), as: Problem.languages)
    }
    return await spelling.wrongWords(of: text, in: languages)
  }

  mutating func suggestions(for word: String) async -> [String] {
    if let found = known[languages]?[word] { return found }
    let found = await spelling.suggestions(for: word, in: languages)
    known[languages, default: [:]][word] = found
    return found
  }
}

/// Writes misspelled words with suggestions, in text and JSON.
@MainActor
private struct SpellingText {
  private let results: ResultWriter
  private let output: CommandOutput

  init(_ request: CommandRequest, _ output: CommandOutput) {
    (results, self.output) = (ResultWriter(request, output), output)
  }

  func write(_ wrong: WrongWord, in note: NoteMatch, _ suggestions: [String]) {
    results.add(members(of: wrong, in: note, suggestions)) {
      let found = suggestions.isEmpty ? "" : ": \(suggestions.joined(separator: ", "))"
      return "\(output.shown(note.id.path)):\(wrong.line):\(wrong.column): "
        + output.shown(wrong.word + found)
    }
  }

  func finish() { results.finish() }

  private func members(
    of wrong: WrongWord, in note: NoteMatch, _ suggestions: [String]
  ) -> [JSONMember] {
    output.members(of: note.id.path) + [
      JSONMember("title", .string(note.title)), JSONMember("line", .number(wrong.line)),
      JSONMember("column", .number(wrong.column)), JSONMember("word", .string(wrong.word)),
      JSONMember("suggestions", .array(suggestions.map { .string($0) })),
    ]
  }
}
