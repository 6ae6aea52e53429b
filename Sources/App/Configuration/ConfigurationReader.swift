import Entities
import Terminal
import VaultSettings

/// The content of the configuration files, or the part of it that is in force.
struct Configuration: Sendable {
  /// The person's settings.
  var person = SettingValues()
  /// The open vault's own settings.
  var vault = SettingValues()
  var keys: UserKeys?
  var theme = Theme.standard
  var themeProblems: [String] = []

  var settings: SettingValues { person.overridden(by: vault) }
}

/// Reads the configuration files again. A file with a mistake changes nothing.
struct ConfigurationReader: Sendable {
  var person: (any SettingsStore)?
  /// The settings of the open vault; nil if they must not be read.
  var vault: (any SettingsStore)?
  var keys: @Sendable () -> UserKeys?
  /// Loads the theme for these settings.
  var theme: @Sendable (SettingValues) -> LoadedLook
  /// The effective settings, with changes that the settings screen has made and applied.
  var applied: SettingValues

  /// What the files say, what is in force, and the mistakes that are new.
  struct Reading: Sendable {
    var files: Configuration
    var inForce: Configuration
    var mistakes: [String] = []
  }

  /// Reads the files, after a reading without new mistakes.
  func read(after before: Reading) async -> Reading {
    var now = before
    if let person { await read(person, into: \.person, of: &now) }
    if let vault { await read(vault, into: \.vault, of: &now) }
    readTheme(into: &now, after: before)
    // The editor checks vim's lines among them, on the main actor.
    now.files.keys = keys()
    return now
  }

  private func read(
    _ store: any SettingsStore,
    into file: any WritableKeyPath<Configuration, SettingValues> & Sendable,
    of reading: inout Reading
  ) async {
    var found = SettingValues()
    do throws(SettingsError) {
      found = try await store.settings()
    } catch {
      found.problems = [error.message]
    }
    let isSame = found == reading.files[keyPath: file]
    if isSame, !found.problems.isEmpty || found == reading.inForce[keyPath: file] { return }
    let isOldMistake = found.problems == reading.files[keyPath: file].problems
    reading.files[keyPath: file] = found
    var next = reading.inForce
    next[keyPath: file] = found
    // The settings screen can change a file that has a mistake.
    let isApplied = isOldMistake && next.settings.isSame(as: applied)
    if let problem = found.problems.first, !isApplied {
      reading.mistakes.append(problem)
    } else {
      reading.inForce = next
    }
  }

  /// Loads the theme. If new settings name a missing one, they have the mistake, and are tried again
  /// each time: the theme may appear.
  private func readTheme(into reading: inout Reading, after before: Reading) {
    let (found, problems) = theme(reading.inForce.settings)
    (reading.files.theme, reading.files.themeProblems) = (found, problems)
    guard let problem = problems.first else {
      reading.inForce.theme = found
      return
    }
    let isKnown =
      problems == before.files.themeProblems
      && [before.files.theme, before.inForce.theme].contains(found)
    guard reading.inForce.settings[.theme] != applied[.theme] else {
      if !isKnown { reading.mistakes.append(problem) }
      return
    }
    let named = reading.inForce
    (reading.inForce.person, reading.inForce.vault) = (before.inForce.person, before.inForce.vault)
    let isSameFile =
      reading.files.person == before.files.person && reading.files.vault == before.files.vault
    if isKnown, isSameFile { return }
    let isOfVault = named.vault.values[.theme] != nil
    let line = (isOfVault ? named.vault : named.person).lines[.theme].map { ", line \($0)" } ?? ""
    let path = (isOfVault ? vault : person)?.path.text ?? ""
    reading.mistakes.append("\(path)\(line): theme: \(problem)")
  }
}

extension SettingValues {
  /// Whether the values are the same, apart from the time until locking, which is fixed while a
  /// vault is open.
  fileprivate func isSame(as other: SettingValues) -> Bool {
    SettingName.allCases.allSatisfy { $0 == .lockAfter || self[$0] == other[$0] }
  }
}
