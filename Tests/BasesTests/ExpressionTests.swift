import Testing

@testable import Bases

/// Now is Monday, 2026-03-02 11:00:00.250, local time is UTC; the row is `Books/Dune.md`.
@Suite("Expressions in bases")
struct ExpressionTests {
  typealias Row = (expression: String, answer: String)

  static let operators: [Row] = [
    ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 % 4", "3"), ("-7 % 4", "-3"), ("1 / 4", "0.25"),
    ("1 / 0", "Infinity"), ("0 / 0", "NaN"), ("-pages", "-412"), ("--3", "3"), ("+3", "3"),
    (".5 + 1e2", "100.5"), ("10 - 2 - 3", "5"), ("2 * -3", "-6"),
    ("0.1 + 0.2", "0.30000000000000004"),
    ("\"a\" + 1", "a1"), ("1 + \"a\"", "1a"), ("\"5\" * 2", "10"), ("\"5\" + 2", "52"),
    ("\"text\" * 2", "! 1:8: * needs a number, and “text” is none"),
    ("words / 2", "! 1:7: / needs a number, and “text” is none"),
    ("genres * 2", "! 1:8: * needs a number, and this is a list"),
    ("true + 1", "2"), ("null + 1", ""), ("1 - missing", ""), ("none * 2", ""), ("-missing", ""),
    ("none + \"x\"", "x"), ("\"x\" + none", "x"), ("none + none", ""), ("none + [1]", "1"),
    ("[1] + none", "1"), ("true + none", ""), ("if(missing - 1, 1, 2)", "2"),
    ("[1, 2] + [3]", "1, 2, 3"), ("1 == 1.0", "true"), ("\"5\" == 5", "true"),
    ("true == 1", "true"),
    ("null == missing", "true"), ("null == 0", "false"), ("\"a\" != \"A\"", "true"),
    ("[1, [2]] == [1, [2]]", "true"), ("[1] == [2]", "false"), ("{a: 1} == {A: 1}", "true"),
    ("1 < 2", "true"), ("2 <= 2", "true"), ("\"b\" > \"a\"", "true"), ("\"Z\" < \"a\"", "true"),
    ("3 >= 4", "false"), ("\"10\" > 9", "true"), ("missing < 5", "false"), ("missing > 5", "false"),
    ("[1] < 2", "! 1:5: a list and a number have no order"),
    ("!true", "false"), ("!missing", "true"), ("!!pages", "true"), ("true && false", "false"),
    ("0 || \"none\"", "true"), ("1 && 2", "true"), ("missing && missing.x", "false"),
    ("false || false && true", "false"), ("1 + 1 == 2 && 3 > 2", "true"), ("[] || 1", "true"),
    ("[] || 0", "false"), ("![]", "true"), ("![0]", "false"),
    ("if(genres.filter(false), 1, 2)", "2"),
    ("/a/ == /a/", "true"), ("\"it's\"", "it's"), ("'say \"x\"'", "say \"x\""),
    ("\"a\\n\\u0041\\\\\"", "a\nA\\"), ("[1, 2, 3][1]", "2"), ("[1][5]", ""), ("\"abc\"[1]", "b"),
    ("{a: 1, \"b c\": 2}[\"b c\"]", "2"), ("{a: {b: 3}}.a.b", "3"), ("nested.b", "two"),
    ("[1, 2,]", "1, 2"), ("undefined", ""),
  ]

