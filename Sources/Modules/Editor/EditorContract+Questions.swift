package import Secrets

/// What the editor asks the person.
package enum EditorQuestion: Equatable, Sendable {
  /// For a line to go to.
  case line(now: Int, of: Int)
  /// For other words for a heading or a block.
  case partName(insteadOf: String)
  case noteBeside(proposing: String)
  /// Which of these notes was meant.
  case whichNote([String])
  /// Whether to follow a link to a file outside the vault.
  case link(of: String, to: String)
  /// For what opens a locked note; with what is to be said of the last try.
  case passphrase(ofNoteNamed: String, saying: String)
  /// Whether to use what an earlier run kept of the text.
  case recovered(kept: String, differing: Int)
  /// What to do where others changed the same lines.
  case conflict(noteNamed: String)
  /// What cannot be saved may be kept for the next start, or not even that.
  case leave(noteNamed: String, isKept: Bool)
}

package enum EditorReply: Equatable, Sendable {
  case typed(String)
  case gave(TypedSecret)
  case chose(EditorChoice)
  /// The number of what was chosen from a list.
  case choseNumber(Int)
  case nothing
}

package enum EditorChoice: String, Sendable {
  case leave, open, show, use, drop, both, merge, stay, lose
}

extension EditorQuestion {
  /// How a question can be answered.
  package enum Kind: Equatable, Sendable {
    /// A line of text, to begin with this one.
    case line(String)
    case passphrase
    /// The harmless one first: Enter may be meant for what stood here before.
    case choices([Choice])
    /// One of a list.
    case list([String])
  }

  package struct Choice: Equatable, Sendable {
    package var key: Character
    package var label: String
    package var id: EditorChoice

    init(_ key: Character, _ label: String, _ id: EditorChoice) {
      (self.key, self.label, self.id) = (key, label, id)
    }
  }

  package var title: String {
    switch self {
    case .line: "Go to line"
    case .partName: "Rename"
    case .noteBeside, .whichNote: "Beside this note"
    case .link: "Outside the vault"
    case .passphrase: "Locked note"
    case .recovered: "Unsaved text"
    case .conflict: "Changed outside"
    case .leave: "Not saved"
    }
  }

  package var text: String {
    switch self {
    case .line(let line, let count): "A line from 1 to \(count); this is \(line):"
    case .partName: "Its name here and in all links to it:"
    case .noteBeside: "The name of a note, or words of it:"
    case .whichNote: "Which one?"
    case .link(let note, let target): "\(note) is a link to \(target), outside the vault."
    case .passphrase(let name, let remark):
      (remark.isEmpty ? "" : remark + "\n") + "Passphrase of “\(name)”:"
    case .recovered(let kept, let count):
      "Text of this note was typed and not saved (kept \(kept)). "
        + "It differs in \(count == 1 ? "1 line" : "\(count) lines"). Use it?"
    case .conflict(let name):
      "Another program changed “\(name)” where you did. "
        + "Your text is not saved. Save it as a note beside that one?"
    case .leave(let name, let isKept):
      "“\(name)” could not be saved. Leave it? "
        + (isKept
          ? "The text is kept and offered next time."
          : "The text could not be kept either: it would be lost.")
    }
  }

  package var kind: Kind {
    switch self {
    case .line: .line("")
    case .partName(let words): .line(words)
    case .noteBeside(let name): .line(name)
    case .whichNote(let notes): .list(notes)
    case .passphrase: .passphrase
    case .link:
      .choices([
        Choice("l", "leave it", .leave), Choice("o", "open it (and save there)", .open),
      ])
    case .recovered:
      .choices([
        Choice("s", "show the difference", .show), Choice("u", "use it", .use),
        Choice("d", "drop it", .drop),
      ])
    case .conflict:
      .choices([
        Choice("k", "keep both", .both), Choice("m", "merge here", .merge),
        Choice("s", "show the difference", .show), Choice("g", "go on editing", .stay),
      ])
    case .leave(_, let isKept):
      .choices([
        Choice("s", "stay", .stay),
        isKept ? Choice("l", "leave", .leave) : Choice("x", "lose the text", .lose),
      ])
    }
  }
}
