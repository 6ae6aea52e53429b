/// The descriptions of Obsidian's verbs, made from their table.
enum ObsidianHelp {
  static func text(of verb: ObsidianVerb) -> String {
    var lines = [
      HelpText.wrapped(
        "Usage: notes-tui obsidian \(verb.usage)", indent: "", hanging: "  "), "",
      row(of: verb),
    ]
    if verb.formats.count > 1 {
      lines.append("The format is \(verb.formats[0]) where none is named.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lists every verb of Obsidian's.
  static var overview: String {
    let start = "Usage: notes-tui obsidian [vault=NAME] VERB [KEY=VALUE]… [FLAG]…\n\n"
    let rows = ObsidianVerb.all.map { "\($0.name): \(meaning(of: $0))" }
    let absent = ObsidianVerb.absences.map {
      "Not here: \($0.names.joined(separator: ", ")). \(reason(of: $0))"
    }
    return start
      + (rows + [""] + absent).map { HelpText.wrapped($0, indent: "", hanging: "    ") + "\n" }
      .joined()
  }

  /// The rows of the guide, one for each verb, and one for the verbs that are not here for the same
  /// reason.
  static var rows: [String] {
    ObsidianVerb.all.map { "`\($0.name)`: \(meaning(of: $0))" }
      + ObsidianVerb.absences.map {
        $0.names.map { "`\($0)`" }.joined(separator: ", ") + ": not here. \(reason(of: $0))"
      }
  }

  /// The rows as the page of the guide has them.
  static var guideList: String {
    rows.map { HelpText.wrapped($0, indent: "- ", hanging: "  ", width: 80) + "\n" }.joined()
  }

  private static func row(of verb: ObsidianVerb) -> String {
    HelpText.wrapped("\(verb.name): \(meaning(of: verb))", indent: "", hanging: "")
  }

  private static func reason(of absence: ObsidianAbsence) -> String {
    "\(absence.names.count == 1 ? "It" : "Each") \(absence.reason)."
  }

  private static func meaning(of verb: ObsidianVerb) -> String {
    verb.summary + "." + (verb.differs.map { " Differs: \($0)." } ?? "")
  }
}
