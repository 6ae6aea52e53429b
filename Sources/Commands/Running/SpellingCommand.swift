import Entities
import Services
import VaultSettings
import Viper

/// Words of notes that no dictionary has.
@MainActor
struct SpellingCommand {
  let context: CommandContext

  func spell(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    guard let spelling = vault.services.spelling else {
      throw CommandFailure("there is nothing to look words up in.")
    }
    let given = (request.options[.language] ?? []).flatMap {
      SettingValues.languages(in: $0.text)
    }
    let usual = await context.settings(in: vault).spellingLanguages
    let presenter = SpellingText(spelling, request, context.output)
    // A dictionary that was named must be there, and one at least: it is said before any note is read.
    let languages: SpellingLanguages
    do throws(SpellingError) {
      languages = try await spelling.languages(given.isEmpty ? usual : given, ofNote: [])
    } catch {
      throw CommandFailure(error.message, code: given.isEmpty ? .failed : .usage)
    }
    var texts = NoteLanguages(
      spelling: spelling, usual: languages, areGiven: !given.isEmpty, tell: presenter.warn)
    for match in try await notes(request, in: vault) {
      let lock =
        request.arguments.isEmpty
        ? nil : try await context.openLock(of: match.id, request, in: vault)
      defer { withExtendedLifetime(lock) {} }
      do throws(NoteStoreError) {
        let text = try await vault.services.store.read(match.id).bytes
        if let languages = await texts.languages(of: text) {
          await presenter.look(at: text, of: match, in: languages)
        }
      } catch {
        if !request.arguments.isEmpty { throw CommandFailure(error) }
        presenter.warn(error.message)
      }
    }
    return presenter.finish()
  }

  /// Those that are named, or all that are open to be read, by their paths.
  private func notes(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> [NoteMatch] {
    let address = context.address(in: vault)
    var matches: [NoteMatch] = []
    for argument in request.arguments { matches.append(try await address.find(argument)) }
    if !request.arguments.isEmpty { return matches }
    do throws(NoteIndexError) {
      let catalog = try await vault.services.index.catalog(CatalogRequest())
      return catalog.notes(in: 0..<catalog.count)
        .filter { !$0.id.path.isLocked }
        .map { NoteMatch(id: $0.id, title: $0.title) }
        .sorted { $0.id.path.bytes.lexicographicallyPrecedes($1.id.path.bytes) }
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// The languages of one note after the other: its own, unless some were given on the command line.
@MainActor
private struct NoteLanguages {
  let spelling: any NoteSpelling
  let usual: SpellingLanguages
  let areGiven: Bool
  let tell: (String) -> Void
  /// What is missing is told once.
  private var told: Set<String> = []

  init(
    spelling: any NoteSpelling, usual: SpellingLanguages, areGiven: Bool,
    tell: @escaping (String) -> Void
  ) {
    self.spelling = spelling
    self.usual = usual
    self.areGiven = areGiven
    self.tell = tell
  }

  /// Nil for a note in a language that there is no dictionary of.
  mutating func languages(of text: [UInt8]) async -> SpellingLanguages? {
    // Without front matter it names none.
    guard !areGiven, text.first == UInt8(ascii: "-") else { return usual }
    do throws(SpellingError) {
      return try await spelling.languages(usual.names, ofNote: text)
    } catch {
      if told.insert(error.message).inserted { tell(error.message) }
      return nil
    }
  }
}
