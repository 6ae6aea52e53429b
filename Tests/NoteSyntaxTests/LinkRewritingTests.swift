import Bytes
import Entities
import Folding
import TestSupport
import Testing

@testable import NoteSyntax

@Suite("Links to moved notes")
struct LinkRewritingTests {
  /// A vault of names with an index-like lookup.
  struct Names {
    var files: [NotePath]

    func with(_ key: [UInt8]) -> [NotePath] { files.filter { LinkName.key(of: $0) == key } }

    func rewrite(
      _ text: String, at note: String, _ moves: [String: String]
    ) -> String {
      let bytes = Array(text.utf8)
      let paths = moves.map { (NotePath($0.key), NotePath($0.value)) }
      let rewriting = LinkRewriting(moves: Dictionary(uniqueKeysWithValues: paths), files: with)
      let edits = rewriting.edits(in: bytes, at: NotePath(note))
      return String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
    }
  }

  @Test("Links by a page's name are updated in Logseq vaults only")
  func pages() {
    let files = Names(files: ["pages/a___b.md", "pages/a%2Fc.md", "n.md"].map { NotePath($0) })
    let text = "[[a/b]] [[A/B#H|T]] [[b]] [[a___b]] [[a/c]] [x](a/b)"
    func rewritten(inLogseq: Bool) -> String {
      let moves = [
        NotePath("pages/a___b.md"): NotePath("pages/x___y.md"),
        NotePath("pages/a%2Fc.md"): NotePath("pages/c.md"),
      ]
      let bytes = Array(text.utf8)
      let edits = LinkRewriting(moves: moves, files: files.with, inLogseq: inLogseq)
        .edits(in: bytes, at: NotePath("n.md"))
      return String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
    }
    #expect(
      rewritten(inLogseq: true) == "[[x/y]] [[x/y#H|T]] [[b]] [[x___y]] [[c]] [x](a/b)")
    #expect(
      rewritten(inLogseq: false) == "[[a/b]] [[A/B#H|T]] [[b]] [[x___y]] [[a/c]] [x](a/b)")
  }

  private static let files = [
    "Old.md", "Other.md", "a/Old2.md", "a/Sibling.md", "b/Sibling.md", "a/Home.md", "img.png",
    "x/Far.md",
  ]

  static let cases: [(String, String, [String: String], String)] = [
    // Wiki links retain part and text, stay bare, and retain their extension.
    (
      "[[Old]] [[Old#H|T]] ![[old.md]]", "Other.md", ["Old.md": "New.md"],
      "[[New]] [[New#H|T]] ![[New.md]]"
    ),
    ("| [[Old\\|T]] |", "Other.md", ["Old.md": "New.md"], "| [[New\\|T]] |"),
    ("[[ Old ]]", "Other.md", ["Old.md": "New.md"], "[[ New ]]"),
    // A move to another folder changes nothing for a bare name.
    ("[[Old]]", "Other.md", ["Old.md": "c/Old.md"], "[[Old]]"),
    ("[[a/Old2]] [[/a/Old2]]", "Other.md", ["a/Old2.md": "c/N.md"], "[[c/N]] [[/c/N]]"),
    // A name that is not unique is written with its folder.
    ("[[Old]]", "Other.md", ["Old.md": "c/Sibling.md"], "[[c/Sibling]]"),
    ("[[Old]]", "Other.md", ["Old.md": "Sibling.md"], "[[/Sibling]]".replacing("/", with: "")),
    // A bare link to an untouched note that another note would take over.
    ("[[Old2]]", "Other.md", ["Old.md": "Old2.md"], "[[a/Old2]]"),
    // Markdown links: relative, encoded, with or without extension, as written.
    ("[T](Old.md#H)", "Other.md", ["Old.md": "New it.md"], "[T](New%20it.md#H)"),
    ("[T](<Old.md> 'x')", "Other.md", ["Old.md": "N (1).md"], "[T](<N%20%281%29.md> 'x')"),
    ("[T](Old)", "Other.md", ["Old.md": "c/N.md"], "[T](c/N)"),
    ("[T](../Old.md)", "a/Home.md", ["Old.md": "b/N.md"], "[T](../b/N.md)"),
    ("[T](/Old.md)", "a/Home.md", ["Old.md": "b/N.md"], "[T](/b/N.md)"),
    ("[T](./Old.md)", "Other.md", ["Old.md": "N.md"], "[T](./N.md)"),
    ("[T](Old.md)", "Other.md", ["Old.md": "c:d.md"], "[T](./c:d.md)"),
    ("[T](Far.md)", "Other.md", ["x/Far.md": "x/N.md"], "[T](N.md)"),
    ("[T](O%6Cd.md)", "Other.md", ["Old.md": "Née.md"], "[T](Née.md)"),
    ("[a]: Old.md 'T'", "Other.md", ["Old.md": "N.md"], "[a]: N.md 'T'"),
    ("![p](img.png)", "Other.md", ["img.png": "c/p.jpg"], "![p](c/p.jpg)"),
    (
      "[![p](img.png)](Old.md)", "Other.md", ["img.png": "q.png", "Old.md": "N.md"],
      "[![p](q.png)](N.md)"
    ),
    // The moved note's own links.
    (
      "[T](../Other.md) [[Other]] [[#H]]", "a/Home.md", ["a/Home.md": "Home.md"],
      "[T](Other.md) [[Other]] [[#H]]"
    ),
    (
      "[T](Old2.md) [[./Old2]]", "a/Home.md", ["a/Home.md": "c/d/H.md"],
      "[T](../../a/Old2.md) [[../../a/Old2]]"
    ),
    ("[T](Home.md) [[Home]]", "a/Home.md", ["a/Home.md": "c/H.md"], "[T](H.md) [[H]]"),
    (
      "[T](Old2.md)", "a/Home.md", ["a/Home.md": "c/Home.md", "a/Old2.md": "c/Old2.md"],
      "[T](Old2.md)"
    ),
    // Two notes that swap paths.
    (
      "[[Old]] [[Other]]", "a/Home.md", ["Old.md": "Other.md", "Other.md": "Old.md"],
      "[[Other]] [[Old]]"
    ),
    // Names that a wiki link cannot express.
    (
      "[[Old|T [x]]] ![[Old#A b#C]]", "Other.md", ["Old.md": "c#d.md"],
      "[T \\[x](c%23d.md)] ![Old](c%23d.md#A%20b#C)"
    ),
    // Front matter retains its quotes.
    (
      "---\nup: \"[[Old]]\"\nno: '[[Old]]'\nl: [[Old]]\n---\n", "Other.md", ["Old.md": "It's.md"],
      "---\nup: \"[[It's]]\"\nno: '[[It''s]]'\nl: [[Old]]\n---\n"
    ),
    // Everything else stays.
    (
      "`[[Old]]` [[Oldest]] [x](https://Old.md) [[none]]\r\n\u{0}", "Other.md", ["Old.md": "N.md"],
      "`[[Old]]` [[Oldest]] [x](https://Old.md) [[none]]\r\n\u{0}"
    ),
    ("[[Old]]", "Other.md", ["Old.md": "OLD.md"], "[[Old]]"),
    // A quoted Markdown link that is the whole value of a property.
    (
      "---\nup: \"[md](a/Old2.md)\"\nl:\n  - '[o](Old.md#H)'\nno: \"[md](Old.md) x\"\n---\n",
      "Other.md", ["Old.md": "It's.md", "a/Old2.md": "x/A \"b\".md"],
      "---\nup: \"[md](x/A%20%22b%22.md)\"\nl:\n  - '[o](It''s.md#H)'\nno: \"[md](Old.md) x\"\n---\n"
    ),
  ]

  @Test("Each link leads to the same note after the move", arguments: cases)
  func rewrites(text: String, note: String, moves: [String: String], expected: String) {
    let names = Names(files: Self.files.map { NotePath($0) })
    #expect(names.rewrite(text, at: note, moves) == expected)
  }

  @Test("A link by id stays until a file takes its name or the id leaves with the name")
  func ids() {
    func rewritten(_ text: String, _ id: String, _ moves: [String: String]) -> String {
      let files = moves.keys.map { NotePath($0) } + [NotePath("home.md")]
      let moved = moves.map { (NotePath($0.key), NotePath($0.value)) }
      let rewriting = LinkRewriting(
        moves: Dictionary(uniqueKeysWithValues: moved), files: Names(files: files).with,
        identified: { key in
          files.filter { $0.text.hasPrefix(id) && key == Folding.name(id.utf8) }
        })
      let bytes = Array(text.utf8)
      let edits = rewriting.edits(in: bytes, at: NotePath("home.md"))
      return String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
    }
    let denote = "20230101T101010"
    let link = "[t](denote:\(denote)#x)"
    #expect(rewritten(link, denote, ["\(denote)--a__b.txt": "\(denote)--c__b.txt"]) == link)
    #expect(rewritten(link, denote, ["\(denote)--a__b.txt": "c.txt"]) == "[t](c.txt#x)")
    #expect(rewritten("[[1a2b]]", "1a2b", ["1a2b-x.md": "d/1a2b-y.md"]) == "[[1a2b]]")
    #expect(rewritten("[[1a2b]] [t](1a2b)", "1a2b", ["1a2b-x.md": "d/y.md"]) == "[[y]] [t](d/y)")
    let taken = ["1a2b-x.md": "1a2b-x.md", "o.md": "1a2b.md"]
    #expect(rewritten("[[1a2b]]", "1a2b", taken) == "[[1a2b-x]]")
  }

  @Test("Links to the title heading follow the title, and links to other headings do not")
  func headings() {
    let note = NotePath("Recipe.md")
    func rewritten(_ text: String, at home: String, isHeading: Bool = true) -> String {
      let rewriting = LinkRewriting(
        moves: [note: NotePath("Cake.md")], files: Names(files: [note]).with,
        retitled: TitleChange(note: note, old: "Recipe", new: "Cake", isHeading: isHeading))
      let bytes = Array(text.utf8)
      let edits = rewriting.edits(in: bytes, at: NotePath(home))
      return String(decoding: ByteEdit.apply(edits, to: bytes), as: UTF8.self)
    }
    let text = "[[Recipe#Recipe]] [[Recipe#Steps|x]] [t](Recipe.md#recipe) [[Other#Recipe]]"
    #expect(
      rewritten(text, at: "b.md")
        == "[[Cake#Cake]] [[Cake#Steps|x]] [t](Cake.md#cake) [[Other#Recipe]]")
    #expect(rewritten("[[#Recipe#Steps]]", at: "Recipe.md") == "[[#Cake#Steps]]")
    #expect(rewritten("[[#Recipe]]", at: "b.md") == "[[#Recipe]]")
    #expect(rewritten("[[Recipe#Recipe]]", at: "b.md", isHeading: false) == "[[Cake#Recipe]]")
  }

  private static let parts = [
    "a", "B", "c d", "é", "e\u{301}", "x#y", "p|q", "[z]", "100%", "it's", "k.v", "(m)", "q:r",
  ]

  @Test("Links of random moved notes lead to the same notes, and no other byte changes")
  func random() {
    var random = SeededRandom(seed: 21)
    var moved = 0
    for _ in 0..<1_500 {
      let all = Array(Set((0..<12).map { _ in Self.path(&random) }))
      let files = Array(all.prefix(8))
      let names = Names(files: files)
      var moves: [NotePath: NotePath] = [:]
      for (from, to) in zip(files.prefix(2), all.dropFirst(8)) { moves[from] = to }
      guard let note = files.randomElement(using: &random) else { continue }
      let bytes = Self.text(&random, files)
      let edits = LinkRewriting(moves: moves, files: names.with).edits(in: bytes, at: note)
      let after = ByteEdit.apply(edits, to: bytes)
      moved += edits.count
      let namesAfter = Names(files: files.map { moves[$0] ?? $0 })
      let before = Self.targets(bytes, note, names).map { $0.map { moves[$0] ?? $0 } }
      let now = Self.targets(after, moves[note] ?? note, namesAfter)
      let story =
        "\(String(decoding: bytes, as: UTF8.self)) -> \(String(decoding: after, as: UTF8.self)) at \(note.text), \(moves.map { "\($0.key.text) > \($0.value.text)" })"
      for (left, right) in zip(before, now) where left != nil { #expect(left == right, "\(story)") }
      #expect(before.count == now.count, "\(story)")
      #expect(Self.rest(bytes, edits) == Self.rest(after, Self.placed(edits)), "\(story)")
    }
    #expect(moved > 1_000)
  }

  private static func path(_ random: inout SeededRandom) -> NotePath {
    let folders = ["", "", "a/", "B/", "c d/e/"]
    let ending = [".md", ".md", ".md", ".txt", ".png"].randomElement(using: &random) ?? ""
    let part = parts.randomElement(using: &random) ?? ""
    return NotePath((folders.randomElement(using: &random) ?? "") + part + ending)
  }

  private static func text(_ random: inout SeededRandom, _ files: [NotePath]) -> [UInt8] {
    var text: [UInt8] = []
    for _ in 0..<6 {
      guard let file = files.randomElement(using: &random) else { break }
      let bare = NotePath(bytes: LinkName.withoutEnding(file.name.bytes).path)
      let forms = [
        "[[\(bare.text)]]", "![[\(file.text)]]", "[[\(file.text)|shown]]", "[t](\(encoded(file)))",
        "[t](/\(encoded(file)))", "[t](\(encoded(bare)))", "![](<\(encoded(file.name))>)",
        "[[./\(bare.text)]]",
        "[t](../\(encoded(file)) \"T\")",
      ]
      text += Array("word #tag \(forms.randomElement(using: &random) ?? "")\n\n".utf8)
      if Int.random(in: 0..<4, using: &random) == 0 { text.append(0xff) }
    }
    return text
  }

  private static func encoded(_ path: NotePath) -> String {
    path.bytes.map { byte in
      let isPlain = Byte.isName(byte) || byte == 0x2f || byte == 0x2e
      let hex = String(byte, radix: 16)
      return isPlain ? String(Unicode.Scalar(byte)) : "%" + (hex.count < 2 ? "0" + hex : hex)
    }.joined()
  }

  private static func targets(_ bytes: [UInt8], _ note: NotePath, _ names: Names) -> [NotePath?] {
    NoteScanner.scan(bytes.span).links.map { link in
      let name = LinkName(link, in: bytes.span)
      return name.best(among: names.with(name.key), from: note)
    }
  }

  /// The bytes outside the edits.
  private static func rest(_ bytes: [UInt8], _ edits: [ByteEdit]) -> [UInt8] {
    ByteEdit.apply(edits.map { ByteEdit(range: $0.range, bytes: []) }, to: bytes)
  }

  /// The positions of the edits in the resulting text.
  private static func placed(_ edits: [ByteEdit]) -> [ByteEdit] {
    var shift = 0
    return edits.map { edit in
      let start = edit.range.lowerBound + shift
      shift += edit.bytes.count - edit.range.count
      return ByteEdit(range: start..<(start + edit.bytes.count), bytes: [])
    }
  }
}
