package import Services
package import VaultSettings
package import Viper

/// Makes what looks after a vault. It needs every part that it asks: the index, the versions, the
/// settings and the disk.
@MainActor
package struct DoctorBuilder {
  private let examination: Examination
  private let work: Work

  package init(
    index: any NoteIndex, versions: any NoteVersions, settings: any SettingsStore,
    health: any VaultHealth, work: Work
  ) {
    examination = Examination(
      index: index, versions: versions, settings: settings, health: health)
    self.work = work
  }

  package func makeInteractor() -> any DoctorInteracting {
    DoctorInteractor(examination: examination, work: work)
  }
}
