import NoteSyntax
import Testing

/// Rows of the caches that Obsidian 1.7 and 1.8 made of small notes: the links and tags that it
/// found, as in the test data of its Tasks plugin, with notes written for this test.
@Suite("Obsidian's own cache")
struct ObsidianCacheTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var note: String
    /// Embeds with `!`, those of the properties first.
    var links: [String] = []
    /// Those of the properties first.
    var tags: [String] = []
    /// The lines of tasks, counted from 1.
    var tasks: [Int] = []

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "a comment has links and tags, and no tasks",
      note: """
        Text:
        %%
        - [ ] #task In a comment
        %%

        - [ ] #task a tag: %% #parsed  %% - counts
        - [ ] #task a link: %% [[other]]  %% - counts

        """,
      links: ["[[other]]"], tags: ["task", "task", "parsed", "task"], tasks: [6, 7]),
    Row(
      name: "a comment of HTML has nothing",
      note: """
        Text:
        <!--
        - [ ] #task In a comment
        -->

        - [ ] #task a tag: <!-- #ignored  --> - counts not
        - [ ] #task a link: <!-- [[other]]  --> - counts not

        """,
      tags: ["task", "task"], tasks: [6, 7]),
    Row(
      name: "a comment hides code, and code hides tasks",
      note: """
        ```
        - [ ] in code
        ```

        <!--
        - [ ] in a comment
        -->

        %%
        - [ ] in a comment
        %%

        %% settings
        ```
        {"a":"b"}
        ```
        %%

        """),
    Row(
      name: "links in tasks, code and behind backslashes",
      note: """
        - [ ] #task [[#One]] then [[Other File#Two]] and [[#Three|an alias]]
        - [ ] #task `[[#Four]]` code
        - [ ] #task \\[\\[#Escaped Link\\]\\] escaped

        """,
      links: ["[[#One]]", "[[Other File#Two]]", "[[#Three|an alias]]"],
      tags: ["task", "task", "task", "Escaped"], tasks: [1, 2, 3]),
    Row(
      name: "each form of a link",
      note: """
        1. [ ] [a](note.md) [a b](note.md#one#two) [c](note.md#^block)
        2. [ ] [[note]] [[note|a b]]

        3. [ ] [[#one#two||a b]] [[note#^block|a b]] [d](plain)
        4. [ ] [web](https://example.org/page) ![[picture.png]]

        """,
      links: [
        "[a](note.md)", "[a b](note.md#one#two)", "[c](note.md#^block)", "[[note]]",
        "[[note|a b]]", "[[#one#two||a b]]", "[[note#^block|a b]]", "[d](plain)",
        "![[picture.png]]",
      ], tasks: [1, 2, 4, 5]),
    Row(
      name: "links in properties and headings",
      note: """
        ---
        link: "[[in yaml]]"
        part: "[[#A heading]]"
        list:
          - "[[one]]"
          - "[[two]]"
        ---
        ## A link in a [[heading]]

        """,
      links: ["[[in yaml]]", "[[#A heading]]", "[[one]]", "[[two]]", "[[heading]]"]),
    Row(
      name: "properties in capitals",
      note: "---\nTAG:\n  - value1\n  - value2\nALIAS:\n  - test 1\n---\n\n- [ ] #task\n",
      tags: ["value1", "value2", "task"], tasks: [9]),
    Row(
      name: "two tags on one line",
      note: "---\ntags: value-1, value-2\n---\n\n#task\n", tags: ["value-1", "value-2", "task"]),
    Row(name: "tags that are null", note: "---\ntags:\n---\n\n#task\n", tags: ["task"]),
    Row(name: "tags that are an empty list", note: "---\ntags: []\n---\n\n#task\n", tags: ["task"]),
    Row(
      name: "properties as JSON",
      note: "---\n{\n  \"tags\": \"journal\",\n  \"publish\": false\n}\n---\n\n#task\n",
      tags: ["journal", "task"]),
    Row(
      name: "properties that are blocks of text",
      note: "---\nextra: |-\n  # words\n  not done #no\ntags:\n  - a/b\n---\n#task\n",
      tags: ["a/b", "task"]),
    Row(
      name: "code within tasks, and numbers of issues",
      note: """
        - [ ] #task one
            - [ ] #task two
              ```sh
              #no [[no]]
              ```
            - [ ] #task three
        - [ ] #task four
          ```sh
          #no
          ```
        - [ ] #task five

        - #3344: an issue

        """,
      tags: ["task", "task", "task", "task", "task"], tasks: [1, 2, 6, 7, 11]),
    Row(
      name: "tasks in a callout, and below one another",
      note: """
        > [!todo] Title
        > - [ ] #task one
        >     - [ ] #task two

        -  [ ] #task three
            - [ ] #task four
            - item

         - [ ] #task five

        """,
      tags: ["task", "task", "task", "task", "task"], tasks: [2, 3, 5, 6, 9]),
    Row(
      name: "every mark of a list",
      note: "- [ ] #a\n\n* [/] #b\n\n+ [-] #c\n\n1. [x] #d\n", tags: ["a", "b", "c", "d"],
      tasks: [1, 3, 5, 7]),
  ]

  @Test("Links, tags and tasks match Obsidian's own cache", arguments: rows)
  func cache(row: Row) {
    let bytes = Array(row.note.utf8)
    let scan = NoteScanner.scan(bytes.span)
    let links = scan.links.filter { !$0.isExternal }
      .map { String(decoding: bytes[$0.whole], as: UTF8.self) }
    #expect(links == row.links)
    #expect(scan.tags.map(\.name) == row.tags)
    #expect(scan.tasks.map(\.line) == row.tasks)
  }
}
