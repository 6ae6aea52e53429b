extension CommandTable {
  static let properties = [
    CommandSpec(
      "prop get", [note, propertyName(isOptional: true)], vault: .opens,
      answer: .many([
        AnswerField("name", "the name as the note writes it"), type,
        AnswerField("value", "its value as JSON; null if it has none"),
      ]),
      says: "print a note's properties, or one of them",
      details: """
        Properties are in the front matter, between two --- lines at the start of the note. \
        Without NAME each line has a name and its values; with NAME only the values are printed, \
        one per line. Names are compared without regard to case. The exit code is 3 if the note \
        does not have the property, and 1 if its front matter cannot be read.
        """,
      example: "prop get \"Plan B\" status"
    ) { $0.properties.get },
    CommandSpec(
      "prop set",
      [
        note, propertyName(),
        ArgumentSpec("VALUE", .propertyValue, isOptional: true, repeats: true),
      ],
      vault: .changes, options: changing + [.type], answer: .many(changeFields),
      says: "set a property in one note or in many",
      details: """
        Only the lines of that property change; comments, the order and the form of lists stay the \
        same. Several VALUEs make a list. The type comes from --type, else from Obsidian's \
        types.json, else from the note's own value, else from the values in most notes, else from \
        VALUE itself. A day is written as 2026-12-01, tomorrow, fri, in 2 weeks or 1 dec. A VALUE \
        that does not fit the type is refused. With --where QUERY there is no NOTE: all notes that \
        the query finds get the value. The changes are printed, and --yes makes them all in one \
        step. A note whose front matter cannot be read, has the name twice, or has an anchor in \
        the value is skipped and named, and the exit code is 1. Put arguments that begin with a \
        dash after --.
        """,
      example: "prop set \"Plan B\" due fri --type date",
      check: { $0.properties.checkSet }
    ) { $0.properties.set },
    CommandSpec(
      "prop unset", [note, propertyName(isOptional: true)], vault: .changes, options: changing,
      answer: .many(changeFields),
      says: "remove a property from one note or from many",
      details: """
        The lines of the property are removed; comments after them stay. --where QUERY and --yes \
        work as for prop set. The exit code is 3 if no note has the property.
        """,
      example: "prop unset draft --where tag:work",
      check: { $0.properties.checkName }
    ) { $0.properties.unset },
    CommandSpec(
      "prop list", vault: .opens,
      answer: .many([
        AnswerField("name", "as it is written in most notes of that type"), type,
        AnswerField("notes", "how many notes have it"),
      ]),
      says: "list all properties with their types",
      details: """
        The type is what Obsidian's types.json says, else what most values are: text, multitext (a \
        list), number, checkbox, date, datetime, tags or aliases.
        """,
      example: "prop list"
    ) { $0.properties.list },
    CommandSpec(
      "prop rename",
      [ArgumentSpec("OLD", .property), ArgumentSpec("NEW", .property)], vault: .changes,
      options: changing, answer: .many(changeFields),
      says: "rename a property in all notes",
      details: """
        Renames OLD in all notes that have it, or in those of them that --where QUERY finds. The \
        changes are printed, and --yes makes them all in one step. A note that already has NEW is \
        skipped and named, and the exit code is 1; it is 3 if no note has OLD.
        """,
      example: "prop rename state status --yes",
      check: { $0.properties.checkNames }
    ) { $0.properties.rename },
  ]

  private static let changing: [OptionName] = [.where, .yes, .absolute]

  private static func propertyName(isOptional: Bool = false) -> ArgumentSpec {
    ArgumentSpec("NAME", .property, isOptional: isOptional)
  }

  private static let type = AnswerField(
    "type",
    "Obsidian's name of the type; null if there is no value")

  private static let changeFields =
    location + [
      AnswerField("name", "the property's name after the change"),
      AnswerField("old", "its value before; null if it had none"),
      AnswerField("new", "its value after; null if it has none"),
    ]
}
