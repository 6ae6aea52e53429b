import Difference
import Editor
import Help
import History
import Login
import ModuleTree
import NoteList
import Palette
import Preview
import Prompt
import Settings
package import Terminal
import Tour
import Trash

/// Every table of keys in the program, for `notes-tui keys`.
@MainActor
package enum KeyTables {
  package static var all: [KeyTable] {
    NoteListBuilder.keyTables + EditorBuilder.keyTables + PreviewBuilder.keyTables
      + HistoryBuilder.keyTables + TrashBuilder.keyTables + LoginBuilder.keyTables
      + PromptBuilder.keyTables + PaletteBuilder.keyTables + HelpBuilder.keyTables
      + SettingsBuilder.keyTables + TourBuilder.keyTables + DifferenceBuilder.keyTables
      + ModuleTreeBuilder.keyTables + [AppKeymap.table]
  }
}
