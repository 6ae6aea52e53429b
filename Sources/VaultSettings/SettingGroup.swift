/// The groups in which people are shown the settings.
package enum SettingGroup: String, CaseIterable, Sendable {
  case look = "Look"
  case editor = "Editor"
  case keys = "Keys"
  case notes = "Notes and folders"
  case tasks = "Tasks"
  case spelling = "Spelling"
  case security = "Security"
  case sync = "Sync"
}

extension SettingName {
  package var group: SettingGroup {
    switch self {
    case .theme, .color, .ascii, .dateForm, .weekStart, .listOrder, .mouse, .pictures: .look
    case .wrap, .wrapWidth, .centerText, .textWidth, .hardWrap, .lineNumbers, .showPosition: .editor
    case .showBlanks, .showBrackets, .columnGuide, .tabWidth, .tabInserts, .continueLists: .editor
    case .insertedDate, .insertedTime, .slashCommands: .editor
    case .keymap, .keyHints: .keys
    case .vault, .newNoteFolder, .versionSize, .dailyFolder, .dailyFormat, .dailyTemplate: .notes
    case .templateFolder, .saveAfterPause, .captureNote, .uriHandler: .notes
    case .taskNote, .reminderTime, .quietHours: .tasks
    case .spelling, .spellingLanguages: .spelling
    case .lockAfter: .security
    case .autoSync, .syncDevice, .syncMessage: .sync
    }
  }
}