  static let names: [Row] = [
    ("title", "Dune"), ("note.title", "Dune"), ("TITLE", "Dune"), ("rating", "5"),
    ("note[\"My prop\"]", "kept"),
    ("note['my PROP']", "kept"), ("file.name", "Dune"), ("file.basename", "Dune"),
    ("file.fullname", "Dune.md"), ("file(\"cover.png\").name", "cover.png"),
    ("file.path", "Books/Dune.md"), ("file.folder", "Books"), ("file.ext", "md"),
    ("file(\"Frank Herbert\").folder", "/"),
    ("file.size", "2048"),
    ("file.ctime", "2026-02-28 09:00:00"), ("file.mtime.day", "28"),
    ("file.tags", "#book, #book/classic"),
    ("file.links", "[[Frank Herbert]], [[Nowhere]]"), ("file.embeds", "[[cover.png]]"),
    ("file.backlinks", "[[Frank Herbert.md|Frank Herbert]]"),
    ("file.backlinks.map(value.asFile())", "Frank Herbert.md"),
    ("file.backlinks.filter(value.contains(\"frank\")).length", "1"),
    ("file.backlinks.map(value.born.year)", "1920"),
    ("file.backlinks.contains(author)", "true"),
    ("file.links.filter(!value.asFile())", "[[Nowhere]]"),
    ("file.hasLink(\"Frank Herbert#Life\")", "true"), ("file.hasLink(\"Nowhere#x\")", "true"),
    ("file.hasLink(\"Else#x\")", "false"), ("link(\"A\", \"A\").toString()", "[[A|A]]"),
    ("[link(\"Dune\"), link(\"Dune\", \"d\"), link(\"Dune\")].unique().length", "2"),
    ("file.properties.pages", "412"),
    ("file.file", "Books/Dune.md"),
    ("file", "Books/Dune.md"), ("file.pages", "412"), ("this", "Books/Shelf.base"),
    ("this.file.name", "Shelf.base"), ("this.name", "Shelf.base"), ("this.nothing", ""),
    ("author", "[[Frank Herbert]]"), ("author.asFile().born", "1920-10-08"), ("missing.x.y", ""),
    ("published", "1965-08-01"), ("started", "2026-02-27 10:30:00"), ("read", "true"),
    ("price", "9.5"),
    ("note.keys().length > 10", "true"), ("author == file(\"Frank Herbert\")", "true"),
    ("author == link(\"frank herbert\")", "true"), ("author == \"Frank Herbert\"", "true"),
    ("author == this", "false"), ("link(\"Nobody\") == \"[[nobody]]\"", "true"),
    ("value", ""), ("pages.wrong", "! 1:7: a number has no “wrong”"),
    ("title.lower", "! 1:7: lower is a function; write lower()"),
  ]

