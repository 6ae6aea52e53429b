import Glibc
import TestSupport
import Testing

@testable import Commands

/// Verbs of Obsidian's command line, each run by the real program in a vault of its own.
extension ProgramTests {
  @Suite("Verbs of Obsidian's command line")
  struct ObsidianVerbTests {
    private static let recipe = """
      ---
      tags: [food]
      aliases: [Dish]
      servings: 4
      ---
      # Recipe
      ## Steps
      - [ ] boil water
      - [x] buy salt

      See [[Shop]] and [[Nowhere]].

      """
    private static let notes = [
      "Recipe.md": recipe, "work/Shop.md": "# Shop\nsalt #food/raw\n", "alone.md": "alone\n",
      "Templates/Day.md": "{{title}} of {{date}}\n",
      "All.base": "views:\n  - type: table\n    name: Everything\n    order: [file.name]\n"
        + "    filters: 'file.inFolder(\"work\")'\n",
      ".obsidian/bookmarks.json":
        #"{"items":[{"type":"file","path":"Recipe.md","title":"Dinner"},"#
        + #"{"type":"search","query":"salt"}]}"#,
    ]

    /// What a command line prints, and what it leaves.
    struct Row: CustomTestStringConvertible, Sendable {
      var words: [String]
      var output = ""
      var code: Int32 = 0
      var error = ""
      /// The texts of files afterward.
      var leaves: [String: String] = [:]
      /// The command lines before it.
      var before: [[String]] = []

      init(
        _ words: String..., prints output: String = "", code: Int32 = 0, says error: String = "",
        leaves: [String: String] = [:], after before: [[String]] = []
      ) {
        (self.words, self.output, self.code) = (words, output, code)
        (self.error, self.leaves, self.before) = (error, leaves, before)
      }

      var testDescription: String { words.joined(separator: " ") }
    }

    private static func run(_ words: [String], in home: ProgramHome) throws -> PipedCommand {
      try PipedCommand(["--clock", "2026-03-02 09:00", "obsidian"] + words, in: home)
    }

