extension CommandTable {
  static let locking = [
    CommandSpec(
      "encrypt", vault: .finds, options: [.passphraseFD], answer: .text,
      says: "encrypt all notes of a vault",
      details: """
        Every note, attachment and trashed note becomes a file that only the passphrase opens, under \
        a name that says nothing; versions and unsaved texts too. The old files are removed \
        only once all new ones were read back and compared. Ctrl-C before that leaves the vault as \
        it was. Killed at any moment, it is gone on with by the same command. What a folder whose \
        name begins with a dot holds stays as it is, the history in .git with it. The recovery key \
        is shown once, and printed where the passphrase comes by a descriptor.
        """,
      example: "encrypt",
      check: { $0.vaults.checkMayChange }
    ) { $0.vaults.encrypt },
    CommandSpec(
      "decrypt", vault: .finds, options: [.passphraseFD],
      says: "turn an encrypted vault into a plain folder",
      details: """
        The other way round, with the same care. Instead of the passphrase the recovery key can be \
        given. Nothing is written over: where a file is in the way, it is named and nothing is \
        done. Of an encryption that has removed nothing yet it takes away what was written.
        """,
      example: "decrypt",
      check: { $0.vaults.checkMayChange }
    ) { $0.vaults.decrypt },
    CommandSpec(
      "passphrase", vault: .finds, options: [.passphraseFD],
      says: "change the passphrase of an encrypted vault",
      details: """
        Asks for the old one, or the recovery key, and then twice for the new one; from a descriptor \
        it reads a line each. The key and the notes stay as they are: a copy of \
        .notes-tui/identity.age that was made before opens with the old passphrase still, and so do \
        all notes, those too that are written later. Where somebody else may know the old \
        passphrase, give the vault a new key with rekey.
        """,
      example: "passphrase",
      check: { $0.vaults.checkMayChange }
    ) { $0.vaults.changePassphrase },
    CommandSpec(
      "rekey", vault: .finds, options: [.recoveryKey, .takeBack, .passphraseFD], answer: .text,
      says: "give an encrypted vault a new key",
      details: """
        Asks for the old passphrase, or the recovery key, and then twice for the new one, which may be \
        the same; from a descriptor it reads a line each. Every note, trashed note, version \
        and unsaved text is closed with the new key, each read back before it replaces the old one. \
        The old passphrase, the old recovery key and copies of their files then open nothing that \
        is in the vault; copies of the notes that were made before they open still. Stopped or \
        killed at any moment, it is gone on with by the same command and the new passphrase, or \
        taken back with --take-back and the old one. The new recovery key is shown once, and \
        printed where the passphrase comes by a descriptor. With --recovery-key the vault gets \
        another recovery key alone. Save what is unsaved on other machines first: what they keep \
        of the vault outside its folder stays closed with the old key.
        """,
      example: "rekey",
      check: { $0.vaults.checkRekeying }
    ) { $0.vaults.rekey },
    CommandSpec(
      "lock", [note], vault: .changes, options: ofPaths, answer: .text,
      says: "lock one note with a passphrase of its own",
      details: """
        Diary.md becomes Diary.md.age, a file that the passphrase opens and nothing else does, here \
        or with age -d. Its versions are closed with it. The plain file is removed only once \
        the new one was read back and opened; stopped in between, the same command with the same \
        passphrase goes on. What git, backups or other programs have of it stays as it is. The \
        commands show, write and append ask for the passphrase; from a descriptor each reads a line. \
        undo does not take it back: unlock does.
        """,
      example: "lock Diary"
    ) { $0.locks.lock },
    CommandSpec(
      "unlock", [note], vault: .changes, options: ofPaths, answer: .text,
      says: "unlock a note",
      details: """
        Its text is a plain file again, and its versions are plain too.
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
        Writes the age format, v1. It is closed for each RECIPIENT (age1…) and for the owner of \
        each key in the files of keys, or with a passphrase alone. Without FILE it closes standard \
        input; without OUT it writes to standard output, and to a terminal only with --armor. OUT \
        is written in one step once it is whole, and not before.
        """,
      example: "age encrypt -i ~/key.txt -o letter.age letter.txt"
    ) { $0.age.ageEncrypt },
    CommandSpec(
      "age decrypt", [ArgumentSpec("FILE", .file, isOptional: true)], vault: .none,
      options: [.identity, .passphrase, .passphraseFD, .output],
      says: "open a file that age closed",
      details: """
        Tries each key in the files of keys, which may be closed with a passphrase themselves; \
        without one it asks for the file's passphrase. OUT is written in one step once all of it was \
        proved to be what was closed, for its owner alone; what goes to a pipe is proved part by \
        part, and is whole if the exit code is 0. The exit code is 5 where nothing that was given \
        opens it.
        """,
      example: "age decrypt -i ~/key.txt -o letter.txt letter.age"
    ) { $0.age.ageDecrypt },
  ]
}