  static let dates: [Row] = [
    ("date(\"2025-01-01 12:00:00\")", "2025-01-01 12:00:00"), ("date(\"20250101\")", "2025-01-01"),
    ("date(\"202501011230\")", "2025-01-01 12:30:00"),
    ("date(\"2025-01-01T12:00:00+02:00\")", "2025-01-01 10:00:00"),
    ("date(\"2025-01-01T12:00:00.5Z\").millisecond", "500"),
    ("date(\"2025-02-30\")", "! 1:1: “2025-02-30” is not a date"),
    ("date(\"soon\")", "! 1:1: “soon” is not a date"),
    ("date(true)", "! 1:1: a boolean is not a date"),
    ("date(missing)", ""), ("date(0)", "1970-01-01 00:00:00"),
    ("date(\"2025-01-01\") == \"2025-01-01\"", "true"),
    ("today()", "2026-03-02"), ("now()", "2026-03-02 11:00:00"), ("now().millisecond", "250"),
    ("now().year", "2026"), ("now().month", "3"), ("now().hour", "11"), ("now().minute", "0"),
    ("now().second", "0"),
    ("today() + \"1M\"", "2026-04-02"), ("today() + \"1 month\"", "2026-04-02"),
    ("today() - \"1d\"", "2026-03-01"),
    ("today() + \"1y\"", "2027-03-02"), ("today() + \"2w\"", "2026-03-16"),
    ("today() + \"5h\"", "2026-03-02 05:00:00"),
    ("today() + \"30m\"", "2026-03-02 00:30:00"), ("today() + \"90s\"", "2026-03-02 00:01:30"),
    ("date(\"2026-01-31\") + \"1M\"", "2026-02-28"), ("\"1d\" + today()", "2026-03-03"),
    ("today() + duration(\"5h\") * 2", "2026-03-02 10:00:00"),
    ("duration(\"1d\") + duration(\"2h\")", "a day"),
    ("duration(\"1y 8 months 3 days\")", "2 years"), ("duration(\"45s\")", "a minute"),
    ("duration(\"30m\").toString()", "30 minutes"), ("duration(\"0s\")", "a few seconds"),
    ("duration(\"-2 weeks\").days", "-14"),
    ("duration(\"soon\")", "! 1:1: “soon” is not a duration, as 1d or 2 weeks is"),
    ("duration(\"90m\").hours", "1.5"), ("duration(\"1d\") / 2", "12 hours"),
    ("-duration(\"1h\")", "an hour"), ("(-duration(\"1h\")).hours", "-1"),
    ("duration(\"1d\") > \"5h\"", "true"), ("duration(\"1M\").days", "31"),
    ("duration(\"1y\").days", "365"), ("duration(\"-1M\").days", "-31"),
    ("duration(\"18M\").months", "18"), ("duration(\"18M\").years", "1.5"),
    ("duration(\"0.5M\").days > 15", "true"), ("today() - missing", ""), ("missing - today()", ""),
    ("(now() - date(missing)).days", ""), ("today() + missing", ""),
    ("started.toString()", "2026-02-27T10:30:00"), ("\"\" + started", "2026-02-27T10:30:00"),
    ("published.toString()", "1965-08-01"), ("started == \"2026-02-27\"", "true"),
    ("\"2026-02-28\" == started", "false"),
    ("started == \"2026-02-27 10:31\"", "false"), ("started == date(\"2026-02-27\")", "false"),
    ("started.date() == date(\"2026-02-27\")", "true"),
    ("today() - date(\"2026-03-01\")", "a day"),
    ("(today() - date(\"2026-03-01\")) + 0", "86400000"),
    ("(today() - date(\"2026-02-28\")).days", "2"),
    ("(now() - today()).hours.floor()", "11"), ("(today() - \"2026-03-01\") / 86400000", "1"),
    ("published < \"1970-01-01\"", "true"), ("today() > missing", "false"),
    ("today() < \"words\"", "false"),
    ("now() > today()", "true"), ("\"2026-03-02\" == today()", "true"),
    ("now().format(\"YYYY-MM-DD HH:mm:ss.SSS\")", "2026-03-02 11:00:00.250"),
    ("today().format(\"dddd, Do MMMM [at] w\")", "Monday, 2nd March at 10"),
    ("now().date()", "2026-03-02"),
    ("now().time()", "11:00:00"), ("today().isEmpty()", "false"),
    ("(now() - \"3d\").relative()", "3 days ago"),
    ("(now() + \"1h\").relative()", "in an hour"), ("now().relative()", "a few seconds ago"),
    ("(now() - \"2y\").relative()", "2 years ago"),
    ("today() + \"999999999999y\"", "! 1:9: no calendar reaches that far"),
    ("now().lower()", "! 1:7: a date has no function lower()"), ("\"2026-03-02\".year", "2026"),
    ("\"2026-03-02\".format(\"YY\")", "26"),
    ("title.format(\"YY\")", "! 1:7: format() needs a date, and “Dune” is none"),
  ]

  static let functions: [Row] = [
    ("escapeHTML(\"<a & 'b'>\")", "&lt;a &amp; &#39;b&#39;&gt;"),
    ("file(\"Frank Herbert\").ext", "md"),
    ("file(\"Nobody\")", ""), ("file(author).path", "Frank Herbert.md"),
    ("html(\"<b>x</b>\")", "<b>x</b>"),
    ("html(\"x\").isType(\"html\")", "true"), ("if(read, \"yes\", \"no\")", "yes"),
    ("if(missing, 1)", ""),
    ("if(true, 1, 1 / \"x\")", "1"), ("image(\"a.png\")", "a.png"),
    ("image(\"[[a.png]]\").isType(\"image\")", "true"),
    ("image(\"a.png\").toString()", "![](a.png)"),
    ("icon(\"star\")", "star"), ("link(\"Dune\")", "[[Dune]]"),
    ("link(\"Dune\", \"the book\")", "[[Dune|the book]]"),
    ("link(\"https://example.org\", \"x\")", "[x](https://example.org)"),
    ("link(file)", "[[Books/Dune.md]]"), ("link(file, missing)", "[[Books/Dune.md]]"),
    ("file.asLink(\"\")", "[[Books/Dune.md]]"), ("link(\"Dune\", 5)", "[[Dune|5]]"),
    ("link(5)", "! 1:1: a number cannot be the target of a link"), ("list(1)", "1"),
    ("list([1, 2]).length", "2"),
    ("list(missing).length", "0"), ("max(1, 5, 3)", "5"), ("min(4, \"2\")", "2"),
    ("max([1, 9])", "9"),
    ("max(today(), date(\"2027-01-01\"))", "2027-01-01"),
    ("max(\"x\")", "! 1:1: max() needs a number, and “x” is none"),
    ("number(\"3.5\")", "3.5"), ("number(true)", "1"),
    ("number(\"x\")", "! 1:1: number() needs a number, and “x” is none"),
    ("number(date(\"1970-01-02\"))", "86400000"), ("random() < 1", "true"),
    ("random() >= 0", "true"),
    ("nothing(1)", "! 1:1: there is no function nothing()"),
    (
      "contains(title, \"D\")",
      "! 1:1: there is no function contains(); write it behind a value: x.contains()"
    ),
    ("not(read)", "! 1:1: there is no function not(); write !(…)"),
    ("concat(title, 1)", "! 1:1: there is no function concat(); write one + other"),
    ("IF(1, 2)", "! 1:1: there is no function IF(); if() is meant?"),
    ("if(1)", "! 1:1: if() takes 2 or 3 arguments, not 1"),
    ("now(1)", "! 1:1: now() takes 0 arguments, not 1"),
    ("1.isTruthy()", "true"), ("\"\".isTruthy()", "false"), ("1.isType(\"number\")", "true"),
    ("title.isType(\"list\")", "false"), ("null.isType(\"null\")", "true"),
    ("/a/.isType(\"regexp\")", "true"),
    ("123.toString() + \"x\"", "123x"), ("genres.toString()", "sci-fi, classic"),
    ("{a: [1]}.toString()", "{a: 1}"),
  ]

