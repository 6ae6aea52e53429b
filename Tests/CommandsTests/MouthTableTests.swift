import Testing

@testable import Commands

/// The use cases with several interfaces, and the tests that compare these.
@Suite("Each command's use case is compared with the screens, or exists only in one interface")
struct MouthTableTests {
  private static let compared: [String: String] = [
    "new": "NewNoteMouthTests",
    "rename": "NoteMouthTests", "move": "NoteMouthTests", "trash": "NoteMouthTests",
    "restore": "TidyMouthTests", "history restore": "TidyMouthTests",
    "join": "ManyMouthTests", "tags rename": "ManyMouthTests", "conflicts merge": "ManyMouthTests",
    "prop set": "PropertyMouthTests",
    "task done": "TaskMouthTests", "task add": "TaskChangeMouthTests",
    "task reschedule": "TaskChangeMouthTests",
    "lock": "LockMouthTests", "unlock": "LockMouthTests",
    "sync": "ExchangeMouthTests", "import": "ExchangeMouthTests",
    "base query": "BaseMouthTests", "spell": "SpellingMouthTests",
  ]

  /// Boards change only on their screen; ticking, which they share with others, is in
  /// `TaskMouthTests`. Likewise views of bases, whose cells are in `PropertyMouthTests`, and own
  /// words, which only the editor adds.
  private static let alone: [String: String] = [
    "write": "the editor saves texts of its own, and merges",
    "append": "the editor types",
    "open-uri": "the screen writes with RequestsCases too, which has its own tests",
    "capture": "the screens add to the note itself", "clip": "no screen gets a page",
    "daily": "the screens open the day's note before it is there",
    "attach": "the editor pastes a path; both await FileAttaching, which has its own tests",
    "prop unset": "what prop set awaits, with no value",
    "prop rename": "what prop set awaits, with another change",
    "export": "no screen exports", "export ics": "no screen exports",
    "base views": "the screen has them as tabs", "base check": "no screen checks all bases",
    "undo": "each screen takes its own back", "doctor": "no screen repairs",
    "obsidian": "its verbs await what the other commands await",
    "edit": "the screens lend the terminal to the editor",
    "run": "each way shows the answer of the program as it can; OwnCommandCases has its own tests",
  ]

  @Test("Each command that changes or exports notes is in one of the two tables")
  func all() {
    let changing = CommandTable.all.filter { $0.vault >= .changes }.map(\.name.rawValue)
    let named = Set(Self.compared.keys).union(Self.alone.keys)
    #expect(Set(changing).subtracting(named) == [])
    #expect(named.subtracting(CommandTable.all.map(\.name.rawValue)) == [])
    #expect(Set(Self.compared.keys).intersection(Self.alone.keys) == [])
  }
}
