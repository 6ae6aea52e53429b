import Entities
import Services
import VaultSettings

/// What is meant by the words for a value.
extension PropertyCommands {
  func type(
    of name: String, own: NoteProperty?, _ written: [String], _ request: CommandRequest,
    in vault: CommandVault
  ) async throws(CommandFailure) -> PropertyType {
    let asked = request.value(of: .type).flatMap { PropertyType(rawValue: $0.text) }
    var declared = asked
    if declared == nil { declared = await types(of: vault)[name.lowercased()] }
    let known =
      declared == nil
      ? try await counts(in: vault).first { $0.name.lowercased() == name.lowercased() } : nil
    let type = PropertyWords.type(
      of: name, declared: declared, own: own, known: known?.type, written: written)
    if written.count == 1 || type.isList { return type }
    throw CommandFailure(
      "“\(output.shown(name))” is of the type \(type.rawValue), which has one value; --type multitext"
        + " makes a list.", code: .usage)
  }

  /// As it is written in a note.
  func value(
    _ text: String, of name: String, as type: PropertyType, in vault: CommandVault
  ) throws(CommandFailure) -> String {
    let today = Day(context.clock.civil(context.clock.now))
    do throws(NoteTextProblem) {
      return try PropertyWords(vault.services.tasks.texts, today: today)
        .value(text, of: name, as: type)
    } catch {
      throw CommandFailure(
        "\(output.shown(error.message)) --type text writes it as it is.", code: .usage)
    }
  }

  /// What Obsidian says. That a file of it cannot be read is told.
  func types(of vault: CommandVault) async -> [String: PropertyType] {
    let settings = await vault.services.foreign.obsidian()
    for problem in settings.problems where problem.contains("types.json") {
      output.message(problem)
    }
    return settings.propertyTypes
  }

  func counts(in vault: CommandVault) async throws(CommandFailure) -> [PropertyCount] {
    do throws(NoteIndexError) {
      return try await vault.services.queries.links.properties()
    } catch {
      throw CommandFailure(error)
    }
  }
}
