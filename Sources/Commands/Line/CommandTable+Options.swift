import Entities
import Services

extension CommandTable {
  /// The options of every command line.
  static let everywhere: [OptionName] = [
    .vault, .config, .readOnly, .color, .noColor, .clock, .version, .help,
  ]

  /// Further options of the screen. They are also allowed before a command, so that a shell alias
  /// can contain them.
  static let onScreen: [OptionName] = [
    .ascii, .theme, .keymap, .traceModules, .verbose,
  ]

  static func option(_ name: OptionName) -> OptionSpec {
    switch name {
    case .vault:
      OptionSpec(name, short: "C", value: "DIR", kind: .folder, "the folder of notes")
    case .config:
      OptionSpec(name, value: "FILE", kind: .file, "the settings file")
    case .readOnly: OptionSpec(name, "change nothing in the folder")
    case .color:
      OptionSpec(
        name, value: "WHEN", kind: .words(ColorChoice.allCases.map(\.rawValue)),
        "colors: always, auto (on a terminal) or never")
    case .noColor: OptionSpec(name, "the same as --color never")
    case .clock:
      OptionSpec(name, value: "TIME", "a fixed time, as “2026-03-02 09:00”; no timer runs")
    case .help: OptionSpec(name, short: "h", "print this, or what a command does")
    case .version: OptionSpec(name, "print program and library versions; --json too")
    case .verbose:
      OptionSpec(name, "with --version: also versions known from the build")
    case .ascii: OptionSpec(name, "borders and signs in ASCII")
    case .theme:
      OptionSpec(
        name, value: "NAME", kind: .theme,
        "the color theme: standard, light, dark or another")
    case .keymap:
      OptionSpec(
        name, value: "KEYS", kind: .words(KeymapName.allCases.map(\.rawValue)),
        "the editor's keys: default, vim or emacs")
    case .traceModules: OptionSpec(name, "log each module attached and detached")
    case .json: OptionSpec(name, "print one JSON document")
    case .jsonLines: OptionSpec(name, "print one JSON object per line")
    case .url: OptionSpec(name, value: "URL", "the address of a web page")
    case .attach:
      OptionSpec(
        name, value: "FILE", kind: .file, mayRepeat: true,
        "a file to copy and link; may be repeated")
    case .body: OptionSpec(name, value: "TEXT", "the text; - reads standard input")
    case .tag:
      OptionSpec(name, value: "TAG", kind: .tag, mayRepeat: true, "a tag; may be repeated")
    case .folder:
      OptionSpec(name, value: "FOLDER", kind: .vaultFolder, "a folder in the vault")
    case .template: OptionSpec(name, value: "NOTE", kind: .note, "a template to begin with")
    case .unique: OptionSpec(name, "name the file after the current minute")
    case .date:
      OptionSpec(
        name, value: "DAY", kind: .day, "a day, such as 2026-12-01 or fri; default: today")
    case .limit: OptionSpec(name, value: "N", "list at most N")
    case .due:
      OptionSpec(
        name, value: "DAY", kind: .due,
        "a day such as fri; to list also week, overdue, all")
    case .priority:
      OptionSpec(
        name, value: "PRIORITY",
        kind: .words(["highest", "high", "medium", "normal", "low", "lowest"]),
        "highest, high, medium, normal, low or lowest")
    case .to: OptionSpec(name, value: "NOTE", kind: .note, "the note to add the task to")
    case .sort:
      OptionSpec(
        name, value: "ORDER", kind: .words(["modified", "created", "title", "name"]),
        "modified (the default), created, title or name")
    case .reverse: OptionSpec(name, "reverse the order")
    case .paths: OptionSpec(name, "print only the paths")
    case .absolute: OptionSpec(name, "print absolute paths, which begin with /")
    case .null:
      OptionSpec(
        name, short: "0", "print only the paths, each followed by a NUL")
    case .save:
      OptionSpec(
        name, value: "NAME", kind: .savedSearch, "save the query under NAME; @NAME runs it again"
      )
    case .unlinked:
      OptionSpec(name, "list mentions of the title without a link instead")
    case .rendered: OptionSpec(name, "formatted for reading, as wide as the terminal")
    case .html: OptionSpec(name, "as HTML; HTML in the note is shown as text")
    case .repair: OptionSpec(name, "repair what can be repaired")
    case .dryRun: OptionSpec(name, "print what would change, and change nothing")
    case .expect:
      OptionSpec(name, value: "N", "change exactly N notes, or nothing")
    case .expectVersion:
      OptionSpec(
        name, value: "ID",
        "change only this version; none: only a new note"
      )
    case .answer:
      OptionSpec(
        name, value: "NAME=TEXT", mayRepeat: true, "the answer to a question; may be repeated")
    case .language:
      OptionSpec(
        name, value: "LANG", mayRepeat: true, "a language, such as en_US or de; may be repeated")
    case .words: OptionSpec(name, "print only the words, each once")
    case .driver:
      OptionSpec(
        name, value: "fake|pty|both", kind: .words(["fake", "pty", "both"]),
        "in memory, in a real pseudo-terminal, or both")
    case .record: OptionSpec(name, "rewrite the screens and outputs; still fails")
    case .slow: OptionSpec(name, "play on this terminal for a person to watch")
    case .picture:
      OptionSpec(
        name, value: "OUT.svg", kind: .file, "write the last frame of one script as a picture")
    case .recipient:
      OptionSpec(
        name, short: "r", value: "RECIPIENT", mayRepeat: true, "who can decrypt it; may be repeated"
      )
    case .identity:
      OptionSpec(
        name, short: "i", value: "FILE", kind: .file, mayRepeat: true,
        "a key file; may be repeated")
    case .passphrase: OptionSpec(name, "ask for a passphrase on the terminal")
    case .passphraseFD:
      OptionSpec(name, value: "N", "read one line from descriptor N as the passphrase")
    case .recoveryKey: OptionSpec(name, "make a new recovery key, and nothing else")
    case .takeBack: OptionSpec(name, "undo a rekey that was not finished")
    case .armor: OptionSpec(name, short: "a", "write text instead of bytes")
    case .output: OptionSpec(name, short: "o", value: "OUT", kind: .file, "write to this file")
    case .encrypted: OptionSpec(name, "encrypt with a passphrase")
    case .setUp:
      OptionSpec(name, value: "URL", kind: .file, "the remote repository: an address or a folder")
    case .path:
      OptionSpec(
        name, value: "PATH", kind: .file, "the file name that decides how it is merged")
    case .marks:
      OptionSpec(name, value: "N", "the length of conflict marks: 7 or more")
    case .status: OptionSpec(name, "print the state of the sync, and change nothing")
    case .watch: OptionSpec(name, "repeat after each change or minute, until stopped")
    case .installHint: OptionSpec(name, "print how a timer or cron runs it each minute")
    case .noInput: OptionSpec(name, "ask for no password, passphrase or host key")
    case .locked: OptionSpec(name, "include locked notes; ask for their passphrases")
    case .yes: OptionSpec(name, "agree without being asked")
    case .skip: OptionSpec(name, "keep what the last command did; undo skips it")
    case .where:
      OptionSpec(name, value: "QUERY", kind: .query, "in all notes that a query finds")
    case .type:
      OptionSpec(
        name, value: "TYPE", kind: .words(PropertyType.allCases.map(\.rawValue)),
        "its type: text, number, date or another")
    case .all: OptionSpec(name, "merge all copies that leave no marks")
    case .format:
      OptionSpec(
        name, value: "FORM", kind: .words(BaseForm.allCases.map(\.rawValue)),
        "json, csv, tsv, md or paths")
    case .into:
      OptionSpec(
        name, value: "FOLDER", kind: .vaultFolder, "the folder in the vault to import into")
    case .again:
      OptionSpec(
        name, value: "HOW", kind: .words(ImportRequest.Again.allCases.map(\.rawValue)),
        "for notes imported before: skip, newer or copy")
    case .allFields: OptionSpec(name, "store fields without a use here as properties")
    case .keepIDs: OptionSpec(name, "store the source's ids as a property")
    case .splitLevel:
      OptionSpec(name, value: "N", "make a note of each heading to level N, 1 to 6")
    case .flatten: OptionSpec(name, "turn the outermost outline items into paragraphs")
    case .query: OptionSpec(name, value: "QUERY", kind: .query, "the notes that a query finds")
    case .notes:
      OptionSpec(name, value: "NOTE", kind: .note, mayRepeat: true, "a note; may be repeated")
    case .withLinked:
      OptionSpec(name, value: "N", "linked notes too, up to N links away")
    case .attachments:
      OptionSpec(
        name, value: "WHICH", kind: .words(ExportRequest.Attachments.allCases.map(\.rawValue)),
        "which files to include: all, used or none")
    case .single: OptionSpec(name, "write one file that includes all pictures")
    case .empty: OptionSpec(name, "write an empty text")
    case .write: OptionSpec(name, "offer the tools that change notes too")
    case .noUnpublished:
      OptionSpec(name, "leave out notes with the property “publish: false”")
    case .depth:
      OptionSpec(name, value: "N", "follow links N times; default: 1")
    case .bytes:
      OptionSpec(name, value: "N", "print at most N bytes of text; default: 32768")
    case .count: OptionSpec(name, "print how many there are, and nothing else")
    case .fields:
      OptionSpec(
        name, value: "NAMES",
        "print these fields, as path,title; with tabs")
    case .copy: OptionSpec(name, "copy the results to the clipboard too")
    case .view:
      OptionSpec(
        name, value: "VIEW", kind: .view, "the view to print; default: the first one")
    }
  }
}
