/// What an editor does beyond the text: its own commands, which keymaps name too.
extension CommandID {
  package static let save: Self = "save"
  package static let close: Self = "close"
  package static let sayHowToLeave: Self = "say-how-to-leave"
  package static let undo: Self = "undo"
  package static let redo: Self = "redo"
  package static let find: Self = "find"
  package static let findNext: Self = "find-next"
  package static let findPrevious: Self = "find-previous"
  package static let replace: Self = "replace"
  package static let askLine: Self = "ask-line"
  package static let outline: Self = "outline"
  package static let toggleWrap: Self = "toggle-wrap"
  package static let toggleLineNumbers: Self = "toggle-line-numbers"
  package static let toggleZen: Self = "toggle-zen"
  package static let toggleFold: Self = "toggle-fold"
  package static let closeFold: Self = "close-fold"
  package static let openFold: Self = "open-fold"
  package static let foldAll: Self = "fold-all"
  package static let unfoldAll: Self = "unfold-all"
  package static let followLink: Self = "follow-link"
  package static let openURL: Self = "open-url"
  package static let goBack: Self = "go-back"
  package static let goOn: Self = "go-on"
  package static let noteBeside: Self = "note-beside"
  package static let followBeside: Self = "follow-beside"
  package static let complete: Self = "complete"
  package static let suggestWords: Self = "suggest-words"
  package static let toggleSpelling: Self = "toggle-spelling"
  package static let nextMistake: Self = "next-mistake"
  package static let previousMistake: Self = "previous-mistake"
  package static let extractNote: Self = "extract-note"
  package static let openHistory: Self = "open-history"
  package static let openLinks: Self = "open-links"
  package static let openProperties: Self = "open-properties"
  package static let openBoard: Self = "open-board"
  package static let searchAll: Self = "search-all"
  package static let renamePart: Self = "rename-part"
  package static let openElsewhere: Self = "open-elsewhere"
  package static let changeLock: Self = "change-lock"
  package static let toggleSplit: Self = "toggle-split"
  package static let focusPreview: Self = "focus-preview"
  package static let insertTemplate: Self = "insert-template"
  package static let attachFile: Self = "attach-file"
  package static let insertDate: Self = "insert-date"
  package static let insertTime: Self = "insert-time"
  package static let filterText: Self = "filter-text"
  package static let recordMacro: Self = "record-macro"
  package static let playMacro: Self = "play-macro"
  package static let playMacroTimes: Self = "play-macro-times"
  package static let earlierDay: Self = "earlier-day"
  package static let laterDay: Self = "later-day"

  /// Each with what it does.
  package static let ofEditor: [(id: Self, summary: String)] = [
    (.save, "save"),
    (.close, "save and go back"),
    (.sayHowToLeave, "say how to leave"),
    (.undo, "undo"),
    (.redo, "redo"),
    (.find, "find"),
    (.findNext, "next match"),
    (.findPrevious, "match before"),
    (.replace, "find and replace"),
    (.askLine, "go to a line"),
    (.outline, "go to a heading of this note"),
    (.toggleWrap, "wrap long lines or scroll sideways"),
    (.toggleLineNumbers, "line numbers"),
    (.toggleZen, "the text alone, in the middle of the screen"),
    (.toggleFold, "fold the heading or unfold it"),
    (.closeFold, "fold the heading"),
    (.openFold, "unfold the heading"),
    (.foldAll, "fold the headings below level 1, then all"),
    (.unfoldAll, "unfold all headings"),
    (.followLink, "open what the link names"),
    (.openURL, "open the address here, or the next in the line, in your browser"),
    (.goBack, "back to where a link was followed"),
    (.goOn, "on again to the note that was left last"),
    (.noteBeside, "another note beside, then over to it and back"),
    (.followBeside, "open what the link names beside this note"),
    (.complete, "complete the link or tag"),
    (.suggestWords, "what the word here may have been meant as; add it to your words"),
    (.toggleSpelling, "underline words that no dictionary has"),
    (.nextMistake, "next misspelled word"),
    (.previousMistake, "misspelled word before"),
    (.extractNote, "make a note of what is selected, and a link"),
    (.openHistory, "the note's versions"),
    (.openLinks, "the note's links, and those to it"),
    (.openProperties, "properties, as a form"),
    (.openBoard, "the note as a board, where it is one"),
    (.searchAll, "search all notes for what is selected, or the word here"),
    (.renamePart, "rename the heading or block, with the links to it"),
    (.openElsewhere, "open in your own editor"),
    (.changeLock, "lock this note with a passphrase, or take its lock off"),
    (.toggleSplit, "preview beside the text"),
    (.focusPreview, "to the preview: scroll it, walk its links; Esc comes back"),
    (.insertTemplate, "put a template in here"),
    (.attachFile, "copy a file into the vault, with its link here"),
    (.insertDate, "put today's date in here"),
    (.insertTime, "put the time in here"),
    (.filterText, "give what is selected, or the note, to a shell command"),
    (.recordMacro, "record a macro, or end that"),
    (.playMacro, "play the macro"),
    (.playMacroTimes, "play the macro a number of times"),
    (.earlierDay, "from a daily note to that of the day before"),
    (.laterDay, "from a daily note to that of the day after"),
  ]
}

