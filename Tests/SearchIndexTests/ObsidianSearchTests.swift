import Entities
import NoteQueries
import Services
import TestSupport
import Testing
import VaultSettings

@testable import SearchIndex

/// Queries from Obsidian's help, over a vault where each names the notes that it must find.
@Suite("Queries as Obsidian users type them")
struct ObsidianSearchTests {
  private static let notes: [(letter: Character, path: String, text: String)] = [
    (
      "a", "a.md",
      "---\nstatus: Draft\naliases: [Name, Other]\n---\nA meeting at work about cats.\n"
    ),
    (
      "b", "b.md",
      "---\nstatus: Published\nrating: 7\n---\n# Meetup\n\nA personal meetup, work later.\n"
    ),
    ("c", "c.md", "Meeting for a personal meetup.\n\nThey said \"hello\" to each other.\n"),
    ("d", "Daily notes/2022-07-01.md", "Happy cat, HappyCat.\n\nDog and cat\nplay here.\n"),
    (
      "e", "Daily notes/2022-07-02.md",
      "---\ndue: 2022-07-09\nrating: 5\n---\nThe cat sleeps.\n\nThe dog runs.\n"
    ),
    (
      "f", "Recipes/Bread.md",
      "# Dough\n\nMix the flour.\nAdd salt.\n\n# Oven\n\nBake; mix flour, salt again.\n"
    ),
    ("g", "Recipes/Cake 202209.md", "Mix sugar and\nflour with eggs. See #food/sweet\n"),
    (
      "h", "Work/Plan.md",
      "- [ ] call Ann about #work\n- [x] email Bob\n- [ ] buy milk 📅 2022-07-09\n"
    ),
    (
      "i", "Work/Done.md",
      "- [x] call Cid\n- [x] write the call list\n\nCall nobody. #work/office\n"
    ),
    ("j", "Work/Code.md", "```\n#work call\n```\n\nC++ and C#, not #workshop.\n"),
    ("k", "Star wars.md", "Stars and wars, then star\nwars.\n"),
    ("l", "Films.md", "I saw Star Wars twice. IKEA has no ikea films.\n"),
    ("m", "Dates.md", "Born 2022-01-05, moved on 1.5.2022.\n"),
    (
      "n", "Props.md",
      "---\nstatus: in work\ntags: [inbox, project/x]\nempty:\nrating: 2.5\n---\nText.\n"
    ),
    (
      "o", "More.md",
      "---\nStatus: draft\nauthor: \"[[Ann Lee]]\"\nyears: [1999, 2004]\n---\nMore 🎉 here.\n"
    ),
    ("p", "日本.md", "日本語のノートです。東京に行く。\n"),
    ("q", "Ärger.md", "Über das Café: naïve Größe. e-mail, co-op\n"),
    ("r", "Empty.md", ""),
  ]

