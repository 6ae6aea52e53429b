extension CommandTable {
  static let locking = [
    CommandSpec(
      "encrypt", vault: .finds, options: [.passphraseFD], answer: .text,
      says: "encrypt all notes of a vault",
      details: """
        Every note, attachment and trashed note becomes a file that only the passphrase opens, \
        under a name that reveals nothing. Versions and unsaved texts are encrypted too. The old \
        files are removed only after all new files have been read back and compared. Ctrl-C before \
        that leaves the vault as it was. If the command is killed, run it again to continue. \
        Folders whose names begin with a dot, such as .git with its history, are left as they are. \
        The recovery key is shown once: on the terminal, or with --passphrase-fd on standard \
        output.
        """,
      example: "encrypt",
      check: { $0.vaults.checkMayChange }
    ) { $0.vaults.encrypt },
    CommandSpec(
      "decrypt", vault: .finds, options: [.passphraseFD],
      says: "turn an encrypted vault into a plain folder",
      details: """
        Reverses encrypt, with the same care. The recovery key can be given instead of the \
        passphrase. Nothing is overwritten: if a file is in the way, it is named and nothing is \
        done. If an encryption was interrupted before it removed any file, decrypt removes what it \
        had written.
        """,
      example: "decrypt",
      check: { $0.vaults.checkMayChange }
    ) { $0.vaults.decrypt },
    CommandSpec(
      "passphrase", vault: .finds, options: [.passphraseFD],
      says: "change the passphrase of an encrypted vault",
      details: """
        Asks for the old passphrase, or the recovery key, and then twice for the new one; with \
        --passphrase-fd it reads one line for each. The key and the notes do not change: an older \
        copy of .notes-tui/identity.age still opens with the old passphrase, and with it all \
        notes, even those written later. If somebody else may know the old passphrase, give the \
        vault a new key with rekey.
        """,
      example: "passphrase",
      check: { $0.vaults.checkMayChange }
    ) { $0.vaults.changePassphrase },
    CommandSpec(
      "rekey", vault: .finds, options: [.recoveryKey, .takeBack, .passphraseFD], answer: .text,
      says: "give an encrypted vault a new key",
      details: """
        Asks for the old passphrase, or the recovery key, and then twice for the new passphrase, \
        which may be the same; with --passphrase-fd it reads one line for each. Every note, \
        trashed note, version and unsaved text is encrypted with the new key and read back before \
        it replaces the old one. After that, the old passphrase, the old recovery key and copies \
        of their files open nothing in the vault, but they still open older copies of the notes. \
        If the command is stopped or killed, run it again with the new passphrase to continue, or \
        with --take-back and the old passphrase to undo it. The new recovery key is shown once: on \
        the terminal, or with --passphrase-fd on standard output. With --recovery-key only the \
        recovery key is replaced. First save unsaved text on other machines: what they store \
        outside the vault's folder stays encrypted with the old key.
        """,
      example: "rekey",
      check: { $0.vaults.checkRekeying }
    ) { $0.vaults.rekey },
    CommandSpec(
      "lock", [note], vault: .changes, options: ofPaths, answer: .text,
      says: "lock one note with a passphrase of its own",
      details: """
        Diary.md becomes Diary.md.age, a file that only the passphrase opens, here or with age -d. \
        Its versions are encrypted too. The plain file is removed only after the new file has been \
        read back and opened. If the command is interrupted, run it again with the same passphrase \
        to continue. Copies in git, in backups or in other programs do not change. The commands \
        show, write and append ask for the passphrase; with --passphrase-fd each reads a line. \
        undo does not reverse it; use unlock.
        """,
      example: "lock Diary"
    ) { $0.locks.lock },
    CommandSpec(
      "unlock", [note], vault: .changes, options: ofPaths, answer: .text,
      says: "unlock a note",
      details: """
        The note becomes a plain file again, and its versions are no longer encrypted.
        """,
      example: "unlock Diary"
    ) { $0.locks.unlock },
  ]

  static let closing = [
    CommandSpec(
      "age encrypt", [ArgumentSpec("FILE", .file, isOptional: true)], vault: .none,
      options: [.recipient, .identity, .passphrase, .passphraseFD, .armor, .output],
      says: "encrypt a file for one or more recipients",
      details: """
        Writes the age format, v1. The file is encrypted for each RECIPIENT (age1…) and for the \
        owner of each key in the key files, or only with a passphrase. Without FILE it encrypts \
        standard input. Without OUT it writes to standard output; on a terminal only with --armor. \
        OUT is written in one step, once it is complete.
        """,
      example: "age encrypt -i ~/key.txt -o letter.age letter.txt"
    ) { $0.age.ageEncrypt },
    CommandSpec(
      "age decrypt", [ArgumentSpec("FILE", .file, isOptional: true)], vault: .none,
      options: [.identity, .passphrase, .passphraseFD, .output],
      says: "decrypt a file that age encrypted",
      details: """
        Tries each key in the key files, which may themselves be encrypted with a passphrase. \
        Without a key file it asks for the file's passphrase. OUT is written in one step, once all \
        of it has been verified, and only its owner can read it. Output to a pipe is verified part \
        by part, and is complete if the exit code is 0. The exit code is 5 if no given key or \
        passphrase opens the file.
        """,
      example: "age decrypt -i ~/key.txt -o letter.txt letter.age"
    ) { $0.age.ageDecrypt },
  ]
}
