import Glibc
import TestSupport

/// A vault of everything in a file system or a file that can trouble its reader.
struct HostileVault {
  static let secret = "canary-outside-the-vault"
  /// Words of searches that must find exactly the note of this name.
  static let words: [(word: String, name: String)] = [
    ("qzplain", "plain.md"), ("qzinvalid", "invalid.md"), ("qzzero", "zero.md"),
    ("qzmark", "mark.md"), ("qzreturns", "returns.md"), ("qzdeep", "deep.md"),
    ("qzlists", "lists.md"), ("qzbomb", "bomb.md"), ("qzline", "line.md"),
    ("qzbroken", "broken-front.md"), ("qzcontrols", "a\u{1b}[31mb.md"),
    ("qzbidi", "abc\u{202e}dm.txt.md"), ("qzcomposed", "caf\u{e9}.md"),
    ("qzdecomposed", "cafe\u{301}.md"), ("qznested", "nested.md"), ("qzlinks", "links.md"),
    ("qzunclosed", "marks.md"), ("qzsemi", "endless-front.md"),
  ]

  init(in home: ProgramHome) {
    let folder = home.folder
    func write(_ name: String, _ content: [UInt8]) { folder.write("home/notes/\(name)", content) }
    func write(_ name: String, _ text: String) { write(name, Array(text.utf8)) }

    write("plain.md", "# Plain\nqzplain words\n")
    write("invalid.md", Array("qzinvalid ".utf8) + [0xff, 0xfe, 0x80, 0xc0, 0xaf, 0x0a])
    write("zero.md", Array("qzzero ".utf8) + [UInt8](repeating: 0, count: 4_096))
    write("mark.md", [0xef, 0xbb, 0xbf] + Array("# qzmark\n".utf8))
    write(
      "wide.md", [0xff, 0xfe] + "# qzwide\n".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    write("returns.md", "# Returns\r\n\r\nqzreturns here\r\nand\rthere")
    write("deep.md", String(repeating: "> ", count: 5_000) + "qzdeep\n")
    write(
      "lists.md",
      (0..<5_000).map { String(repeating: " ", count: $0) + "- x\n" }.joined() + "qzlists\n")
    write(
      "brackets.md",
      String(repeating: "[[", count: 50_000) + String(repeating: "![](", count: 50_000))
    write("bomb.md", Self.bomb + "qzbomb\n")
    write(
      "nested.md",
      "---\ntags: " + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
        + "\nself: &s [*s, *s]\n---\nqznested\n")
    write("endless-front.md", "---\n" + String(repeating: "a: b\n", count: 100_000) + "qzsemi\n")
    write(
      "links.md",
      "qzlinks " + (0..<5_000).map { "[[missing \($0)]] #t\($0)" }.joined(separator: " "))
    write(
      "marks.md",
      String(repeating: "<!--", count: 20_000) + String(repeating: "%%", count: 20_001)
        + String(repeating: "`", count: 20_001) + String(repeating: "[a](", count: 20_000)
        + String(repeating: "> - ", count: 20_000) + "\n\n`` qzunclosed\n")
    write("title.md", "# " + String(repeating: "t", count: 2_000_000) + "\n")
    write("broken-front.md", "---\ntitle: [unclosed\n\t: :\n---\nqzbroken\n")
    write("line.md", "qzline " + String(repeating: "word ", count: 2_000_000))
    write("a\u{1b}[31mb.md", "qzcontrols\n")
    write("new\nline.md", "x\n")
    write("abc\u{202e}dm.txt.md", "qzbidi\n")
    write("caf\u{e9}.md", "qzcomposed\n")
    write("cafe\u{301}.md", "qzdecomposed\n")
    write("-rf.md", "x\n")
    write(String(repeating: "n", count: 250) + ".md", "x\n")
    folder.write(Array("home/notes/".utf8) + [0xff, 0xfe] + Array(".md".utf8), Array("x\n".utf8))
    Self.sparse(folder.path("home/notes/sparse.md"))

    folder.write("outside/secret.md", "\(Self.secret)\n")
    folder.write("outside/folder/inner.md", "\(Self.secret)\n")
    symlink(folder.path("outside/secret.md"), folder.path("home/notes/outside.md"))
    symlink(folder.path("outside/folder"), folder.path("home/notes/folder-outside"))
    symlink("loop.md", folder.path("home/notes/loop.md"))
    symlink(".", folder.path("home/notes/self"))
    symlink("nowhere.md", folder.path("home/notes/dangling.md"))
    symlink("/dev/zero", folder.path("home/notes/endless.md"))
    mkfifo(folder.path("home/notes/pipe.md"), 0o644)
    folder.makeFolder("home/notes/folder.md")
    folder.write("home/notes/folder.md/within.md", "x\n")
    folder.makeFolder("home/notes/closed")
    folder.write("home/notes/closed/within.md", "x\n")
    chmod(folder.path("home/notes/closed"), 0)
    write("shut.md", "x\n")
    chmod(folder.path("home/notes/shut.md"), 0)
  }

  /// The billion laughs attack in YAML.
  private static var bomb: String {
    var text = "---\na0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for level in 1..<12 {
      let last = "*a\(level - 1)"
      let items = [String](repeating: last, count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(items)]\n"
    }
    return text + "tags: *a11\n---\n"
  }

  private static func sparse(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT, 0o644)
    defer { close(file) }
    ftruncate(file, 1 << 30)
  }
}
