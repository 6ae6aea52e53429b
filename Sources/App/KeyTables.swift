import Agenda
import Difference
import Editor
import Help
import History
import Links
import Login
import ModuleTree
import NoteList
import Palette
import Preview
import Prompt
import Search
import Settings
import Stats
import Tags
import TaskForm
package import Terminal
import Tour
import Trash

// more modules

/// Every table of keys in the program, for `notes-tui keys`. `make module` adds one.
@MainActor
package enum KeyTables {
  package static var all: [KeyTable] {
    let ofModules = [
      NoteListBuilder.keyTables,
      EditorBuilder.keyTables,
      PreviewBuilder.keyTables,
      SearchBuilder.keyTables,
      ReplaceBuilder.keyTables,
      HistoryBuilder.keyTables,
      LinksBuilder.keyTables,
      TagsBuilder.keyTables,
      AgendaBuilder.keyTables,
      TaskFormBuilder.keyTables,
      TrashBuilder.keyTables,
      LoginBuilder.keyTables,
      PromptBuilder.keyTables,
      PaletteBuilder.keyTables,
      HelpBuilder.keyTables,
      StatsBuilder.keyTables,
      SettingsBuilder.keyTables,
      TourBuilder.keyTables,
      DifferenceBuilder.keyTables,
      ModuleTreeBuilder.keyTables,
      // more tables
    ]
    return ofModules.joined() + [AppKeymap.table]
  }
}
