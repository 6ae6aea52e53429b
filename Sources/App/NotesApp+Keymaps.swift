import Editor
import Entities
import Palette
import Terminal

/// Keys of vim and emacs outside of the editor, beyond those that are synonyms of other keys.
extension NotesApp {
  /// Handles a key that no screen handled; returns false if the keymap does not know it either.
  func handleByKeymap(_ key: Key) -> Bool {
    switch container.preferences.keymap {
    case .default: return false
    case .vim:
      switch key {
      case ":": showPalette(lines: Self.lines.map(\.line))
      case "C-o": openNoteLeftLast()
      case "C-w": wait(after: PendingPrefix(key: key))
      default: return false
      }
    case .emacs:
      switch key {
      // As in emacs, only commands.
      case "M-x": showPalette(typing: ">")
      case "C-x":
        wait(after: PendingPrefix(key: key))
      default: return false
      }
    }
    return true
  }

  /// Handles the key after emacs's `C-x` or vim's `C-w`; returns false if that was not pressed.
  func handleAfterPrefix(_ key: Key) -> Bool {
    guard let prefix = pendingPrefix else { return false }
    pendingPrefix = nil
    router.notice = ""
    if pressPaneKey(key, after: prefix) { return true }
    switch key {
    case "C-f", "b", "C-b": showPalette()
    case "C-c": quit()
    case "k": dispatch(.key("Esc"))
    case "C-g", "Esc": break
    default: router.notice = "\(prefix.key.name) \(key.name) means nothing here."
    }
    return true
  }

  func openNoteLeftLast() {
    guard let note = leftNotes.popLast() else {
      router.notice = "No previous note."
      return
    }
    open(note, beside: false)
  }

  // MARK: - Lines

  /// The commands that can be typed after `:`, in the order in which abbreviations match.
  static let lines: [(line: PaletteLine, action: LineAction)] = [
    (PaletteLine("quit", 1, "go back, or quit in the list"), .leave),
    (PaletteLine("edit", 1, "open a note, or make it", .note), .palette),
    (PaletteLine("buffer", 1, "open a note", .note), .palette),
    (PaletteLine("write", 1, "notes are saved as they are left"), .saved),
    (PaletteLine("wq", 2, "go back, or quit in the list"), .leave),
    (PaletteLine("xit", 1, "go back, or quit in the list"), .leave),
    (PaletteLine("qall", 2, "quit"), .quit),
    (PaletteLine("wqall", 3, "quit"), .quit),
    (PaletteLine("xall", 2, "quit"), .quit),
    (PaletteLine("search", 3, "search all notes", .words), .search("")),
    (PaletteLine("tag", 2, "the notes that have a tag", .words), .search("#")),
    (PaletteLine("help", 1, "the guide, at a word or a key", .words), .guide),
    (PaletteLine("set", 2, "the settings"), .perform(.settings)),
    (PaletteLine("agenda", 2, "the tasks of all notes"), .go(.module("agenda"))),
    (PaletteLine("daily", 2, "today's daily note"), .go(.daily(nil))),
    (PaletteLine("tags", 4, "the tags of all notes"), .go(.module("tags"))),
    (PaletteLine("trash", 3, "the trash"), .go(.module("trash"))),
    (PaletteLine("stats", 3, "how much there is"), .go(.module("stats"))),
    (PaletteLine("board", 2, "a note of the plugin Kanban, as a board", .words), .board),
    (PaletteLine("close", 3, "close this pane"), .pane(.close)),
    (PaletteLine("only", 2, "close the other panes"), .pane(.only)),
  ]

  enum LineAction {
    case leave, quit, saved
    /// The palette handles it: its rows are the notes.
    case palette
    /// A search for the words after the command.
    case search(String)
    /// The guide, at the words after the command.
    case guide
    /// A note as a board, named by the words after the command.
    case board
    case perform(AppCommand)
    case go(Destination)
    case pane(PaneCommand)
  }

  func run(line: Int, _ argument: String) {
    switch Self.lines[line].action {
    case .leave:
      if !closePreviewPane() { dispatch(.key(router.leavingKey)) }
    case .pane(let command): wireframe.panes.perform(command)
    case .quit: quit()
    case .saved: router.notice = "Nothing to save here: a note is saved as it is left."
    case .palette:
      router.notice = "Name a note: :\(Self.lines[line].line.name) NOTE"
    case .search(let sign):
      let words = argument.hasPrefix(sign) ? argument : sign + argument
      open(words.isEmpty ? .module("search") : .search(query: words))
    case .board:
      if argument.isEmpty {
        router.notice = "Name a note: :board NOTE"
      } else {
        open(.board(note: argument))
      }
    case .guide:
      if !wireframe.openGuide(about: argument) {
        router.notice = "E149: Sorry, no help for \(argument)"
      }
    case .perform(let command): perform(command)
    case .go(let destination): open(destination)
    }
  }
}

extension KeymapName {
  var addedKeys: AddedKeys? {
    switch self {
    case .default: nil
    case .vim: .vim
    case .emacs: .emacs
    }
  }
}

extension AppKeymap {
  /// Returns the app's keys with those of a keymap.
  static func table(for keymap: KeymapName) -> KeyTable {
    var rows = table.rows
    func add(_ keys: [String], to like: String) {
      for index in rows.indices where rows[index].keys.contains(like) { rows[index].keys += keys }
    }
    switch keymap {
    case .default: break
    case .vim:
      for index in rows.indices { rows[index].keys.removeAll { $0 == ":" } }
      rows.append(
        KeyTable.Row(
          keys: [":"], summary: "a line: :q, :e NOTE, :search WORDS; Tab goes through what fits"))
      rows.append(KeyTable.Row(keys: ["C-o"], summary: "back into the note that was left last"))
    case .emacs:
      add(["M-x", "C-x C-f", "C-x b"], to: ":")
      rows.append(KeyTable.Row(keys: ["C-x k"], summary: "go back"))
      rows.append(KeyTable.Row(keys: ["C-x C-c"], summary: "quit"))
    }
    return table.with(rows)
  }
}
