import Entities

/// The names of all settings. Each has an effect and a default.
package enum SettingName: String, CaseIterable, Sendable {
  case vault
  case newNoteFolder = "new-note-folder"
  case color
  case ascii
  case versionSize = "version-size"
  case lockAfter = "lock-after"
  case taskNote = "task-note"
  case theme
  case listOrder = "list-order"
  case dateForm = "date-form"
  case wrap
  case weekStart = "week-start"
  case lineNumbers = "line-numbers"
  case showPosition = "show-position"
  case showBlanks = "show-blanks"
  case showBrackets = "show-brackets"
  case columnGuide = "column-guide"
  case wrapWidth = "wrap-width"
  case centerText = "center-text"
  case tabWidth = "tab-width"
  case tabInserts = "tab-inserts"
  case continueLists = "continue-lists"
  case keymap
  case dailyFolder = "daily-folder"
  case dailyFormat = "daily-format"
  case dailyTemplate = "daily-template"
  case templateFolder = "template-folder"
  case mouse
  case pictures
  case spelling
  case spellingLanguages = "spelling-languages"
  case textWidth = "text-width"
  case hardWrap = "hard-wrap"
  case insertedDate = "inserted-date"
  case insertedTime = "inserted-time"
  case autoSync = "auto-sync"
  case syncDevice = "sync-device"
  case syncMessage = "sync-message"
  case slashCommands = "slash-commands"
  case saveAfterPause = "save-after-pause"
  case keyHints = "key-hints"
  case reminderTime = "reminder-time"
  case quietHours = "quiet-hours"
  case captureNote = "capture-note"
  case uriHandler = "uri-handler"

  /// The description of a setting, in one row.
  private struct Row {
    var summary: String
    /// When a change takes effect.
    var effect: String
    var standard: String?
    /// A description of the default.
    var standardText: String?
    var choices: [String]?
    /// The valid numbers, in addition to the default.
    var numbers: ClosedRange<Int>?
    var words: [String] = []
    /// Whether only the user may set it, not a vault. Others who can write to a vault must not
    /// decide, for example, about its pictures.
    var isUserOnly = false
  }

  private var row: Row {
    switch self {
    case .vault:
      Row(
        summary: "the folder to open if none is given", effect: "in effect from the next start",
        standardText: "the folder ~/notes", isUserOnly: true)
    case .newNoteFolder:
      Row(
        summary: "where “new” puts notes, as a folder in the vault",
        effect: "in effect for the next new note", standardText: "the top folder")
    case .color:
      Row(
        summary: "“never” for no colors", effect: "in effect now", standard: "auto",
        choices: ["auto", "never"],
        words: ["colours", "monochrome"])
    case .ascii:
      Row(
        summary: "“yes” for borders and signs in ASCII", effect: "in effect from the next start",
        standard: "no", choices: Self.yesNo)
    case .versionSize:
      Row(
        summary: "how many MB of earlier versions a note keeps at most",
        effect: "in effect from the next start", standard: "16",
        choices: ["1", "4", "16", "64"])
    case .lockAfter:
      Row(
        summary: "minutes without a key press until an encrypted vault locks; 0: never",
        effect: "in effect from the next start",
        standard: "10", choices: ["0", "1", "2", "5", "10", "15", "30", "60", "120"],
        words: ["idle", "timeout"])
    case .taskNote:
      Row(
        summary: "the note that new tasks go into, by its name or its path in the vault",
        effect: "in effect for task screens opened from now on",
        standard: "Tasks")
    case .theme:
      Row(
        summary: "the color theme: built in, or a file in the folder “themes”",
        effect: "in effect now",
        standard: "standard",
        words: ["colours", "colors", "dark mode", "light mode", "appearance"])
    case .listOrder:
      Row(
        summary:
          "the order of a vault's list until you change it there: “created”, “title”, “name”",
        effect: "in effect from the next start, for lists that were never ordered",
        standard: "modified", choices: ["modified", "created", "title", "name"], words: ["sort"])
    case .dateForm:
      Row(
        summary: "“iso” for all dates as 2026-03-02, even today and this year",
        effect: "in effect now", standard: "auto",
        choices: ["auto", "iso"])
    case .wrap:
      Row(
        summary: "“no” to scroll long lines sideways in the editor",
        effect: Self.nextNotes, standard: "yes",
        choices: Self.yesNo, words: ["word wrap"])
    case .weekStart:
      Row(
        summary: "the first day of the week; “auto”: as in the country of LC_TIME or LANG",
        effect: "in effect when the agenda and the statistics are opened again",
        standard: "auto", choices: ["auto", "monday", "sunday", "saturday"])
    case .lineNumbers:
      Row(
        summary: "“yes” for line numbers in the editor",
        effect: Self.nextNotes, standard: "no", choices: Self.yesNo)
    case .showPosition:
      Row(
        summary: "“yes” for the cursor's line and column in the editor's title line",
        effect: Self.nextNotes, standard: "no", choices: Self.yesNo, words: ["ruler"])
    case .showBlanks:
      Row(
        summary: "which blanks the editor shows: those at the ends of lines, or all, with tabs",
        effect: Self.nextNotes, standard: "off", choices: ["off", "trailing", "all"],
        words: ["whitespace", "tabs"])
    case .showBrackets:
      Row(
        summary: "“yes” to mark the bracket at the cursor and its matching bracket",
        effect: Self.nextNotes, standard: "no", choices: Self.yesNo)
    case .columnGuide:
      Row(
        summary: "the column where the editor draws a line, from 1 to 500; “off” for none",
        effect: Self.nextNotes, standard: "off", numbers: 1...500, words: ["ruler", "margin"])
    case .wrapWidth:
      Row(
        summary: "the width at which the editor wraps lines, from 20 to 500; “off”: the full width",
        effect: Self.nextNotes, standard: "off", numbers: 20...500,
        words: ["word wrap", "line length"])
    case .centerText:
      Row(
        summary: "“yes” to center text that wrap-width makes narrow",
        effect: Self.nextNotes, standard: "no", choices: Self.yesNo)
    case .tabWidth:
      Row(
        summary: "the width of a tab, and of an indent in a note that has none yet, from 1 to 16",
        effect: Self.nextNotes, standard: "auto", standardText: "a tab 4, a step 2 (“auto”)",
        numbers: 1...16, words: ["indent"])
    case .tabInserts:
      Row(
        summary: "what Tab inserts: a tab or blanks; “auto”: what the note has, else blanks",
        effect: Self.nextNotes, standard: "auto", choices: ["auto", "tab", "blanks"],
        words: ["indent", "spaces"])
    case .continueLists:
      Row(
        summary: "“no” to make Enter begin a plain line in lists, tasks and quotes",
        effect: Self.nextNotes, standard: "yes", choices: Self.yesNo, words: ["auto list"])
    case .keymap:
      Row(
        summary: "the keys of the editor: the program's own, vim's or emacs's",
        effect: Self.nextNotes, standard: "default",
        choices: ["default", "vim", "emacs"], words: ["vi", "modal", "bindings"],
        isUserOnly: true)
    case .dailyFolder:
      Row(
        summary: "the folder of daily notes", effect: "in effect now",
        standardText: "the folder in Obsidian's settings, else the top folder")
    case .dailyFormat:
      Row(
        summary: "how daily notes are named, such as YYYY/MM/YYYY-MM-DD", effect: "in effect now",
        standardText: "the format in Obsidian's settings, else YYYY-MM-DD")
    case .dailyTemplate:
      Row(
        summary: "the template of daily notes: the path of a note", effect: "in effect now",
        standardText: "the template in Obsidian's settings, else none")
    case .templateFolder:
      Row(
        summary: "the folder of templates, whose tasks do not count",
        effect: "in effect now, in the agenda when it is opened again",
        standardText: "the folder in Obsidian's settings, else “Templates”")
    case .mouse:
      Row(
        summary: "“no” to leave the mouse to the terminal; “auto”: “no” only in GNU screen",
        effect: "in effect from the next start",
        standard: "auto", choices: ["auto"] + Self.yesNo)
    case .pictures:
      Row(
        summary: "“yes” to draw the pictures of all vaults; “ask”: only where P was pressed",
        effect: "in effect for the next picture",
        standard: "ask", choices: ["ask"] + Self.yesNo, words: ["images", "chafa"],
        isUserOnly: true)
    case .spelling:
      Row(
        summary: "“on” to underline misspelled words in the editor",
        effect: Self.nextNotes, standard: "off", choices: ["off", "on"],
        words: ["spell check", "spellcheck", "hunspell"])
    case .spellingLanguages:
      Row(
        summary: "the hunspell dictionaries to check spelling with, such as en_US, de_DE",
        effect: Self.nextNotes,
        standardText: "the dictionary for LANG", words: ["dictionary", "spell check"])
    case .textWidth:
      Row(
        summary: "the width, in columns, to which the editor breaks lines",
        effect: Self.nextNotes, standard: "80", numbers: 20...500,
        words: ["fill column", "reflow", "right margin"])
    case .hardWrap:
      Row(
        summary: "“yes” to begin a new line at text-width while typing, in the default keymap",
        effect: "in effect for notes opened from now on", standard: "no", choices: Self.yesNo,
        words: ["auto fill", "word wrap"])
    case .insertedDate:
      Row(
        summary: "how M-D in the editor writes the date, such as D. MMMM YYYY",
        effect: "in effect for notes opened from now on", standard: "YYYY-MM-DD")
    case .insertedTime:
      Row(
        summary: "how M-@ in the editor writes the time, such as h:mm a",
        effect: "in effect for notes opened from now on", standard: "HH:mm")
    case .autoSync:
      Row(
        summary:
          "“on” to sync automatically: on opening, after pauses in writing, on leaving",
        effect: "in effect now", standard: "off", choices: ["off", "on"],
        words: ["git", "pull", "push", "backup"])
    case .syncDevice:
      Row(
        summary:
          "the name of this device in commits and next to both texts of a conflict",
        effect: "in effect from the next start", standardText: "the name of the machine",
        words: ["host name", "git"], isUserOnly: true)
    case .syncMessage:
      Row(
        summary: "the commit message of a sync; {{device}} and {{notes}} are filled in",
        effect: "in effect from the next start", standard: "{{device}}: {{notes}}",
        words: ["commit message", "git"])
    case .slashCommands:
      Row(
        summary: "“yes” to offer commands after a “/” in the editor; “auto”: as Obsidian does",
        effect: Self.nextNotes, standard: "auto", choices: ["auto"] + Self.yesNo,
        words: ["menu", "insert"])
    case .saveAfterPause:
      Row(
        summary: "“no” to save notes only on request and on leaving, not after a pause in typing",
        effect: Self.nextNotes, standard: "yes", choices: Self.yesNo,
        words: ["autosave", "auto save", "autowrite"])
    case .keyHints:
      Row(
        summary: "milliseconds after a key of several until those that may follow are shown; “off”",
        effect: "in effect now", standard: "600", choices: ["off", "300", "600", "1000", "2000"],
        numbers: 100...10_000, words: ["which key", "popup", "prefix"], isUserOnly: true)
    case .reminderTime:
      Row(
        summary: "the time at which a reminder rings that has only a day",
        effect: "in effect from the next run of “remind”", standard: "9:00",
        words: ["alarm", "notification"])
    case .quietHours:
      Row(
        summary: "when no reminder rings, as 22:00-07:00; what was due then rings after it",
        effect: "in effect from the next run of “remind”", standard: "off",
        words: ["do not disturb", "night", "reminder"], isUserOnly: true)
    case .captureNote:
      Row(
        summary: "the note that “capture” adds lines to, or “today” for the day's note",
        effect: "in effect for the next capture", standard: "Inbox", words: ["inbox", "clip"])
    case .uriHandler:
      Row(
        summary: "“yes” to let the desktop open obsidian:// addresses with this program",
        effect: "in effect now", standard: "no", choices: Self.yesNo,
        words: ["web clipper", "browser", "obsidian"], isUserOnly: true)
    }
  }

  private static let yesNo = ["yes", "no"]
  private static let nextNotes = "in effect for notes opened from now on"

  package var summary: String { row.summary }
  package var effect: String { row.effect }
  /// The default; nil if there is none or it is determined otherwise.
  package var standard: String? { row.standard }
  package var standardText: String { row.standardText ?? row.standard ?? "" }
  /// The valid values; nil for any text.
  package var choices: [String]? { row.choices }
  /// The valid numbers, in addition to the default.
  package var numbers: ClosedRange<Int>? { row.numbers }
  /// The valid values, for a message.
  var allowed: String {
    if let numbers {
      let word = choices?.first ?? standard
      return "\(word.map { "“\($0)” or " } ?? "")a number from \(numbers.lowerBound) to "
        + "\(numbers.upperBound)"
    }
    return choices?.joined(separator: " or ") ?? "text of one line"
  }
  /// Returns what is wrong with a value of the right form, or nil.
  package func problem(with value: String) -> String? {
    switch self {
    case .dailyFormat: return value.isEmpty ? nil : DailyNotes.problem(withFormat: value)
    case .reminderTime: return TimeOfDay(value) == nil ? "it is a time, such as 21:30" : nil
    case .quietHours:
      return value == "off" || TimeOfDaySpan(value) != nil
        ? nil : "it is “off”, or two times, such as 22:00-07:00"
    default: return nil
    }
  }

  /// Search words for it.
  package var words: [String] { row.words }

  /// Whether a vault may have its own value, in its settings file.
  package var isVaultScoped: Bool { !row.isUserOnly }
}
