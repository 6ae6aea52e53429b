import TextEngine
package import VaultSettings

/// How a text is shown and typed, by the settings. Commands of the editor switch some of it.
package struct EditorOptions: Equatable, Sendable {
  enum Blanks: String { case off, trailing, all }

  /// Long lines wrap.
  var wraps = true
  var showsNumbers = false
  /// Other lines than the cursor's have their distance from it as their number.
  var showsDistances = false
  /// Misspelled words are underlined.
  var spells = false
  var showsPosition = false
  var blanks = Blanks.off
  var showsBrackets = false
  /// The column of the vertical guide, counted from 1.
  var columnGuide: Int?
  /// The most columns of a wrapped line.
  var wrapWidth: Int?
  var centersText = false
  var tabWidth: Int?
  /// Whether Tab inserts a tab; nil for the style of the text.
  var tabInsertsTab: Bool?
  var continuesLists = true
  /// Notes are saved after a pause in typing.
  var savesAfterPause = true
  /// The rows that stay visible above and below the cursor.
  var rowsAround = 0

  package init() {}

  /// Lines of a part of a note are not those of the note.
  package init(_ settings: SettingValues, ofPart isPart: Bool = false) {
    wraps = settings[.wrap] != "no"
    showsNumbers = settings[.lineNumbers] == "yes" && !isPart
    spells = settings[.spelling] == "on"
    showsPosition = settings[.showPosition] == "yes" && !isPart
    blanks = settings[.showBlanks].flatMap { Blanks(rawValue: $0) } ?? .off
    showsBrackets = settings[.showBrackets] == "yes"
    columnGuide = settings[.columnGuide].flatMap { Int($0) }
    wrapWidth = settings[.wrapWidth].flatMap { Int($0) }
    centersText = settings[.centerText] == "yes"
    tabWidth = settings[.tabWidth].flatMap { Int($0) }
    tabInsertsTab = settings[.tabInserts].flatMap { $0 == "auto" ? nil : $0 == "tab" }
    continuesLists = settings[.continueLists] != "no"
    savesAfterPause = settings[.saveAfterPause] != "no"
  }
}

/// The options that a keymap shows and switches.
extension EditorOptions {
  func screen(wraps: Bool) -> KeyScreen {
    var screen = KeyScreen()
    screen.wraps = wraps
    (screen.showsNumbers, screen.showsDistances) = (showsNumbers, showsDistances)
    screen.showsBlanks = blanks != .off
    screen.spells = spells
    screen.guide = columnGuide ?? 0
    screen.rowsAround = rowsAround
    return screen
  }
}
