import Entities
import Viper

/// The texts of note locks.
enum NoteLockWords {
  static let lockedByVault = "Every note of an encrypted vault is locked with it."
  static let twoDifferent = "The two passphrases differ."

  static func changing(_ note: NoteID) -> String {
    note.path.isLocked ? "Taking the lock off “\(note.name)”…" : "Locking “\(note.name)”…"
  }

  static func changed(_ note: NoteID) -> String {
    "“\(note.name)” \(note.path.isLocked ? "has no lock any more" : "is locked now")."
  }
}

extension Question {
  static func newPassphrase(of note: NoteID, remark: String) -> Question {
    Question(
      "Lock a note",
      (remark.isEmpty ? "" : remark + " ")
        + """
        New passphrase of “\(note.name)”. Who forgets it loses the note: nothing else opens it. \
        Its versions are locked with it; copies elsewhere stay as they are: backups, what git \
        has of it.
        """,
      .secret(isNew: true))
  }

  static let samePassphrase = Question(
    "Lock a note", "The passphrase again:", .secret(isNew: false))

  static func takingLockOff(_ note: NoteID) -> Question {
    choice(
      "Take the lock off",
      "Take the lock off “\(note.name)”? Its text is readable on the disk from then on.",
      Choice("n", "leave it locked", "no"), Choice("y", "take it off", "yes"))
  }

  static func passphrase(of note: NoteID, remark: String) -> Question {
    Question(
      "Locked note", (remark.isEmpty ? "" : remark + "\n") + "Passphrase of “\(note.name)”:",
      .secret(isNew: false))
  }
}

extension NoteID {
  fileprivate var name: String { path.stem.text }
}
