extension CommandTable {
  static let locking = [
    CommandSpec(
      .encrypt, options: [.passphraseFD], answer: .text,
      says: "encrypt all notes of a vault",
      details: """
        Every note, attachment and trashed note becomes a file that only the passphrase opens, under \
        a name that tells nothing; kept versions and unsaved texts too. The old files are removed \
        only once all new ones were read back and compared. Ctrl-C before that leaves the vault as \
        it was. Killed at any moment, it is gone on with by the same command. What a folder whose \
        name begins with a dot holds stays as it is, the history in .git with it. The recovery key \
        is shown once, and printed where the passphrase comes by a descriptor.
        """,
      example: "encrypt"),
    CommandSpec(
      .decrypt, options: [.passphraseFD],
      says: "turn an encrypted vault into a plain folder",
      details: """
        The other way round, with the same care. Instead of the passphrase the recovery key can be \
        given. Nothing is written over: where a file stands in the way, it is named and nothing is \
        done. Of an encryption that has removed nothing yet it takes away what was written.
        """,
      example: "decrypt"),
    CommandSpec(
      .passphrase, options: [.passphraseFD],
      says: "change the passphrase of an encrypted vault",
      details: """
        Asks for the old one, or the recovery key, and then twice for the new one; from a descriptor \
        it reads a line each. No note is written anew. Copies of .notes-tui/identity.age that were \
        made before open with the old passphrase still.
        """,
      example: "passphrase"),
  ]
}