    private static let reading: [Row] = [
      Row(
        "help", "read",
        prints: "Usage: notes-tui obsidian read [file=NAME] [path=PATH]\n\nread: print a note.\n"),
      Row("version", prints: "notes-tui 0.1.0\n"),
      Row("read", "file=recipe", prints: recipe),
      Row("read", "path=work/Shop.md", prints: "# Shop\nsalt #food/raw\n"),
      Row(
        "file", "file=All.base", prints: "path\tAll.base\nname\tAll\nextension\tbase\nsize\t104\n"),
      Row("files", prints: "All.base\nRecipe.md\nTemplates/Day.md\nalone.md\nwork/Shop.md\n"),
      Row("files", "folder=work", "ext=md", prints: "work/Shop.md\n"),
      Row("files", "total", prints: "5\n"),
      Row("folder", "path=work", prints: "path\twork\nfiles\t1\nfolders\t0\nsize\t22\n"),
      Row("folder", "path=work", "info=size", prints: "22\n"),
      Row("folders", prints: "Templates\nwork\n"),
      Row("outline", "file=Recipe", prints: "Recipe\n  Steps\n"),
      Row("outline", "file=Recipe", "format=md", prints: "# Recipe\n## Steps\n"),
      Row(
        "outline", "file=Shop", "format=json",
        prints: #"[{"level":1,"heading":"Shop","line":1}]"# + "\n"),
      Row("wordcount", "file=alone", prints: "words\t1\ncharacters\t6\n"),
      Row("wordcount", "file=alone", "words", prints: "1\n"),
      Row("search", "query=salt", prints: "Recipe.md\nwork/Shop.md\n"),
      Row("search", "query=salt", "path=work", "format=json", prints: "[\"work/Shop.md\"]\n"),
      Row("search", "query=Salt", "case", prints: ""),
      Row("search", "query=salt", "total", prints: "2\n"),
      Row("search:context", "query=salt", "path=work", prints: "work/Shop.md:2: salt #food/raw\n"),
      Row("recents", prints: ""),
      Row("random", "folder=work", prints: "work/Shop.md\n"),
      Row("random:read", "folder=work", prints: "work/Shop.md\n\n# Shop\nsalt #food/raw\n"),
      Row("vault", "info=files", prints: "5\n"),
      Row("vaults", "total", prints: "0\n"),
      Row("daily:path", prints: "2026-03-02.md\n"),
      Row("daily:read", prints: "one\n", after: [["daily:append", "content=one"]]),
      Row("templates", prints: "Day\n"),
      Row("template:read", "name=Day", prints: "{{title}} of {{date}}\n"),
      Row("template:read", "name=Day", "title=T", "resolve", prints: "T of 2026-03-02\n"),
      Row("properties", prints: "aliases\nservings\ntags\n"),
      Row(
        "properties", "counts", "sort=count", "format=tsv",
        prints: "aliases\t1\nservings\t1\ntags\t1\n"),
      Row("properties", "file=Recipe", prints: "tags: [food]\naliases: [Dish]\nservings: 4\n"),
      Row(
        "properties", "file=Recipe", "format=json",
        prints: #"{"tags":["food"],"aliases":["Dish"],"servings":4}"# + "\n"),
      Row("property:read", "file=Recipe", "name=servings", prints: "4\n"),
      Row("aliases", prints: "Dish\n"),
      Row("aliases", "verbose", prints: "Dish\tRecipe.md\n"),
      Row("tags", prints: "#food\n#food/raw\n"),
      Row("tags", "counts", "format=csv", prints: "tag,count\r\n#food,1\r\n#food/raw,1\r\n"),
      Row("tag", "name=food", "verbose", prints: "#food\t2\nRecipe.md\nwork/Shop.md\n"),
      Row("tasks", prints: "- [ ] boil water\n- [x] buy salt\n"),
      Row("tasks", "todo", "verbose", prints: "Recipe.md\n8\t- [ ] boil water\n"),
      Row(
        "tasks", "status=x", "format=json",
        prints: #"[{"status":"x","text":"- [x] buy salt","file":"Recipe.md","line":9}]"# + "\n"),
      Row(
        "task", "ref=Recipe.md:8",
        prints: "file\tRecipe.md\nline\t8\nstatus\t \ntext\t- [ ] boil water\n"),
      Row("backlinks", "file=Shop", "counts", prints: "Recipe.md\t1\n"),
      Row("links", "file=Recipe", prints: "work/Shop.md\nNowhere\n"),
      Row("unresolved", "counts", "verbose", prints: "Nowhere\t1\tRecipe.md\n"),
      Row("orphans", prints: "Recipe.md\nTemplates/Day.md\nalone.md\n"),
      Row("deadends", prints: "Templates/Day.md\nalone.md\nwork/Shop.md\n"),
      Row("bases", prints: "All.base\n"),
      Row("base:views", "file=All", prints: "Everything\ttable\n"),
      Row("base:query", "file=All", "format=paths", prints: "work/Shop.md\n"),
      Row("bookmarks", "verbose", prints: "Dinner\tfile\nsalt\tsearch\n"),
      Row("history", "file=alone", "total", code: 2, says: "history has no “total”."),
      Row("history:list", prints: "alone.md\n", after: [["append", "file=alone", "content=x"]]),
      Row(
        "history:read", "file=alone", "version=2", prints: "alone\n",
        after: [["append", "file=alone", "content=x"]]),
      Row(
        "diff", "file=alone", "from=2",
        prints:
          "diff --git a/alone.md b/alone.md\n--- a/alone.md\n+++ b/alone.md\n@@ -1 +1,2 @@\n alone\n+x\n",
        after: [["append", "file=alone", "content=x"]]),
    ]

    private static let writing: [Row] = [
      Row("append", "file=alone", "content=a\\nb", leaves: ["alone.md": "alone\na\nb\n"]),
      Row("append", "file=alone", "content=a", "inline", leaves: ["alone.md": "alone\na"]),
      Row("prepend", "path=alone.md", "content=top", leaves: ["alone.md": "top\nalone\n"]),
      Row(
        "prepend", "file=Recipe", "content=> ", "inline",
        leaves: ["Recipe.md": recipe.replacing("# Recipe", with: "> # Recipe")]),
      Row("create", "name=New", "content=text", prints: "New.md\n", leaves: ["New.md": "text"]),
      Row("create", prints: "Untitled.md\n", leaves: ["Untitled.md": ""]),
      Row(
        "create", "path=x/T.md", "template=Day", "content=more", prints: "x/T.md\n",
        leaves: ["x/T.md": "T of 2026-03-02\nmore\n"]),
      Row(
        "create", "path=alone.md", "content=x", code: 6, says: "alone.md is there already",
        leaves: ["alone.md": "alone\n"]),
      Row(
        "create", "path=alone.md", "content=x", "overwrite", prints: "alone.md\n",
        leaves: ["alone.md": "x"]),
      Row(
        "rename", "file=Shop", "name=Store", prints: "work/Store.md\n",
        leaves: ["Recipe.md": recipe.replacing("[[Shop]]", with: "[[Store]]")]),
      Row("move", "file=Shop", "to=far", prints: "far/Shop.md\n", leaves: ["Recipe.md": recipe]),
      Row("move", "file=All.base", "to=work/Some.base", prints: "work/Some.base\n"),
      Row("delete", "file=alone", leaves: [:]),
      Row(
        "property:set", "file=alone", "name=state", "value=done",
        prints: "alone.md: state: (none) -> done\n",
        leaves: ["alone.md": "---\nstate: done\n---\nalone\n"]),
      Row(
        "property:set", "file=alone", "name=kinds", "value=a, b", "type=list",
        prints: "alone.md: kinds: (none) -> a, b\n",
        leaves: ["alone.md": "---\nkinds:\n  - a\n  - b\n---\nalone\n"]),
      Row(
        "property:remove", "file=Recipe", "name=servings",
        prints: "Recipe.md: servings: 4 -> (none)\n",
        leaves: ["Recipe.md": recipe.replacing("servings: 4\n", with: "")]),
      Row(
        "task", "ref=Recipe.md:8", "done",
        leaves: ["Recipe.md": recipe.replacing("[ ] boil", with: "[x] boil")]),
      Row(
        "task", "file=Recipe", "line=9", "status=-",
        leaves: ["Recipe.md": recipe.replacing("[x] buy", with: "[-] buy")]),
      Row("daily", prints: "2026-03-02.md\n", leaves: ["2026-03-02.md": ""]),
      Row("daily:append", "content=x", leaves: ["2026-03-02.md": "x\n"]),
      Row(
        "daily:prepend", "content=x", leaves: ["2026-03-02.md": "x\ny\n"],
        after: [["daily:append", "content=y"]]),
      Row(
        "unique", "content=x", prints: "202603020900.md\n", leaves: ["202603020900.md": "x\n"]),
      Row(
        "base:create", "file=All", "name=N", "content=x", prints: "work/N.md\n",
        leaves: ["work/N.md": "# N\nx\n"]),
      Row(
        "history:restore", "file=alone", "version=2", leaves: ["alone.md": "alone\n"],
        after: [["append", "file=alone", "content=x"]]),
    ]

    private static let bookmarks: [Row] = [
      bookmarked(
        by: "file=Shop", "subpath=#Shop", "title=The shop",
        ##""type":"file","ctime":TIME,"path":"work/Shop.md","subpath":"#Shop","title":"The shop""##),
      bookmarked(by: "folder=work", #""type":"folder","ctime":TIME,"path":"work""#),
      bookmarked(by: "search=\"a b\"", #""type":"search","ctime":TIME,"query":"\"a b\"""#),
      bookmarked(by: "url=https://a.b", #""type":"url","ctime":TIME,"url":"https://a.b""#),
    ]

    private static func bookmarked(by words: String...) -> Row {
      let old = notes[".obsidian/bookmarks.json", default: ""].dropLast(2)
      let item = words[words.count - 1].replacing("TIME", with: "1772442000000")
      var row = Row(leaves: [".obsidian/bookmarks.json": "\(old),{\(item)}]}"])
      row.words = ["bookmark"] + words.dropLast()
      return row
    }

    private static let failing: [Row] = [
      Row("read", code: 2, says: "read needs file=NAME or path=PATH: no file is active here."),
      Row("read", "file=recip", code: 3, says: "Did you mean “Recipe”?"),
      Row("read", "path=Recipe", code: 3, says: "there is no file Recipe."),
      Row("read", "path=../secret", code: 2, says: "“../secret” is not a path in the vault."),
      Row("read", "path=.obsidian/bookmarks.json", code: 2, says: "is not a path in the vault."),
      Row("append", "file=All.base", "content=x", code: 2, says: "All.base is not a note."),
      Row("create", "path=/etc/x", code: 2, says: "“/etc/x” is not a path in the vault."),
      Row("create", "name=a", "template=no", code: 3, says: "no"),
      Row("rename", "file=Shop", "name=a/b", code: 2, says: "name= has no folder."),
      Row("rename", "file=Shop", "name=", code: 2, says: "is not a path in the vault."),
      Row("delete", "file=Shop", "permanent", code: 2, says: "permanent is not here"),
      Row("task", "ref=Recipe.md:1", "toggle", code: 3, says: "line 1 of Recipe.md is not a task."),
      Row("task", "ref=Recipe.md", code: 2, says: "ref= alone names a task"),
      Row("task", "file=Recipe", "line=8", "done", "todo", code: 2, says: "exclude each other"),
      Row("task", "file=Recipe", "line=8", "status=ab", code: 2, says: "one character"),
      Row("search", "query=(", code: 2, says: "Expected a search term"),
      Row("search", "query=a", "limit=0", code: 2, says: "limit=0 is not a number from 1 on."),
      Row("property:read", "file=alone", "name=x", code: 3, says: "has no property"),
      Row(
        "property:set", "file=Recipe", "name=servings", "value=many", "type=number", code: 2,
        says: "type"),
      Row("tag", "name=none", code: 3, says: "no note has #none."),
      Row("folder", "path=none", code: 3, says: "there is no folder none."),
      Row("base:query", "file=All", "view=no", code: 2, says: "no"),
      Row("base:query", "file=no", code: 3, says: "no"),
      Row("history:read", "file=alone", "version=9", code: 3, says: "there is no version 9"),
      Row("diff", "file=alone", "filter=sync", code: 2, says: "Obsidian Sync"),
      Row("daily:read", code: 3, says: "2026-03-02.md is not there."),
      Row("bookmark", code: 2, says: "bookmark needs one of file=, folder=, search= and url=."),
      Row("bookmark", "search=x", "subpath=y", code: 2, says: "subpath= needs file=."),
      Row("bookmark", "folder=none", code: 3, says: "there is no folder none."),
      Row("bookmark", "search=salt", "title=S", code: 6, says: "This is bookmarked already."),
      Row("command", code: 2, says: "“command” is not here"),
      Row("vault=none", "files", code: 3, says: "no known vault is called “none”."),
      Row("read", "file=alone", "--copy", prints: "alone\n", code: 1, says: "nothing was copied"),
    ]

    @Test("A verb prints what its row says, with its exit code", arguments: reading + failing)
    func reads(row: Row) throws {
      let home = ProgramHome(Self.notes)
      try check(row, in: home)
      let left = Set(row.before.joined()).isEmpty ? Self.notes : [:]
      for (name, text) in left {
        #expect(home.folder.text("home/notes/\(name)") == text, "\(name)")
      }
    }

    @Test(
      "A verb that changes notes leaves what its row says, and undo takes it back",
      arguments: writing + bookmarks)
    func writes(row: Row) throws {
      let home = ProgramHome(Self.notes)
      for words in row.before { #expect(try Self.run(words, in: home).ending == .exit(0)) }
      let before = texts(in: home)
      let dry = try Self.run(row.words + ["--dry-run"], in: home)
      #expect(dry.ending == .exit(row.code) && texts(in: home) == before, "\(dry.error)")
      #expect(row.code != 0 || dry.text.hasPrefix("diff --git a/"), "\(dry.text)")
      let refused = try Self.run(["--read-only"] + row.words, in: home)
      #expect(refused.ending != .exit(0) && texts(in: home) == before, "\(refused.error)")
      try check(Row(row), in: home)
      if row.code == 0 {
        #expect(texts(in: home) != before)
        let undone = try PipedCommand(["undo"], in: home)
        #expect(undone.ending == .exit(0), "\(undone.error)")
        #expect(texts(in: home) == before)
      }
    }

    private func texts(in home: ProgramHome) -> [String: String?] {
      var texts: [String: String?] = [:]
      for name in ["", "work", "far", "x", "Templates"].flatMap({ folder in
        home.folder.names(in: "home/notes/\(folder)").map {
          folder.isEmpty ? $0 : "\(folder)/\($0)"
        }
      }) where name.contains(".") && !name.hasPrefix(".") {
        texts[name] = home.folder.text("home/notes/\(name)")
      }
      let bookmarks = ".obsidian/bookmarks.json"
      texts[bookmarks] = home.folder.text("home/notes/\(bookmarks)")
      return texts
    }

    private func check(_ row: Row, in home: ProgramHome) throws {
      for words in row.before {
        let run = try Self.run(words, in: home)
        #expect(run.ending == .exit(0), "\(run.error)")
      }
      let run = try Self.run(row.words, in: home)
      #expect(run.ending == .exit(row.code), "\(run.error)")
      if row.words.first == "file" {
        #expect(run.text.hasPrefix(row.output))
      } else {
        expectSame(run.text, row.output, "\(row.words)")
      }
      #expect(run.error.contains(row.error))
      #expect(row.code != 0 || run.error.isEmpty, "\(run.error)")
      for (name, text) in row.leaves {
        expectSame(home.folder.text("home/notes/\(name)") ?? "(none)", text, "\(name)")
      }
    }

    @Test("vault= chooses a known vault by its name, and a bad name changes nothing")
    func namedVault() throws {
      let home = ProgramHome(Self.notes)
      let other = home.folder.path("home/Other Vault")
      #expect(try PipedCommand(["init", other], in: home).ending == .exit(0))
      #expect(try Self.run(["vaults", "verbose"], in: home).text == "Other Vault\t\(other)\n")
      for name in ["Other Vault", "other vault"] {
        let made = try Self.run(
          ["vault=\(name)", "create", "name=\(name)", "overwrite"], in: home)
        #expect(made.text == "\(name).md\n", "\(made.error)")
        #expect(home.folder.text("home/Other Vault/\(name).md") == "")
      }
      #expect(home.folder.names(in: "home/notes").filter { $0.hasSuffix(".md") }.count == 2)
    }

    @Test("--copy gives the clipboard's program what was printed")
    func copies() throws {
      let home = ProgramHome(Self.notes)
      home.folder.write("bin/pbcopy", "#!/bin/sh\ncat >'\(home.folder.path("copied"))'\n")
      home.folder.write("bin/pbpaste", "#!/bin/sh\n")
      for name in ["pbcopy", "pbpaste"] { chmod(home.folder.path("bin/\(name)"), 0o755) }
      let run = try PipedCommand(
        ["obsidian", "read", "file=alone", "--copy"], in: home,
        environment: ["PATH": "\(home.folder.path("bin")):/usr/bin:/bin"])
      #expect(run.ending == .exit(0) && run.text == "alone\n", "\(run.error)")
      #expect(home.folder.text("copied") == "alone\n")
    }

    @Test("A command changes only the version and the number of notes that its caller expects")
    func guards() throws {
      let home = ProgramHome(Self.notes)
      for guards in [["--expect", "2"], ["--expect-version", "0123456789abcdef"]] {
        let run = try Self.run(["append", "file=alone", "content=x"] + guards, in: home)
        #expect(run.ending == .exit(6), "\(run.error)")
        #expect(home.folder.text("home/notes/alone.md") == "alone\n")
      }
      let renamed = try Self.run(["rename", "file=Shop", "name=A", "--expect", "2"], in: home)
      #expect(renamed.ending == .exit(0), "\(renamed.error)")
      #expect(try PipedCommand(["undo", "list"], in: home).text.contains("obsidian rename"))
    }

    @Test("A locked note is refused with its own code, and opens with its passphrase")
    func locked() throws {
      let home = ProgramHome(Self.notes)
      home.folder.write("word", "word\n")
      let locked = try PipedCommand(
        in: home, shell: #""$N" lock alone.md --passphrase-fd 3 3<../../word"#)
      #expect(locked.ending == .exit(0), "\(locked.error)")
      for words in [["read"], ["append", "content=x"], ["property:set", "name=a", "value=b"]] {
        let run = try Self.run(words + ["path=alone.md.age"], in: home)
        #expect(run.ending == .exit(5) && run.output.isEmpty, "\(run.error)")
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let opened = try PipedCommand(
          in: home,
          shell:
            "\"$N\" obsidian \(line) path=alone.md.age --passphrase-fd 3 3<../../word")
        #expect(opened.ending == .exit(0), "\(opened.error)")
      }
      let read = try PipedCommand(
        in: home,
        shell: #""$N" obsidian read path=alone.md.age --passphrase-fd 3 3<../../word"#)
      #expect(read.text == "---\na: b\n---\nalone\nx\n", "\(read.error)")
    }

    @Test("Each verb has a row")
    func all() {
      let tested = Set((Self.reading + Self.writing + Self.bookmarks).map { $0.words[0] })
      #expect(Set(ObsidianVerb.all.map(\.name)).subtracting(tested) == [])
    }
  }
}

extension ProgramTests.ObsidianVerbTests.Row {
  /// The same row, whose earlier commands are run already.
  fileprivate init(_ row: Self) {
    self = row
    before = []
  }
}
