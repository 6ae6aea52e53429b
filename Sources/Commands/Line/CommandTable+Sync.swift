extension CommandTable {
  static let syncing = [
    CommandSpec(
      "sync", vault: .changes, options: [.setUp, .status, .dryRun, .watch, .yes],
      answer: .one([
        AnswerField("remote", "the remote's name; null where there is none"),
        AnswerField("url", "its address"),
        AnswerField("branch", "the branch that is synced"),
        AnswerField("lastSync", "when a sync came to its end last, in UTC"),
        AnswerField("ahead", "how many commits the remote lacks"),
        AnswerField("behind", "how many of its commits are not here"),
        AnswerField("waiting", "the paths of files that were changed since"),
        AnswerField("came", "what was changed here: each with path and kind"),
        AnswerField("went", "what was sent: the same"),
        AnswerField("conflicts", "the paths of notes in which two texts are marked"),
        AnswerField("events", "what else is to be known, as sentences"),
      ]),
      says: "bring the notes and their git remote in line",
      details: """
        Fetches, merges both sides' changes note by note, and sends the result; nothing is ever \
        written over. Where both changed the same lines both texts are marked in the note, and the \
        exit code is 6. --setup names the remote, and makes a repository of the vault where it is \
        none. --status asks no network. --watch syncs after each change, and every ten minutes, until \
        it is ended. What it would not do unasked it names and ends with 1; --yes agrees to it. The \
        exit code is 1 without a network, 5 where a password or key is wanted.
        """,
      example: "sync --setup git@example.org:ann/notes.git"
    ) { $0.syncing.sync },
  ]
}
