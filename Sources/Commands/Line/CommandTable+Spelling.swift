extension CommandTable {
  static let spelling = [
    CommandSpec(
      "spell", [ArgumentSpec("NOTE", .note, isOptional: true, repeats: true)], vault: .opens,
      options: [.language, .words, .absolute],
      answer: .many(
        place + [
          AnswerField("line", "where the word stands, counted from 1"),
          AnswerField("column", "the same in the line, in characters"),
          AnswerField("word", "a word that no dictionary has"),
          AnswerField("suggestions", "what it may have been meant as, the best first"),
        ]),
      says: "list misspelled words",
      details: """
        Each line is path:line:column: word: suggestions. Without NOTE it looks at all notes but those \
        that are locked. Code, formulas, HTML, links, tags, addresses and front matter have no words. \
        The dictionaries are those of hunspell; of several languages a word is in one. Which ones, says \
        --lang, else lang in the note's properties, else the setting spelling-languages, else LANG. \
        Suggestions take up to a twentieth of a second for each word that is found; --words does without. \
        Own words are right: a line each in .notes-tui/words of the vault and in the file words beside \
        the settings. The exit code is 1 where a word was found.
        """,
      example: "spell \"Plan B\" --lang en_US --lang de_DE"
    ) { $0.spelling.spell }
  ]
}
