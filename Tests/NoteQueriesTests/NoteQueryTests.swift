import Entities
import NoteQueries
import Testing

@Suite("Reading a person's query")
struct NoteQueryTests {
  /// A Monday.
  static let today = CivilTime(year: 2026, month: 3, day: 2, hour: 10, minute: 30)

  private func parse(_ text: String) throws(QueryError) -> NoteQuery {
    try NoteQuery(parsing: text, today: Self.today)
  }

  private static func days(_ first: String?, _ last: String?) -> NoteQuery.DateBound {
    func day(_ text: String) -> CivilTime {
      let parts = text.split(separator: "-").map { Int($0) ?? 0 }
      return CivilTime(year: parts[0], month: parts[1], day: parts[2])
    }
    return NoteQuery.DateBound(first: first.map(day), last: last.map(day))
  }

  static let readings: [(String, NoteQuery)] = [
    ("", .all),
    ("  \t", .all),
    ("*", .all),
    ("-*", .not(.all)),
    ("apple", .word("apple")),
    ("apple pear", .and([.word("apple"), .word("pear")])),
    ("a OR b", .or([.word("a"), .word("b")])),
    ("a b OR c", .or([.and([.word("a"), .word("b")]), .word("c")])),
    ("a (b OR c)", .and([.word("a"), .or([.word("b"), .word("c")])])),
    ("a(b)", .and([.word("a"), .word("b")])),
    ("(a b) c", .and([.and([.word("a"), .word("b")]), .word("c")])),
    ("or", .word("or")),
    ("ORANGE", .word("ORANGE")),
    (#"\OR"#, .word("OR")),
    ("-a", .not(.word("a"))),
    ("--a", .not(.not(.word("a")))),
    ("-(a OR b)", .not(.or([.word("a"), .word("b")]))),
    (#"-"a b""#, .not(.literal("a b", isAnyCase: true))),
    ("e-mail", .word("e-mail")),
    ("針山", .word("針山")),
    (#""next year""#, .literal("next year", isAnyCase: true)),
    (#""a \"b\" \\ c""#, .literal(#"a "b" \ c"#, isAnyCase: true)),
    (#"a\ b"#, .word("a b")),
    (#"\(a\)"#, .word("(a)")),
    (#"\frac\alpha"#, .word(#"frac\alpha"#)),
    ("/a b/", .expression("a b")),
    (#"/a\/b\d/"#, .expression(#"a/b\d"#)),
    ("/a/i", .expression("(?i)a")),
    ("(/a/)", .expression("a")),
    ("tag:inbox", .tag("inbox")),
    ("tag:#inbox", .tag("inbox")),
    ("TAG:Inbox/x", .tag("Inbox/x")),
    (#"tag:"a b""#, .tag("a b")),
    ("path:daily/2026", .path("daily/2026")),
    (#"path:"x y""#, .path("x y")),
    ("title:plan", .title("plan")),
    ("task:todo", .hasTask(.todo)),
    ("task:DONE", .hasTask(.done)),
    ("task:call", .within(.task, .word("call"))),
    (#"task:\todo"#, .within(.task, .word("todo"))),
    (
      "task-todo:(call OR \"write to\")",
      .within(.openTask, .or([.word("call"), .literal("write to", isAnyCase: true)]))
    ),
    ("task-done:/a/", .within(.doneTask, .expression("a"))),
    ("line:(a -b)", .within(.line, .and([.word("a"), .not(.word("b"))]))),
    ("block:a section:b", .and([.within(.block, .word("a")), .within(.section, .word("b"))])),
    ("content:a", .within(.content, .word("a"))),
    ("file:plan", .file("plan")),
    (#"path:/^a\/b/"#, .pathExpression("^a/b")), ("file:/a/i", .fileExpression("(?i)a")),
    ("path:(a -/b/)", .and([.path("a"), .not(.pathExpression("b"))])),
    ("tag:(a OR \"b c\")", .or([.tag("a"), .tag("b c")])),
    (
      "created:(2026 OR today)",
      .or([.created(days("2026-01-01", "2026-12-31")), .created(days("2026-03-02", "2026-03-02"))])
    ),
    (#"task:"" task-todo:"" line:"""#, .and([.has(.task), .hasTask(.todo), .all])),
    (
      "[a:/b]/ OR (c null)]",
      .or([
        .propertyExpression(name: "a", "b]"),
        .and([.property(name: "a", value: "c"), .property(name: "a", value: "")]),
      ])
    ),
    ("(path:(a) b)", .and([.path("a"), .word("b")])),
    ("match-case:IT", .literal("IT", isAnyCase: false)),
    ("ignore-case:IT", .literal("IT", isAnyCase: true)),
    ("🎉", .literal("🎉", isAnyCase: true)),
    ("party 🎉", .and([.word("party"), .literal("🎉", isAnyCase: true)])),
    (#""party 🎉""#, .literal("party 🎉", isAnyCase: true)),
    ("C++ OR C#", .or([.literal("C++", isAnyCase: true), .literal("C#", isAnyCase: true)])),
    ("?!", .literal("?!", isAnyCase: true)),
    ("#inbox", .literal("#inbox", isAnyCase: true)),
    ("has:link", .has(.link)),
    ("has:task", .has(.task)),
    ("has:attachment", .has(.attachment)),
    ("10:30", .word("10:30")),
    ("https://a.org", .word("https://a.org")),
    (#"tag\:x"#, .word("tag:x")),
    ("[status]", .property(name: "status", value: nil)),
    ("[status:]", .property(name: "status", value: "")),
    ("[ status : in work ]", .property(name: "status", value: "in work")),
    ("[status:null]", .property(name: "status", value: "")),
    ("[/^stat/]", .property(name: .expression("^stat"), value: nil)),
    ("[ /a\\/b/i :done]", .property(name: .expression("(?i)a/b"), value: "done")),
    (
      "[/s/:/x/ OR y]",
      .or([
        .propertyExpression(name: .expression("s"), "x"),
        .property(name: .expression("s"), value: "y"),
      ])
    ),
    ("[/s/:>5]", .number(name: .expression("s"), .more, 5)),
    ("[a:>5]", .number(name: "a", .more, 5)), ("[a: <= -2.50 ]", .number(name: "a", .most, -2.5)),
    ("[a:>=1e3 OR <2]", .or([.number(name: "a", .least, 1000), .number(name: "a", .less, 2)])),
    ("[a:>2026]", .number(name: "a", .more, 2026)),
    (#"[a:">5"]"#, .property(name: "a", value: ">5")),
    (#"[a:\>5]"#, .property(name: "a", value: ">5")),
    (#"[status:"null"]"#, .property(name: "status", value: "null")),
    (
      "[status:open OR \"in work\"]",
      .or([
        .property(name: "status", value: "open"), .property(name: "status", value: "in work"),
      ])
    ),
    (#"["a:b":"c]"]"#, .property(name: "a:b", value: "c]")),
    (#"[a:b\]c]"#, .property(name: "a", value: "b]c")),
    ("due:2026-03-01", .due(days("2026-03-01", "2026-03-01"))),
    ("due:=2026-03-01", .due(days("2026-03-01", "2026-03-01"))),
    ("due:<2026-03-01", .due(days(nil, "2026-02-28"))),
    ("due:<=2026-03-01", .due(days(nil, "2026-03-01"))),
    ("due:>2024-02-28", .due(days("2024-02-29", nil))),
    ("due:>=2026-03-01", .due(days("2026-03-01", nil))),
    ("due:2026-03-01..2026-03-09", .due(days("2026-03-01", "2026-03-09"))),
    ("due:2026-03-01..", .due(days("2026-03-01", nil))),
    ("due:..2026-03", .due(days(nil, "2026-03-31"))),
    ("due:..", .due(days(nil, nil))),
    ("due:today", .due(days("2026-03-02", "2026-03-02"))),
    ("due:<=tomorrow", .due(days(nil, "2026-03-03"))),
    ("created:yesterday", .created(days("2026-03-01", "2026-03-01"))),
    ("created:week", .created(days("2026-03-02", "2026-03-08"))),
    ("created:2024-02", .created(days("2024-02-01", "2024-02-29"))),
    ("modified:2026", .modified(days("2026-01-01", "2026-12-31"))),
    ("modified:>2026", .modified(days("2027-01-01", nil))),
    ("modified:2025-12..yesterday", .modified(days("2025-12-01", "2026-03-01"))),
  ]

  @Test("Each way to ask is read with its meaning", arguments: readings)
  func reading(_ text: String, _ query: NoteQuery) throws {
    #expect(try parse(text) == query)
  }

  static let mistakes: [(String, Int, String)] = [
    ("a OR", 4, "Expected a search term"),
    ("OR a", 0, "before it"),
    ("a OR OR b", 5, "before it"),
    ("(a", 0, "never closed"),
    ("a)", 1, "closes nothing"),
    ("()", 1, "before this"),
    ("a - b", 2, "right before"),
    ("-", 0, "right before"),
    (#"a "b c"#, 2, "Unterminated"),
    ("a /b", 2, "never closed"),
    ("//", 0, "empty"),
    ("/usr/bin", 5, "only “i”"),
    (#"a "  ""#, 2, "between these quotes"),
    ("file:", 5, "file:plan"),
    ("line: a", 5, "line:(budget draft)"),
    ("section:(a tag:b)", 8, "belongs beside it"),
    ("[rating:/[45]/ x]", 15, "must follow"),
    ("[rating:(4 OR 5]", 8, "never closed"),
    ("[rating:>high]", 8, "neither a number nor a day"), ("[rating:>]", 8, "neither a number"),
    ("[rating:<>5]", 8, "only <, <=, > or >= may be used"),
    ("blok:a", 0, "“block:”"),
    ("tag:", 4, "tag:inbox"),
    ("tag:#", 4, "tag:inbox"),
    ("tags:x", 0, "“tag:”"),
    ("tilte:x", 0, "“title:”"),
    ("has:tag", 4, "has:link, has:task, has:attachment"),
    ("due:soon", 4, "Not a date"),
    ("due:2026-02-30", 4, "Not a date"),
    ("due:26-02-03", 4, "Not a date"),
    ("due:>", 4, "Not a date"),
    ("due:><2026", 4, "may be used"),
    ("due:2026-03-02..2026-03-01", 4, "after the last"),
    ("[status:done", 0, "never closed"),
    ("[", 0, "never closed"),
    ("[:x]", 0, "name must follow"), ("[/a/ b]", 5, "“:” or “]” must follow"),
    ("[/a", 1, "never closed"),
    (#"["a"b]"#, 4, "“]” must follow"),
    ("[[Note]]", 0, "in quotes"),
    ("é🇩🇪 tag:", 7, "tag:inbox"),
  ]

  @Test("A mistake is reported at its position, with the correct form", arguments: mistakes)
  func mistake(_ text: String, _ position: Int, _ words: String) throws {
    let error = #expect(throws: QueryError.self) { try parse(text) }
    #expect(error?.position == position)
    #expect(error?.message.contains(words) == true)
    #expect(error?.message.hasSuffix(".") == true)
  }

  @Test("A query that is too deep or too long is a mistake, not a crash")
  func bounds() throws {
    #expect(throws: QueryError.self) { try parse(String(repeating: "(", count: 4000)) }
    #expect(throws: QueryError.self) { try parse(String(repeating: "-", count: 4000) + "a") }
    #expect(throws: QueryError.self) { try parse(String(repeating: "a ", count: 4000)) }
    let deep = String(repeating: "(", count: 60) + "a" + String(repeating: ")", count: 60)
    #expect(try parse(deep) == .word("a"))
  }
}