/// The words that other editors and everyday speech have for commands: the palette finds them by these
/// as well as by what they say of themselves.
extension CommandID {
  package var words: [String] { Self.wordsOf[self] ?? [] }

  private static let wordsOf: [CommandID: [String]] = [
    .save: ["write"],
    .close: ["exit", "quit", "leave"],
    .find: ["search in note"],
    .replace: ["substitute"],
    .askLine: ["jump"],
    .toggleWrap: ["word wrap", "soft wrap"],
    .toggleZen: ["zen", "distraction free", "focus", "full screen"],
    .toggleFold: ["collapse", "expand"],
    .outline: ["outline", "table of contents", "toc", "go to symbol"],
    .foldAll: ["collapse"],
    .unfoldAll: ["expand"],
    .followLink: ["follow link", "go to note"],
    .openURL: ["browser", "url", "web"],
    .noteBeside: ["split", "side by side"],
    .complete: ["autocomplete", "suggest"],
    .nextMistake: ["spell check"],
    .extractNote: ["refactor"],
    .openHistory: ["history", "revisions", "backups"],
    .openLinks: ["backlinks", "graph"],
    .openProperties: ["front matter", "yaml"],
    .openBoard: ["kanban", "columns"],
    .openElsewhere: ["external editor"],
    .changeLock: ["encrypt", "decrypt", "password"],
    .toggleSplit: ["render", "split"],
    .insertTemplate: ["snippet"],
    .attachFile: ["attachment", "picture", "image", "embed"],
    .insertDate: ["today"],
    .insertTime: ["now", "clock"],
    .filterText: ["pipe", "shell", "filter"],
    .recordMacro: ["keyboard macro"],
    .playMacro: ["keyboard macro", "repeat"],
    .playMacroTimes: ["keyboard macro", "repeat"],
    .reflow: ["fill", "justify", "wrap", "reflow", "hard wrap"],
    .smartQuotes: ["typographic quotes", "curly quotes", "smart quotes"],
    .plainQuotes: ["straight quotes"],
    .transposeWords: ["transpose"],
    .toggleStrong: ["bold"],
    .toggleEmphasis: ["italic"],
    .toggleCode: ["monospace"],
    .toggleStrike: ["strikethrough", "cross out"],
    .toggleMark: ["highlight"],
    .toggleLink: ["hyperlink", "url"],
    .toggleTask: ["checkbox", "todo", "check", "done"],
    .toggleBullet: ["bullet", "unordered list"],
    .toggleQuote: ["blockquote"],
    .headingMore: ["demote"],
    .headingLess: ["promote"],
    .upperCase: ["uppercase"],
    .lowerCase: ["lowercase"],
    .titleCase: ["title case", "capitalize"],
    .cycleCase: ["uppercase", "lowercase", "title case", "capitalize"],
    .transpose: ["transpose"],
    .alignTable: ["format table", "tidy table"],
    .addNextOccurrence: ["multiple cursors"],
    .addAllOccurrences: ["multiple cursors"],
    .addCursorUp: ["multiple cursors"],
    .addCursorDown: ["multiple cursors"],
    .duplicate: ["copy line", "clone"],
    .sortLines: ["alphabetical"],
  ]
}
