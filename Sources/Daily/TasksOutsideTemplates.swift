import Entities
package import OpenVault
package import Services
package import VaultSettings

/// All tasks except those in templates, which are only there to be copied. Signs that a plugin
/// declares as done count as done.
package struct TasksOutsideTemplates: TaskIndex {
  private let tasks: any TaskIndex
  private let foreign: any ForeignSettings
  private let settings: SettingValues

  package init(
    _ tasks: any TaskIndex, foreign: any ForeignSettings, settings: SettingValues
  ) {
    self.tasks = tasks
    self.foreign = foreign
    self.settings = settings
  }

  /// Looks up the template folder for each request, because another program may have changed it.
  private func outside(_ request: TaskRequest) -> TaskRequest {
    var request = request
    let folder = DailyNotes.templateFolder(settings, foreign.templateFolder)
    // If templates are in the root folder, they cannot be distinguished from notes.
    request.leftOut = folder.bytes.isEmpty ? nil : folder
    request.closedMarks = foreign.taskRules.closedMarks
    return request
  }

  @concurrent
  package func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    try await tasks.tasks(outside(request))
  }

  package func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)? {
    tasks.knownTasks(outside(request))
  }

  @concurrent
  package func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int {
    try await tasks.count(outside(request))
  }
}

extension VaultServices {
  /// Returns the vault's tasks, without those in the template folder of these settings.
  package func tasks(by settings: SettingValues) -> any TaskIndex {
    TasksOutsideTemplates(tasks.index, foreign: foreign, settings: settings)
  }
}
