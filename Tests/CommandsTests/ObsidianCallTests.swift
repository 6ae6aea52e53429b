import TestSupport
import Testing

@testable import Commands

@Suite("Words of Obsidian's command line")
struct ObsidianCallTests {
  private static func call(_ words: [String]) throws(UsageError) -> ObsidianCall {
    try ObsidianCall(words.map { RawArgument($0) })
  }

  @Test(
    "A value may have any sign, and \\n and \\t in it are a line break and a tab",
    arguments: [
      ("content=a\\nb\\tc", "a\nb\tc"), ("content=a=b", "a=b"), ("content=", ""),
      ("content=\\\\ \\x \\", "\\\\ \\x \\"), ("content=-", "-"),
    ])
  func values(word: String, value: String) throws {
    let call = try Self.call(["append", "file=A", word])
    #expect(call["content"]?.text == value)
  }

  @Test("The vault comes first, and a line without a verb asks for help")
  func vault() throws {
    let call = try Self.call(["vault=My Notes", "read", "file=A"])
    #expect((call.vault, call.verbName, call["file"]?.text) == ("My Notes", "read", "A"))
    #expect(try Self.call([]).verbName == "help")
    #expect(try Self.call(["help", "read"]).topic == "read")
  }

  private static let wrong: [([String], String)] = [
    (["raed"], "there is no verb “raed”. Did you mean read?"),
    (["xyzzy"], "there is no verb “xyzzy”. notes-tui obsidian help lists the verbs."),
    (
      ["sync:read"],
      "“sync:read” is not here: it belongs to Obsidian Sync; notes-tui sync uses git."
    ),
    (["tabs"], "“tabs” is not here: it needs a window of Obsidian."),
    (["help", "eval"], "“eval” is not here: it inspects the running Obsidian."),
    (["read", "fiel=A"], "read has no “fiel”. Did you mean file=?"),
    (
      ["read", "everything"],
      "read has no “everything”. Usage: notes-tui obsidian read [file=NAME] [path=PATH]"
    ),
    (["read", "file"], "file needs a value: file=NAME."),
    (["tags", "total=1"], "total takes no value."),
    (["tags", "format=xml"], "“xml” is not a value of format=. Use tsv, json or csv."),
    (["tags", "active"], "no file is active here. Name one with file= or path=."),
    (["read", "file=A", "file=B"], "file= is given twice."),
    (["read", "file=A", "path=A.md"], "file= and path= both name a note. Leave out one of them."),
    (["read", "vault=A"], "vault= must come before read."),
    (["append", "file=A"], "append needs content=TEXT."),
    (["search"], "search needs query=QUERY."),
  ]

  @Test("A mistake is named, with what to do", arguments: wrong)
  func mistakes(words: [String], message: String) {
    #expect(throws: UsageError.obsidian(message)) { try Self.call(words) }
  }

  @Test("What only windows need is taken and changes nothing")
  func windows() throws {
    let call = try Self.call(["daily", "paneType=split", "newtab", "silent", "open"])
    #expect(call.verbName == "daily")
  }

  @Test("Only a verb that changes notes opens the vault for changes")
  func uses() throws {
    for verb in ObsidianVerb.all {
      let words = verb.parameters.filter(\.isRequired).map { "\($0.name)=1" }
      let use = try Self.call([verb.name] + words).vaultUse
      #expect((use >= .changes) == Self.changing.contains(verb.name), "\(verb.name)")
    }
    #expect(try Self.call(["task", "ref=A.md:1"]).vaultUse == .opens)
    #expect(try Self.call(["task", "ref=A.md:1", "toggle"]).vaultUse == .changes)
    #expect(try Self.call(["task", "ref=A.md:1", "status=-"]).vaultUse == .changes)
  }

  private static let changing: Set = [
    "append", "prepend", "create", "rename", "move", "delete", "property:set", "property:remove",
    "daily", "daily:append", "daily:prepend", "unique", "base:create", "history:restore",
    "bookmark",
  ]

  @Test("Every verb of Obsidian's is named once: as it is here, or with the reason that it is not")
  func table() {
    let names = ObsidianVerb.all.map(\.name) + ObsidianVerb.absences.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(names.count == 115)
    for verb in ObsidianVerb.all {
      #expect(Set(verb.parameters.map(\.name)).count == verb.parameters.count, "\(verb.name)")
      #expect(verb.summary.last != "." && verb.differs?.last != ".", "\(verb.name)")
      #expect(ObsidianHelp.overview.contains("\(verb.name): \(verb.summary.prefix(20))"))
      #expect(ObsidianHelp.text(of: verb).hasPrefix("Usage: notes-tui obsidian \(verb.name)"))
    }
  }

  @Test("The page of the guide has the table")
  func guide() throws {
    let path = resource("Guide/verbs.md")
    let page = try text(at: path)
    let start = try #require(page.firstRange(of: "\n- `file`")).lowerBound
    try expect(page[...start] + ObsidianHelp.guideList, at: path)
  }
}
