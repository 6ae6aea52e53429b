import Viper

// The questions of the editor. A harmless choice comes first, because an Enter may be meant for the text.

extension Question {
  static func line(now line: Int, of count: Int) -> Question {
    .line("Go to line", "A line from 1 to \(count); this is \(line):")
  }

  static let order = Question.list(
    "Sort lines", "In which order?",
    of: [
      "from A to Z", "from Z to A", "by their first number, the smallest first",
      "by their first number, the largest first", "from A to Z, each line once",
    ])

  static let macroRounds = Question.line("Play the macro", "How often:")

  static func filter(isSelected: Bool, last: String) -> Question {
    .line(
      "Filter", "A shell command that gets \(isSelected ? "what is selected" : "all of the note"):",
      initial: last)
  }

  static let attachment = Question.line(
    "Attach", "A file, which is copied into the vault:", offers: .files)

  static let secretLeaves = Question.choice(
    "Encrypted",
    "A shell command gets this text decrypted, and may store or send it. Go on?",
    Choice("k", "keep it here", "keep"), Choice("g", "go on", "go on"))

  static func partName(insteadOf words: String) -> Question {
    .line("Rename", "Its name here and in all links to it:", initial: words)
  }

  static func noteBeside(proposing name: String) -> Question {
    .line("Beside this note", "The name of a note, or words of it:", initial: name, offers: .notes)
  }

  static func noteToOpen(_ notes: [String]) -> Question {
    .list("Open a note", "Which one?", of: notes)
  }

  static func whichNote(_ notes: [String]) -> Question {
    .list("Beside this note", "Which one?", of: notes)
  }

  /// Whether to follow a link to a file outside the vault.
  static func link(of note: String, to target: String) -> Question {
    .choice(
      "Outside the vault", "\(note) is a link to \(target), outside the vault.",
      Choice("l", "leave it", "leave"), Choice("o", "open it (and save there)", "open"))
  }

  /// Asks for the passphrase of a locked note, with a remark about the last try.
  static func passphrase(ofNoteNamed name: String, saying remark: String) -> Question {
    Question(
      "Locked note", (remark.isEmpty ? "" : remark + "\n") + "Passphrase of “\(name)”:",
      .secret(isNew: false))
  }

  /// Whether to use the unsaved text of an earlier run.
  static func recovered(kept: String, differing count: Int) -> Question {
    .choice(
      "Unsaved text",
      "Text of this note was typed and not saved (kept \(kept)). "
        + "It differs in \(count == 1 ? "1 line" : "\(count) lines"). Use it?",
      Choice("s", "show the difference", "show"), Choice("u", "use it", "use"),
      Choice("d", "drop it", "drop"))
  }

  /// What to do where others changed the same lines. A person who is leaving may leave it undecided: then the
  /// text is stored as a draft.
  static func conflict(noteNamed name: String, isLeaving: Bool) -> Question {
    let choices = [
      Choice("k", "keep both", "both"), Choice("m", "merge here", "merge"),
      Choice("s", "show the difference", "show"), Choice("g", "go on editing", "stay"),
    ]
    return Question(
      "Changed outside",
      "Another program changed “\(name)” where you did. "
        + "Your text is not saved. Save it as a note beside that one?",
      .choices(
        choices + (isLeaving ? [Choice("l", "leave, undecided", "leave")] : []), isList: false))
  }

  /// Whether to leave a note that cannot be saved, with or without a stored draft.
  static func leave(noteNamed name: String, isKept: Bool) -> Question {
    .choice(
      "Not saved",
      "“\(name)” could not be saved. Leave it? "
        + (isKept
          ? "The text is kept and offered next time."
          : "The text could not be kept either: it would be lost."),
      Choice("s", "stay", "stay"),
      isKept ? Choice("l", "leave", "leave") : Choice("x", "lose the text", "lose"))
  }
}