  static let words: [(String, String)] = [
    ("meeting work", "a"), ("meeting OR work", "abchijn"), ("meeting", "ac"),
    ("meeting work OR meetup personal", "abc"), ("meeting (work OR meetup)", "ac"),
    ("meeting (work OR meetup) personal", "c"), ("meeting -work", "c"),
    ("meeting -work -meetup", ""), ("meeting -(work meetup)", "ac"),
    ("(meeting OR meetup) -personal", "a"), ("-(meeting OR meetup) cat", "de"),
    ("\"star wars\"", "kl"), ("star wars", "kl"), ("\"saw star wars\"", "l"),
    ("\"wars star\"", ""), ("star -\"star wars\"", ""), ("stars", "k"),
    (#""they said \"hello\" to each other""#, "c"), (#""said hello""#, ""), (#""said \"hel""#, "c"),
    ("MEETING", "ac"), ("cats", "a"), ("cat", "ade"), ("\"cat\"", "ade"), ("\"art star\"", ""),
    ("\"tar wars\"", "kl"), ("\"star  wars\"", ""),
    ("\"- [x] call\"", "i"), ("\"[x] c\"", "i"), ("#work", "hij"), ("\"größe\"", "q"),
    ("\"grosse\"", ""), ("\"ikea has\"", "l"), ("\"日本語\"", "p"), ("hello", "c"),
    ("meet", "abc"), ("nothing", ""), ("wars OR flour", "fgkl"), ("mix flour -sugar", "f"),
    ("work OR (mix flour)", "abfghijn"), ("(((cat)))", "ade"), ("cat OR cat", "ade"),
    ("cat dog OR flour eggs", "deg"), ("-cat -dog -work -meetup personal", ""),
    ("日本", "p"), ("東京", "p"), ("日本 東京", "p"), ("本語", "p"), ("-日本 text", "n"),
    ("uber", "q"), ("cafe", "q"), ("CAFÉ", "q"), ("naive", "q"), ("größe", "q"),
    ("e-mail", "q"), ("co-op", "q"), ("C++", "j"), ("C#", "j"), ("🎉", "o"), ("more 🎉", "o"),
    ("\"more 🎉\"", "o"), ("🎉 OR C++", "jo"), ("-🎉 more", ""), ("*", "abcdefghijklmnopqr"),
    ("-cat *", "bcfghijklmnopqr"), ("empty", "nr"),
  ]

  static let fields: [(String, String)] = [
    ("file:202209", "g"), ("file:.md", "abcdefghijklmnopqr"), ("file:plan", "h"),
    ("file:Work", ""), ("file:\"star wars\"", "k"), ("file:2022-07", "de"),
    ("file:(plan OR done)", "hi"), ("file:(cake 202209)", "g"), ("file:/^\\d{4}-/", "de"),
    ("file:/^C.*\\.md$/", "gj"), ("file:/^c/i", "cgj"), ("file:/^work/i", ""),
    ("-file:(plan OR done) path:work", "j"), ("file:日本", "p"), ("file:ärger", "q"),
    ("path:\"Daily notes/2022-07\"", "de"), ("path:work", "hij"), ("path:Work/Plan", "h"),
    ("path:(work OR recipes)", "fghij"), ("path:(work -plan)", "ij"),
    ("path:/\\d{4}-\\d{2}-\\d{2}/", "de"), ("path:/^Work\\/[PD]/", "hi"),
    ("path:(/^Work/ -/Code/)", "hi"), ("path:/recipes/", ""), ("path:/recipes/i", "fg"),
    ("-path:/\\// cat", "a"), ("path:(\"daily notes\" OR /^Re/) mix", "fg"),
    ("content:\"happy cat\"", "d"), ("content:plan", ""), ("content:(happy dog)", "d"),
    ("content:star -content:saw", "k"), ("content:/[0-9]{4}/", "ehmo"),
    ("match-case:HappyCat", "d"), ("match-case:happycat", ""), ("match-case:IKEA", "l"),
    ("match-case:(IKEA Star)", "l"), ("match-case:(Meeting OR meeting)", "ac"),
    ("match-case:\"Star Wars\"", "l"), ("ignore-case:ikea", "l"), ("ignore-case:HAPPYCAT", "d"),
    ("ignore-case:(ikea OR happycat)", "dl"), ("match-case:cat -match-case:cats", "de"),
    ("tag:#work", "hi"), ("tag:work", "hi"), ("tag:#work/office", "i"), ("tag:workshop", "j"),
    ("tag:(inbox OR work)", "hin"), ("tag:food", "g"), ("tag:project", "n"), ("tag:project/x", "n"),
    ("-tag:work path:work", "j"), ("tag:#Work", "hi"), ("tag:wor", ""),
    ("tag:(work -work/office)", "h"),
    ("/\\d{4}-\\d{2}-\\d{2}/", "dehm"), ("/\\bcats?\\b/", "ade"), ("/^the/i", "ce"),
    ("/(mix|bake)/i -sugar", "f"), ("/wars\\./", "k"), ("meeting /per.+al/", "c"),
  ]

  static let parts: [(String, String)] = [
    ("line:(mix flour)", "f"), ("line:(dog cat)", "d"), ("line:(star wars)", "kl"),
    ("line:cat", "ade"), ("line:(\"mix the\" OR sugar)", "fg"), ("line:(cat -happy)", "ade"),
    ("line:/^Dog/", "d"), ("line:(mix -flour)", "g"),
    ("block:(dog cat)", "d"), ("block:(dog play)", "d"), ("block:(sugar eggs)", "g"),
    ("block:(cat dog -play)", ""), ("block:(star -saw)", "k"), ("block:(mix salt)", "f"),
    ("section:(dough salt)", "f"), ("section:(dough bake)", ""), ("section:(oven flour)", "f"),
    ("section:(dog cat)", "de"), ("section:(meetup later)", "b"),
    ("task:call", "hi"), ("task:email", "h"), ("task:(call OR email)", "hi"), ("task:\"\"", "hi"),
    ("task:(call list)", "i"), ("task:/Ann|Cid/", "hi"), ("task:nobody", ""),
    ("task-todo:call", "h"), ("task-todo:\"\"", "h"), ("task-todo:email", ""),
    ("task-todo:(buy milk)", "h"),
    ("task-done:call", "i"), ("task-done:\"\"", "hi"), ("task-done:(call OR email)", "hi"),
    ("-task-todo:\"\" path:work", "ij"), ("-task:\"\" path:work", "j"),
    ("line:\"\" cat", "ade"), ("block:\"call nobody\"", "i"),
    ("task-todo:call task-done:email", "h"),
  ]

  static let properties: [(String, String)] = [
    ("[aliases]", "a"), ("[aliases:Name]", "a"), ("[aliases:name]", "a"), ("[aliases:Nam]", "a"),
    ("[status:work]", "n"), ("[status:in OR raft]", "ano"),
    ("[author:lee]", "o"), ("[rating:.5]", ""), ("[/^Stat/]", "abno"), ("[/STAT/i:\"in w\"]", "n"),
    ("[/ing$/:>5]", "b"), ("-[/./] cat", "d"), ("[/^stat/:/^dr/i]", "ao"),
    ("[aliases:Other]", "a"), ("[status]", "abno"), ("[status:Draft]", "ao"),
    ("[status:draft]", "ao"),
    ("[STATUS:\"in work\"]", "n"), ("[status:in work]", "n"),
    ("[status:Draft OR Published]", "abo"),
    ("[status:(Draft OR Published)]", "abo"), ("[status:(Draft OR \"in work\")]", "ano"),
    ("[status:/^dr/i]", "ao"), ("[status:/^Dr/]", "a"), ("[status:/work$/ OR Published]", "bn"),
    ("[status:(/^P/ OR draft)]", "abo"), ("-[status:/./] cat", "de"), ("[status:-draft]", ""),
    ("[empty:null]", "n"), ("[empty]", "n"), ("[status:null]", ""), ("[empty:(null OR x)]", "n"),
    ("[rating:>5]", "b"), ("[rating:<5]", "n"), ("[rating:>=5]", "be"), ("[rating:<=2.5]", "n"),
    ("[rating:7]", "b"), ("[rating:>2 OR <1]", "ben"), ("[due:2022-07-09]", "e"),
    ("[due:<2022-08-01]", "e"), ("[due:>2022-07-09]", ""), ("[tags:inbox]", "n"),
    ("[years:1999]", "o"), ("[years:/^20/]", "o"), ("[years:>2000]", "o"),
    ("[author:/Ann/]", "o"), ("[author]", "o"), ("-[status] -path:work cat", "de"),
    ("[missing]", ""), ("[status] -[rating]", "ao"), ("[status:draft] -🎉", "a"),
  ]

  @Test(
    "Each query finds its notes both by the index and by the notes themselves",
    arguments: [words, fields, parts, properties])
  func finds(_ table: [(String, String)]) async throws {
    let files = MemoryVault()
    for note in Self.notes { files.write(note.path, note.text, seconds: 1) }
    let letters = Dictionary(uniqueKeysWithValues: Self.notes.map { ($0.path, $0.letter) })
    let folder = TemporaryFolder()
    let indexed = try IndexedVault(files, in: folder).index
    let plain = VaultIndex(
      files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    let today = CivilTime(year: 2022, month: 7, day: 2)
    for (text, expected) in table {
      let query = try NoteQuery(parsing: text, today: today)
      #expect(try NoteQuery(parsing: query.text, today: today) == query, "\(text)")
      for index in [indexed, plain] {
        let hits = try await index.search.search(query, limit: 100, excerpts: true).hits
        let found = String(hits.compactMap { letters[$0.id.path.text] }.sorted())
        #expect(found == expected, "\(text)")
      }
    }
  }

  private struct Foreign: ForeignSettings {
    var ignored: [String] = []
    var rules = TaskRules()

    func tasksPlugin() -> PluginSettings<TaskRules> { PluginSettings(rules) }

    func obsidian() async -> ObsidianSettings {
      var settings = ObsidianSettings()
      settings.ignored = ignored
      return settings
    }

    var templateFolder: String? { nil }
  }

  @Test(
    "Files that Obsidian excludes are not found",
    arguments: [
      ([], "defghij"), (["Work/"], "defg"), (["Work/Do", "/^Daily/"], "fghj"),
      (["/[/", ""], "defghij"), (["/Cake/", "/Work\\/C/"], "defhi"), (["Rec", "D"], "hij"),
    ] as [([String], String)])
  func ignores(filters: [String], expected: String) async throws {
    let files = MemoryVault()
    for note in Self.notes { files.write(note.path, note.text, seconds: 1) }
    let letters = Dictionary(uniqueKeysWithValues: Self.notes.map { ($0.path, $0.letter) })
    let folder = TemporaryFolder()
    let foreign = Foreign(ignored: filters)
    let indexed = try IndexedVault(files, in: folder, foreign: foreign).index
    let plain = VaultIndex(
      files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock(),
      foreign: foreign)
    let today = CivilTime(year: 2022, month: 7, day: 2)
    let query = try NoteQuery(parsing: "path:/\\//", today: today)
    for index in [indexed, plain] {
      let hits = try await index.search.search(query, limit: 100, excerpts: false).hits
      #expect(Set(hits.compactMap { letters[$0.id.path.text] }) == Set(expected))
    }
  }

  @Test(
    "The vault's own statuses decide what the task symbols mean",
    arguments: [
      ("task-todo:\"\"", "dw"), ("task-done:\"\"", "fx"), ("task:\"\"", "cdfnwx"),
      ("task:done", "fx"), ("task:todo", "dw"), ("-task-done:\"\"", "cdnw"),
      ("task-done:one task-todo:one", ""),
    ])
  func statuses(text: String, expected: String) async throws {
    let files = MemoryVault()
    for sign in ["x", "w", "f", "c", "n", "-"] {
      let letter = sign == "-" ? "d" : sign
      files.write("\(letter).md", "- [\(sign)] one task\n", seconds: 1)
    }
    var rules = TaskRules()
    rules.statuses = [
      TaskStatus(" ", "Todo", next: "x", .todo), TaskStatus("x", "Done", next: " ", .done),
      TaskStatus("-", "Reopened", next: "x", .todo), TaskStatus("f", "Filed", next: " ", .done),
      TaskStatus("c", "Dropped", next: " ", .cancelled),
      TaskStatus("n", "Note", next: "n", .notTask),
    ]
    let foreign = Foreign(rules: rules)
    let folder = TemporaryFolder()
    let indexed = try IndexedVault(files, in: folder, foreign: foreign).index
    let plain = VaultIndex(
      files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock(),
      foreign: foreign)
    let today = CivilTime(year: 2022, month: 7, day: 2)
    let query = try NoteQuery(parsing: text, today: today)
    for index in [indexed, plain] {
      let hits = try await index.search.search(query, limit: 100, excerpts: false).hits
      #expect(hits.map { $0.id.path.stem.text }.sorted().joined() == expected)
    }
  }

  @Test("The tables hold at least 150 queries, each of them once")
  func count() {
    let all = (Self.words + Self.fields + Self.parts + Self.properties).map(\.0)
    #expect(all.count >= 150 && Set(all).count == all.count)
  }
}
