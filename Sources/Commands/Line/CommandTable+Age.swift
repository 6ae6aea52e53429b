extension CommandTable {
  static let closing = [
    CommandSpec(
      "age encrypt", [ArgumentSpec("FILE", .file, isOptional: true)], vault: .none,
      options: [.recipient, .identity, .passphrase, .passphraseFD, .armor, .output],
      says: "encrypt a file for one or more recipients",
      details: """
        Writes the age format, v1. It is closed for each RECIPIENT (age1…) and for the owner of \
        each key in the files of keys, or with a passphrase alone. Without FILE it closes standard \
        input; without OUT it writes to standard output, and to a terminal only with --armor. OUT \
        stands in its place once it is whole, and not before.
        """,
      example: "age encrypt -i ~/key.txt -o letter.age letter.txt"
    ) { $0.age.ageEncrypt },
    CommandSpec(
      "age decrypt", [ArgumentSpec("FILE", .file, isOptional: true)], vault: .none,
      options: [.identity, .passphrase, .passphraseFD, .output],
      says: "open a file that age closed",
      details: """
        Tries each key in the files of keys, which may be closed with a passphrase themselves; \
        without one it asks for the file's passphrase. OUT stands in its place once all of it was \
        proved to be what was closed, for its owner alone; what goes to a pipe is proved part by \
        part, and is whole if the exit code is 0. The exit code is 5 where nothing that was given \
        opens it.
        """,
      example: "age decrypt -i ~/key.txt -o letter.txt letter.age"
    ) { $0.age.ageDecrypt },
  ]
}
