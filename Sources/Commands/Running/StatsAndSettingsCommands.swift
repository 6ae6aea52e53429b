import Doctor
import Fuzzy
import Services
import Settings
import Stats
import VaultSettings

/// Prints statistics, health and settings.
struct StatsAndSettingsCommands: CommandPart {
  let context: CommandContext

  func stats(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let cases = vault.stats(by: await context.settings(in: vault), context.clock)
    StatsText(request: request, output: output).write(
      try await onBehalf(ofIndex: await cases.figures()))
    return .done
  }

  func doctor(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let findings = await context.vault.doctor(context.settings, context.bell())
      .findings(repairing: request.has(.repair) && !request.isTrial)
    DoctorText(request: request, output: output).write(findings)
    if request.has(.repair), request.isTrial {
      output.message(
        "--repair would rebuild the index, and accept the notes of an encrypted vault as they are.")
    }
    return findings.contains { $0.state == .problem } ? .failed : .done
  }

  func settings(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let value = request.name == .configSet ? try request.argument(at: 1) : nil
    if let value { try check(value, of: request.argument) }
    let name = try request.argument.map { (name) throws(CommandFailure) in try setting(name) }
    let text = SettingsText(request: request, output: output)
    let cases = SettingsCases(context.settings)
    do throws(SettingsError) {
      if let name, let value {
        text.write(set: try await cases.set(name, to: value.text))
      } else {
        text.write(try await cases.list(name.map { [$0] } ?? SettingName.allCases))
      }
    } catch {
      throw CommandFailure(error.message)
    }
    return .done
  }

  private func setting(_ written: RawArgument) throws(CommandFailure) -> SettingName {
    if let name = SettingName(rawValue: written.text) { return name }
    let known = SettingName.allCases.map(\.rawValue)
    throw CommandFailure(
      "there is no setting “\(output.shown(written.text))”. "
        + (NearestName.of(written.text, among: known).map { "Did you mean \($0)?" }
          ?? "There are \(known.joined(separator: ", "))."),
      code: .usage)
  }

  /// Throws a usage error for a value that the setting cannot have.
  private func check(_ value: RawArgument, of written: RawArgument?) throws(CommandFailure) {
    guard let name = written.flatMap({ SettingName(rawValue: $0.text) }) else { return }
    if name == .theme { return try checkTheme(value) }
    let fitting =
      value.bytes.isEmpty ? "" : VaultSettings.SettingsText.checked(value.text, for: name)
    guard let fitting, name.problem(with: fitting) == nil else {
      throw CommandFailure(SettingsError.badValue(name, value.text).message, code: .usage)
    }
  }

  private func checkTheme(_ name: RawArgument) throws(CommandFailure) {
    let themes = context.screens.themes()
    if themes.isEmpty || name.bytes.isEmpty || themes.contains(name.text) { return }
    throw CommandFailure(
      "there is no theme “\(output.shown(name.bytes))”. There are \(themes.joined(separator: ", ")).",
      code: .usage)
  }
}
