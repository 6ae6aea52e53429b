import Entities
package import OpenVault
package import Services
package import UseCases
package import VaultSettings

/// The checks of a vault and its files. They have no screen; the command line awaits them.
package struct DoctorCases: Sendable {
  private let vault: VaultServices
  private let settings: any SettingsStore
  private let bell: NotifyBell?

  /// `bell` shows reminders; nil if nothing here does.
  package init(_ vault: VaultServices, settings: any SettingsStore, bell: NotifyBell? = nil) {
    (self.vault, self.settings, self.bell) = (vault, settings, bell)
  }

  /// Returns the findings of all parts, the disk first. `repairing` first rebuilds the index.
  package func findings(repairing: Bool) async -> [HealthFinding] {
    var findings = await vault.health.findings(repairing: repairing)
    findings += await indexFindings(repairing: repairing)
    findings += await versionFindings()
    findings += await settingFindings()
    findings += await reminderFindings()
    return findings
  }

  private func indexFindings(repairing: Bool) async -> [HealthFinding] {
    var problems: [String] = []
    do throws(NoteIndexError) {
      if repairing {
        try await vault.index.discard()
        for await progress in vault.index.reconcile() {
          if case .problem(let problem) = progress { problems.append(problem) }
        }
      }
      let report = try await vault.index.report()
      problems += report.problems
      if !problems.isEmpty {
        return problems.map {
          HealthFinding(
            part: "index", state: .problem, text: $0,
            advice: repairing ? nil : DoctorWords.rebuild)
        }
      }
      if report.reconciled == nil {
        return [
          HealthFinding(
            part: "index", state: .warning, text: DoctorWords.noIndex(in: report.path),
            advice: DoctorWords.indexIsMade)
        ]
      }
      return [
        HealthFinding(
          part: "index", state: .ok,
          text: DoctorWords.index(in: report.path, of: report.notes, wasRebuilt: repairing))
      ]
    } catch {
      return [
        HealthFinding(
          part: "index", state: .problem, text: error.message,
          advice: repairing ? DoctorWords.freeSpace : DoctorWords.rebuild)
      ]
    }
  }

  private func versionFindings() async -> [HealthFinding] {
    let problems = await vault.versions.problems()
    if problems.isEmpty {
      return [HealthFinding(part: "versions", state: .ok, text: DoctorWords.versionsAreReadable)]
    }
    return problems.map { HealthFinding(part: "versions", state: .warning, text: $0) }
  }

  /// Only a vault that has reminders needs what shows them.
  private func reminderFindings() async -> [HealthFinding] {
    guard let bell else { return [] }
    var request = TaskRequest()
    request.hasReminder = true
    guard let count = try? await vault.tasks.index.count(request), count > 0 else { return [] }
    guard let problem = await bell.problem() else {
      return [HealthFinding(part: "reminders", state: .ok, text: DoctorWords.remindersAreShown)]
    }
    return [HealthFinding(part: "reminders", state: .warning, text: problem)]
  }

  private func settingFindings() async -> [HealthFinding] {
    do throws(SettingsError) {
      let problems = try await settings.settings().problems
      if problems.isEmpty {
        return [HealthFinding(part: "settings", state: .ok, text: settings.path.text)]
      }
      return problems.map {
        HealthFinding(
          part: "settings", state: .warning, text: $0, advice: DoctorWords.mendLine)
      }
    } catch {
      return [
        HealthFinding(
          part: "settings", state: .problem, text: error.message,
          advice: DoctorWords.checkMode)
      ]
    }
  }
}