  static let strings: [Row] = [
    ("\"🎉a\".length", "3"), ("title.contains(\"un\")", "true"), ("title.contains(\"UN\")", "true"),
    ("\"Éa\".contains(\"é\")", "true"), ("title.containsAny(\"X\", \"NE\")", "true"),
    ("title.startsWith(\"du\")", "false"),
    ("title.containsAll(\"D\", \"e\")", "true"), ("title.containsAll(\"D\", \"x\")", "false"),
    ("title.containsAny(\"x\", \"n\")", "true"), ("title.containsAny(\"x\")", "false"),
    ("title.endsWith(\"ne\")", "true"),
    ("\"\".isEmpty()", "true"), ("title.isEmpty()", "false"), ("missing.isEmpty()", "true"),
    ("missing.contains(1)", "false"),
    ("title.lower()", "dune"), ("\"a.b.c\".replace(\".\", \"-\")", "a-b-c"),
    ("\"aXbX\".replace(/x/i, \"-\")", "a-bX"),
    ("\"aXbX\".replace(/x/gi, \"-\")", "a-b-"),
    ("\"John Smith\".replace(/(\\w+) (\\w+)/, \"$2 $1\")", "Smith John"),
    ("\"ab\".replace(/(a)|(b)/g, \"[$1$2]\")", "[a][b]"),
    ("\"ab\".replace(/(a)(x)?(b)(y)?/, \"<$1$2$3$4$5>\")", "<ab$5>"),
    ("\"aab\".replace(/(?:(a)|(b))+?/g, \"$1.$2,\")", "a.,a.,.b,"),
    ("\"b\".replace(/(?<x>a)?b(?:(c)(d))*/, \"($1$2$3)\")", "()"),
    ("/(x)?/.matches(\"\")", "true"), ("\"a b\".split(/( )(x)?/)", "a, b"),
    ("\"ab\".repeat(3)", "ababab"),
    ("\"ab\".repeat(-1)", "! 1:6: repeat() needs a number from 0 on"),
    ("\"ab\".repeat(1e12)", "! 1:6: this takes too much memory"), ("\"abc\".reverse()", "cba"),
    ("\"hello\".slice(1, 3)", "el"), ("\"hello\".slice(-3)", "llo"), ("\"hello\".slice(9)", ""),
    ("\"a,b,c\".split(\",\")", "a, b, c"), ("\"a,b,c\".split(\",\", 2)", "a, b"),
    ("\"a1b22c\".split(/\\d+/)", "a, b, c"),
    ("\"abc\".split(\"\").length", "3"), ("title.startsWith(\"Du\")", "true"),
    ("\"the quick fox\".title()", "The Quick Fox"),
    ("\"  x \".trim() + \"|\"", "x|"),
    ("title.round()", "! 1:7: round() needs a number; write number(…).round()"),
    ("title.map(value)", "! 1:7: a string has no function map()"),
    ("title.nothing()", "! 1:7: there is no function nothing()"),
    ("/^D/.matches(title)", "true"), ("/^x/.matches(title)", "false"),
    ("/(/.matches(title)", "! 1:1: the regular expression: missing closing parenthesis"),
    ("/a/q.matches(title)", "! 1:1: a regular expression has no flag q"),
    (
      "/^(a+)+$/.matches(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\")",
      "! 1:11: the regular expression takes too long"
    ),
    ("\"x\".matches(/x/)", "! 1:5: a string has no function matches()"),
  ]

