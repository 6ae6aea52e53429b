import Entities

extension CommandTable {
  static let properties = [
    CommandSpec(
      "prop get", [note, propertyName(isOptional: true)], vault: .opens,
      answer: .many([
        AnswerField("name", "as the note writes it"), type,
        AnswerField("value", "as JSON has it; null for none"),
      ]),
      says: "print a note's properties, or one of them",
      details: """
        Properties are in the front matter, between two lines of --- at the note's start. Without \
        NAME each line has a name and its values; with it, the values alone, one a line. Names are \
        compared without case. The exit code is 3 where the note has no such property, and 1 where its \
        front matter cannot be read.
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
      says: "give a property a value, in one note or in many",
      details: """
        Only the lines of that property change; comments, the order and the form of lists stay. Several \
        VALUEs are a list. Its type is what --type says, else what Obsidian's types.json says, else \
        what the note's own value is, else what most notes have there, else what VALUE looks like. A \
        day is written as 2026-12-01, tomorrow, fri, in 2 weeks or 1 dec. A VALUE that is not of the \
        type is refused. With --where QUERY there is no NOTE: all notes that the query finds get the \
        value; the changes are printed, and made with --yes, all in one step. A note whose front matter \
        cannot be read, has the name twice, or has an anchor in the value is left alone and named, and \
        the exit code is 1. What begins with a dash goes behind --.
        """,
      example: "prop set \"Plan B\" due fri --type date",
      check: { $0.properties.checkSet }
    ) { $0.properties.set },
    CommandSpec(
      "prop unset", [note, propertyName(isOptional: true)], vault: .changes, options: changing,
      answer: .many(changeFields),
      says: "take a property away, from one note or from many",
      details: """
        The lines of the property go, comments behind them stay. --where QUERY and --yes are as for \
        prop set. The exit code is 3 where no note has it.
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
      says: "give a property another name in all notes",
      details: """
        In all notes that have OLD, or in those of them that --where QUERY finds. The changes are \
        printed, and made with --yes, all in one step. A note that has NEW already is left alone and \
        named, and the exit code is 1; it is 3 where no note has OLD.
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
    "as Obsidian calls it; null where there is no value")

  private static let changeFields =
    location + [
      AnswerField("name", "the property, as it is called then"),
      AnswerField("old", "its value before; null without"),
      AnswerField("new", "its value then; null without"),
    ]
}
