import Entities
import Services

/// Writes words that no dictionary has, with what they may have been meant as.
@MainActor
final class SpellingText {
  private let spelling: any NoteSpelling
  private let output: CommandOutput
  private let results: ResultWriter
  private let wantsWordsAlone: Bool
  private var code = ExitCode.done
  private var written: Set<String> = []
  /// Of each word in each language: looking for them takes far longer than looking the word up.
  private var suggestions: [SpellingLanguages: [String: [String]]] = [:]

  init(_ spelling: any NoteSpelling, _ request: CommandRequest, _ output: CommandOutput) {
    self.spelling = spelling
    self.output = output
    results = ResultWriter(request, output)
    wantsWordsAlone = request.has(.words)
  }

  func look(at text: [UInt8], of note: NoteMatch, in languages: SpellingLanguages) async {
    for wrong in await spelling.wrongWords(of: text, in: languages) {
      code = .failed
      if wantsWordsAlone {
        if written.insert(wrong.word).inserted { output.write(output.shown(wrong.word) + "\n") }
        continue
      }
      let suggestions = await suggestions(for: wrong.word, in: languages)
      results.add(members(of: wrong, in: note, suggestions)) {
        let found = suggestions.isEmpty ? "" : ": \(suggestions.joined(separator: ", "))"
        return "\(output.shown(note.id.path)):\(wrong.line):\(wrong.column): "
          + output.shown(wrong.word + found)
      }
    }
  }

  func warn(_ message: String) {
    output.message(message)
    code = .failed
  }

  func finish() -> ExitCode {
    results.finish()
    return code
  }

  private func suggestions(
    for word: String, in languages: SpellingLanguages
  ) async -> [String] {
    if let known = suggestions[languages]?[word] { return known }
    let found = await spelling.suggestions(for: word, in: languages)
    suggestions[languages, default: [:]][word] = found
    return found
  }

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
