import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Notion pages")
struct NotionReaderTests {
  private let given = GivenSource()
  private static let id = "0123456789abcdef0123456789abcdef"

  private static func row(_ kind: String, _ name: String, _ value: String) -> String {
    "<tr class=\"property-row property-row-\(kind)\"><th><span class=\"icon property-icon\"><svg>"
      + "</svg></span>\(name)</th><td>\(value)</td></tr>"
  }

  private static func page(_ rows: String, _ body: String) -> String {
    """
    <html><head><title>Garden</title></head><body><article class="page sans"><header>\
    <img class="page-cover-image" src="https://example.org/cover.png"/><div class="page-header-icon">\
    <span class="icon">🌱</span></div><h1 class="page-title">Garden</h1><p \
    class="page-description">What grows</p><table class="properties"><tbody>\(rows)</tbody></table>\
    </header><div class="page-body">\(body)</div></article></body></html>
    """
  }

  @Test("Properties of an HTML page become properties of the note, by their type")
  func properties() throws {
    let link = "Garden%20\(Self.id)/Peas%20\(Self.id).html"
    let rows = [
      ("created_time", "Made", "<time>@January 5, 2023 3:04 PM</time>"),
      ("last_edited_time", "Edited", "<time>@January 6, 2023</time>"),
      (
        "multi_select", "Tags",
        "<span class=selected-value>a b</span><span class=selected-value>c</span>"
      ),
      (
        "multi_select", "Beds",
        "<span class=selected-value>x</span><span class=selected-value>y</span>"
      ),
      ("status", "Stage", "<span class=status-value><div class=status-dot></div>Begun</span>"),
      ("checkbox", "Wet", "<div class=\"checkbox checkbox-on\"></div>"),
      ("checkbox", "Dry", "<div class=\"checkbox checkbox-off\"></div>"),
      ("number", "Rows", "12"), ("number", "Cost", "R$12"),
      ("date", "Sown", "<time>@March 1, 2024</time>"),
      ("date", "At", "<time>@March 1, 2024 9:30 AM</time>"),
      ("date", "Open", "<time>@March 1, 2024 → March 5, 2024</time>"),
      ("relation", "Of", "<a href=\"\(link)\"><span class=icon>🌱</span>Peas</a>"),
      ("url", "URL", "<a href=\"https://example.org/g\">https://example.org/g</a>"),
      ("text", "None", ""),
    ].map { Self.row($0.0, $0.1, $0.2) }.joined()
    given.folder.write("in/Export-1/Garden \(Self.id).html", Self.page(rows, "<p>Soil</p>"))
    try given.read(NotionReader())
    let note = given.notes[0]
    #expect(given.text(0) == "# Garden\n\nWhat grows\n\nSoil\n")
    #expect(note.folder == [])
    #expect(note.localCreated == CivilTime(year: 2023, month: 1, day: 5, hour: 15, minute: 4))
    #expect(note.changed == Timestamp(seconds: 1_672_963_200))
    #expect(note.tags == ["a b", "c"])
    #expect(note.source == "https://example.org/g")
    #expect(note.extras == [.init("icon", ["🌱"])])
    #expect(
      note.properties == [
        .init("Beds", ["x", "y"], as: .multitext), .init("Stage", ["Begun"]),
        .init("Wet", ["true"], as: .checkbox), .init("Dry", ["false"], as: .checkbox),
        .init("Rows", ["12"], as: .number), .init("Cost", ["R$12"]),
        .init("Sown", ["2024-03-01"], as: .date),
        .init("At", ["2024-03-01T09:30:00"], as: .datetime),
        .init("Open", ["March 1, 2024 → March 5, 2024"]),
        .init(
          "Of", ["[[Garden \(Self.id)/Peas \(Self.id).html|Peas]]"], as: .multitext),
      ])
    let inner = ImportLink("Garden \(Self.id)/Peas \(Self.id).html", isWiki: true)
    #expect(
      NotionReader().target(of: inner, in: note)
        == .note("Export-1/Garden \(Self.id)/Peas \(Self.id).html"))
    #expect(NotionReader().target(of: ImportLink("Peas.html", isWiki: true), in: note) == nil)
  }

  @Test("Blocks of an HTML page become Markdown, and a list stays one list")
  func blocks() throws {
    let body = """
      <ul class="bulleted-list"><li>peas</li></ul><ul class="bulleted-list"><li>beans</li></ul>\
      <ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>dig</span>\
      <div class="indented"><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> \
      <span>rake</span></li></ul></div></li></ul><nav class="table_of_contents"><a \
      class="table_of_contents-link" href="#x">Two words</a></nav><figure class="callout"><div><span \
      class="icon">⚠️</span></div><div>Slugs</div></figure><aside><p>Snails</p></aside>\
      <figure><a class="bookmark source" href="https://example.org"><div class="bookmark-info"><div \
      class="bookmark-title">Seeds</div><div class="bookmark-href"><img class="icon" \
      src="https://example.org/i.png">https://example.org</div></div><img class="bookmark-image" \
      src="https://example.org/c.png"></a></figure><table><tr><td>Bed</td><td><span \
      class="selected-value">x</span><span class="selected-value">y</span></td></tr><tr><td>Wet</td>\
      <td><div class="checkbox checkbox-on"></div></td></tr></table>
      """
    given.folder.write("in/Garden \(Self.id).html", Self.page("", body))
    given.folder.write("in/Garden \(Self.id).csv", "Name\nx\n")
    try given.read(NotionReader())
    #expect(given.notes.count == 1)
    #expect(
      given.text(0) == """
        # Garden

        What grows

        - peas
        - beans
        - [x] dig
          - [ ] rake

        [Two words](#Two%20words)

        > [!note] ⚠️
        > Slugs

        > [!note]
        > Snails

        [Seeds](https://example.org)

        | Bed | x, y |
        | --- | --- |
        | Wet | ☑ |

        """)
  }

  @Test("A sentence that ends in a colon is text, and files in properties are linked")
  func sentences() throws {
    given.folder.write("in/Mesh \(Self.id).md", "# Mesh\n\nIt works with:\n\n- tea\n")
    given.folder.write(
      "in/Logo \(Self.id).md",
      "# Logo\n\nFiles: Logo%201/a%20b.png, Logo%201/c.pdf\nOther: x/y.png\n")
    given.folder.write("in/Logo 1/a b.png", "picture")
    given.folder.write("in/Logo 1/c.pdf", "pages")
    try given.read(NotionReader())
    #expect(given.text(1) == "# Mesh\n\nIt works with:\n\n- tea\n")
    let logo = given.notes[0]
    #expect(given.text(0) == "# Logo\n")
    #expect(
      logo.properties == [
        .init("Files", ["[[Logo 1/a b.png|a b.png]]", "[[Logo 1/c.pdf|c.pdf]]"], as: .multitext),
        .init("Other", ["x/y.png"]),
      ])
    #expect(
      NotionReader().target(of: ImportLink("Logo 1/a b.png", isWiki: true), in: logo)
        == .note("Logo 1/a b.png"))
  }

  @Test("The id is removed from a name that ends with a space, too")
  func blankEnd() throws {
    given.folder.write("in/Front \(Self.id) /Page \(Self.id).md", "# Page\n\nx\n")
    try given.read(NotionReader())
    #expect(given.notes.map(\.folder) == [["Front"]])
  }

  @Test("Markdown properties may be empty or link to pages, and an aside becomes a callout")
  func markdown() throws {
    let peas = "Garden%20\(Self.id)/Peas%20\(Self.id).md"
    given.folder.write(
      "in/Garden \(Self.id).md",
      """
      # Garden

      Last edited time: January 6, 2023
      Empty:
      Of: Peas (\(peas)), Beans (\(peas))
      Bed: one (two)

      <aside>
      ⚠️ Slugs

      - eat

      </aside>

      - list
          <aside>
          Snails
          </aside>

      ```
      <aside>
      ```

      """)
    try given.read(NotionReader())
    let note = given.notes[0]
    let path = "Garden \(Self.id)/Peas \(Self.id).md"
    #expect(note.changed == Timestamp(seconds: 1_672_963_200))
    #expect(
      note.properties == [
        .init("Of", ["[[\(path)|Peas]]", "[[\(path)|Beans]]"], as: .multitext),
        .init("Bed", ["one (two)"]),
      ])
    #expect(
      given.text(0) == """
        # Garden

        > [!note]
        > ⚠️ Slugs
        >
        > - eat

        - list
            > [!note]
            > Snails

        ```
        <aside>
        ```

        """)
  }
}