  static let numbersAndLists: [Row] = [
    ("(-5).abs()", "5"), ("1.2.ceil()", "2"), ("1.8.floor()", "1"), ("0.isEmpty()", "false"),
    ("2.5.round()", "3"),
    ("(-2.5).round()", "-2"), ("2.3456.round(2)", "2.35"),
    ("1234.round(200)", "! 1:6: round() takes 0 to 100 digits"),
    ("3.14159.toFixed(2)", "3.14"), ("3.toFixed(2)", "3.00"), ("(1/3).toFixed(3)", "0.333"),
    ("0.00001.toFixed(6)", "0.000010"),
    ("5.contains(1)", "! 1:3: a number has no function contains()"),
    ("genres.length", "2"), ("genres.contains(\"classic\")", "true"),
    ("genres.contains(\"CLASSIC\")", "true"), ("genres.contains(\"class\")", "false"),
    ("file.tags.contains(\"Book\")", "true"),
    ("file.tags.filter(value.startsWith(\"#book/\")).map(value.slice(6))", "classic"),
    ("genres.containsAll(\"classic\", \"sci-fi\")", "true"),
    ("genres.containsAll([\"classic\", \"x\"])", "false"),
    ("genres.containsAny(\"x\", \"sci-fi\")", "true"),
    ("file.tags.contains(\"#book\")", "true"), ("file.tags.contains(\"boo\")", "false"),
    ("[3, 1, 2].filter(value > 1)", "3, 2"), ("[1, [2, [3]]].flat().length", "3"),
    ("[].isEmpty()", "true"),
    ("[1, 2].join(\"-\")", "1-2"), ("[1, 2].map(value * 10 + index)", "10, 21"),
    ("[1, 2, 3].reduce(acc + value, 0)", "6"),
    ("[1, 2, 3].reverse()", "3, 2, 1"), ("[1, 2, 3].slice(1)", "2, 3"),
    ("[10, 9, \"b\", \"A\"].sort()", "9, 10, A, b"),
    (
      "[\"v 10\", \"V 9\", \"v 09\", \"v\", \"v 9 b\", \"v x\"].sort()",
      "v, V 9, v 09, v 9 b, v 10, v x"
    ),
    ("[1, 1, \"a\", \"a\", null].unique().length", "3"), ("[1, 2, 6].mean()", "3"),
    ("[].mean()", ""),
    ("[[1, 2], [3]].map(value.map(value * 2))", "2, 4, 6"), ("missing.map(value)", ""),
    ("[1].map(value.wrong())", "! 1:15: there is no function wrong()"),
    ("[\"a\"].mean()", "! 1:7: mean() needs a number, and “a” is none"),
    ("nested.isEmpty()", "false"), ("nested.keys()", "a, b"), ("nested.values()", "1, two"),
    ("{}.isEmpty()", "true"),
    ("author.asFile()", "Frank Herbert.md"), ("author.linksTo(file)", "true"),
    ("author.linksTo(\"cover.png\")", "false"),
    ("author.linksTo(this)", "false"), ("file.asLink()", "[[Books/Dune.md]]"),
    ("file.asLink(\"x\")", "[[Books/Dune.md|x]]"),
    ("file.hasLink(\"Frank Herbert\")", "true"), ("file.hasLink(author)", "true"),
    ("file.hasLink(\"cover.png\")", "true"),
    ("file.hasLink(\"Nowhere\")", "true"), ("file.hasLink(this)", "false"),
    ("file.hasProperty(\"PAGES\")", "true"),
    ("file.hasProperty(\"x\")", "false"), ("file.hasTag(\"book\")", "true"),
    ("file.hasTag(\"#Book/Classic\")", "true"),
    ("file.hasTag(\"classic\", \"x\")", "false"), ("file.hasTag(\"boo\")", "false"),
    ("file.inFolder(\"Books\")", "true"),
    ("file.inFolder(\"/books/\")", "true"), ("file.inFolder(\"Boo\")", "false"),
    ("file.inFolder(\"\")", "true"),
    ("file.lower()", "! 1:6: a file has no function lower()"),
    ("true.lower()", "! 1:6: a boolean has no function lower()"),
  ]

