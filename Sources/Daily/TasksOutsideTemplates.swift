import Entities
package import OpenVault
package import Services
package import VaultSettings

/// All tasks but those in templates: tasks that are only copied are not to be done. Where a plugin
/// says which signs are of tasks that are done, those are.
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

  /// Where templates lie is looked up with each request: another program may have moved them.
  private func outside(_ request: TaskRequest) -> TaskRequest {
    var request = request
    let folder = DailyNotes.templateFolder(settings, foreign.templateFolder)
    // Where they lie at the top, nothing tells them from notes.
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
  /// The tasks that are to be done, with the templates where these settings have them.
  package func tasks(by settings: SettingValues) -> any TaskIndex {
    TasksOutsideTemplates(tasks.index, foreign: foreign, settings: settings)
  }
}