  static let mistakes: [Row] = [
    ("", "! 1:1: the expression is empty"), ("1 +", "! 1:4: the expression ends too early"),
    ("(1", "! 1:3: ) is expected here"),
    ("1 2", "! 1:3: an operator is expected here"),
    ("a = 1", "! 1:3: = is not an operator; write =="),
    ("a === 1", "! 1:3: === is not an operator; write =="),
    ("a & b", "! 1:3: & is not an operator; write &&"),
    ("a ? b : c", "! 1:3: ? is not an operator; write if(condition, one, other)"),
    ("\"x", "! 1:1: the text has no closing quote"),
    ("/x", "! 1:1: the regular expression has no closing /"),
    ("a.", "! 1:3: a name is expected behind the dot"),
    ("[1 2]", "! 1:4: a comma or ] is expected here"), ("{1: 2}", "! 1:2: a name is expected here"),
    ("1 +\n  \"x\" * 2", "! 2:7: * needs a number, and “x” is none"),
    ("ä + #", "! 1:5: “#” means nothing here"),
    ("(1)(2)", "! 1:4: only a function name can come before ("),
    ("if(a = 1, 2)", "! 1:6: = is not an operator; write =="),
    ("1 + )", "! 1:5: “)” is not expected here"),
  ]

  @Test(
    "Each operator, name and function has the expected value",
    arguments: [
      operators, names, dates, functions, strings, numbersAndLists, mistakes,
    ])
  func comesTo(rows: [Row]) {
    for row in rows {
      #expect(MemoryFiles.answer(row.expression) == row.answer, "\(row.expression)")
    }
  }

  @Test(
    "Formulas use others, and a cycle, a missing or a wrong formula is reported with its position")
  func formulas() {
    let formulas = [
      ("half", "pages / 2"), ("quarter", "formula.half / 2"), ("one", "formula.two"),
      ("two", "1 + formula.ONE"),
      ("wrong", "1 +"), ("uses", "formula.wrong + 1"),
    ]
    #expect(MemoryFiles.answer("formula.quarter.round()", formulas) == "103")
    #expect(
      MemoryFiles.answer("formula.one", formulas).contains(
        "formulas depend on each other in a circle: one → two → one"))
    #expect(MemoryFiles.answer("formula.none", formulas) == "! 1:9: there is no formula “none”")
    #expect(
      MemoryFiles.answer("formula.uses", formulas)
        == "! 1:9: formula “wrong”: 1:4: the expression ends too early")
  }

  @Test(
    "An expression that would not end is stopped",
    arguments: [
      "list(\"x\".repeat(5000).split(\"\")).map(\"x\".repeat(5000).split(\"\").length)",
      "\"x\".repeat(1000000) + \"x\".repeat(9000000) + \"x\".repeat(9000000)",
      "\"x\".repeat(3000).split(\"\").reduce([acc], 0)",
      "\"x\".repeat(3000).split(\"\").reduce(acc + acc, \"x\")",
      "\"x\".repeat(1000).split(\"\").map((\"a\".repeat(60) + \"!\").replace(/(a+)+$/g, \"\"))",
      "\"x\".repeat(2000).split(\"\").map([value, index]).unique()",
    ])
  func isStopped(expression: String) {
    #expect(MemoryFiles.answer(expression).hasPrefix("! 1:"))
  }

  @Test(
    "Endlessly nested expressions are refused",
    arguments: ["(", "[", "!", "-", "a.join(", "1+", "if(1,"])
  func isNested(part: String) {
    let text = String(repeating: part, count: 3000) + "1"
    #expect(MemoryFiles.answer(text).hasPrefix("! 1:"))
  }
}
