import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("No archive writes outside the vault, makes a link, or reads files that are not its own")
struct HostileArchiveTests {
  private typealias File = (name: String, bytes: [UInt8])
  private let bench = ImportBench()

  private static func text(_ name: String, _ text: String) -> File { (name, Array(text.utf8)) }

  private static func many(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count)
  }

  private static func zip(_ names: [String]) -> [UInt8] {
    MadeArchives.rawZip(names.map { MadeArchives.RawFile($0, Array("evil".utf8)) } + [good])
  }

  private static func zip(mode: Int) -> [UInt8] {
    var file = MadeArchives.RawFile("link.md", Array("/etc/passwd".utf8))
    file.mode = mode
    return MadeArchives.rawZip([file, good])
  }

  private static var good: MadeArchives.RawFile {
    MadeArchives.RawFile("good.md", Array("good".utf8))
  }

  private static let up = "../../outside"

  private static func enex(_ note: String, before: String = "") -> File {
    text("a.enex", "<?xml version='1.0'?>\(before)<en-export>\(note)</en-export>")
  }

  /// The archive and its files; a name with an archive's extension is an archive itself.
  private static let all: [(String, [File])] = {
    let id = String(repeating: "a", count: 32)
    var all: [(String, [File])] = []
    func add(_ name: String, _ files: File...) { all.append((name, files)) }
    add("zip slip", ("a.zip", zip(["../outside.md", "../../outside.md"])))
    add("absolute", ("a.zip", zip(["/tmp/outside.md"])))
    add("drive", ("a.zip", zip(["C:\\outside.md"])))
    add("backslashes", ("a.zip", zip(["..\\outside.md", "a\\..\\..\\outside.md"])))
    add("hidden", ("a.zip", zip([".git/hooks/x", ".notes-tui/settings", "a/.git/config"])))
    add("dots", ("a.zip", zip(["./a/./b.md", "a//b.md", "..", ".", "a/../../outside.md"])))
    add("symlink", ("a.zip", zip(mode: 0o120_777)))
    add("device", ("a.zip", zip(mode: 0o020_644)))
    add("block device", ("a.zip", zip(mode: 0o060_644)))
    add("fifo", ("a.zip", zip(mode: 0o010_644)))
    add("socket", ("a.zip", zip(mode: 0o140_644)))
    let links: [File] = [("/etc/passwd", []), ("l.md", [])]
    add("tar symlink", ("a.tar", MadeArchives.tar(links, kind: "2")))
    add("tar hard link", ("a.tar", MadeArchives.tar(links, kind: "1")))
    add("tar device", ("a.tar", MadeArchives.tar(links, kind: "3")))
    add("tar slip", ("a.tar", MadeArchives.tar([("../outside.md", [1]), ("/tmp/outside", [1])])))
    add(
      "Joplin",
      text(
        "\(id).md",
        "\(up)\n\ntext ![](:/\(up))\n\nid: \(up)\nparent_id: \(up)\ntype_: 1"),
      text("resources/\(id).png", "x"),
      text(
        "\(String(repeating: "b", count: 32)).md",
        "\(up).png\n\nid: \(id)\nfile_extension: /../x\ntype_: 4"))
    add(
      "Evernote",
      enex(
        "<note><title>\(up)</title><content><![CDATA[<en-note>t</en-note>]]></content><resource>"
          + "<data>AAAA</data><mime>../../x</mime><resource-attributes><file-name>\(up)</file-name>"
          + "</resource-attributes></resource></note>"))
    add(
      "Keep",
      text(
        "Takeout/Keep/a.json",
        #"{"title":"../../outside","textContent":"t","labels":[{"name":"../../x"}],"#
          + #""attachments":[{"filePath":"../../../../etc/passwd","mimetype":"image/png"}]}"#))
    add(
      "Day One",
      text(
        "Journal.json",
        #"{"entries":[{"uuid":"../../outside","creationDate":"2024-03-01T10:00:00Z","#
          + #""text":"![](dayone-moment://../../etc/passwd)","#
          + #""photos":[{"identifier":"../../x","md5":"../../../etc/passwd","type":"../x"}]}]}"#))
    add("TiddlyWiki", text("a.tid", "title: ../../outside\n\n[img[/etc/passwd]]\n"))
    add(
      "TextBundle", text("N.textbundle/info.json", #"{"version":2}"#),
      text("N.textbundle/text.md", "![](/etc/passwd) ![](assets/../../../outside)"))
    add(
      "Notion",
      text(
        "Export/a \(id).md",
        "# ../../outside\n\n![](../../../../etc/passwd) [x](file:///etc/passwd)\n"))
    add("bomb", ("a.zip", bomb()))
    add("false size", ("a.zip", falseSize()))
    add("nested", ("a.zip", nestedZip()))
    add(
      "entities",
      enex(
        "<note><title>&a;</title></note>",
        before: "<!DOCTYPE x [<!ENTITY b \"\(many("lol", 999))\">"
          + "<!ENTITY a \"\(many("&b;", 999))\">]>"))
    add(
      "outside entity",
      enex(
        "<note><title>&a;</title><content>&a;</content></note>",
        before: "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>"))
    add(
      "deep pages", text("a.html", many("<div>", 50_000)),
      text("b.html", "<select><xmp></select>" + many("<b a=1>", 5_000)))
    add("deep outlines", text("a.opml", "<opml><body>" + many("<outline text='a'>", 20_000)))
    add("deep JSON", text("a.json", many("[{\"children\":", 100_000)))
    add(
      "aliases",
      text(
        "a.md",
        "---\na: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\n---\nt\n"))
    add("negative size", ("a.tar", negativeSize()))
    return all
  }()

  private static func bomb() -> [UInt8] {
    let folder = TemporaryFolder()
    let zeros = [UInt8](repeating: 0, count: 32 << 20)
    MadeArchives.zip([("bomb.md", zeros), ("good.md", [0x61])], to: folder.path("a"))
    return folder.read("a") ?? []
  }

  private static func falseSize() -> [UInt8] {
    var file = MadeArchives.RawFile("a.md", Array("x".utf8))
    (file.isFar, file.claimed) = (true, 1 << 40)
    return MadeArchives.rawZip([file, good])
  }

  private static func nestedZip() -> [UInt8] {
    (0..<6).reduce(zip(["../outside.md"])) { inner, depth in
      MadeArchives.rawZip([MadeArchives.RawFile("\(depth).zip", inner)])
    }
  }

  private static func negativeSize() -> [UInt8] {
    var tar = MadeArchives.tar([("a.md", [1])])
    for index in 124..<136 { tar[index] = 0xff }
    return tar
  }

  static let names = all.map(\.0)

  @Test(
    "Hostile archives write nothing outside, make no link, and put no system file in a note",
    arguments: names)
  func stays(name: String) async throws {
    let files = Self.all.first { $0.0 == name }?.1 ?? []
    for file in files { bench.source.write("in/\(file.name)", file.bytes) }
    let isArchive =
      files.count == 1 && (files[0].name.hasSuffix("zip") || files[0].name.hasSuffix("tar"))
    let path = bench.source.path(isArchive ? "in/\(files[0].name)" : "in")
    var request = ImportRequest(sources: [NotePath(path)])
    request.folder = NotePath("In")
    do throws(ImportError) {
      let imports = bench.imports()
      let plan = try await imports.plan(request) { _ in true }
      _ = await imports.carryOut(plan) { _ in true }
    } catch {
      #expect(!error.message.isEmpty)
    }
    // The vault has what was imported, and nothing else was written.
    #expect(bench.source.names() == ["in"])
    for name in bench.vault.names() {
      #expect(["In", ".trash", ".notes-tui"].contains(name), "\(name)")
    }
    check("In")
  }

  private func check(_ folder: String) {
    guard bench.vault.exists(folder) else { return }
    for name in bench.vault.names(in: folder) {
      let path = "\(folder)/\(name)"
      #expect(!name.hasPrefix("."), "\(path)")
      #expect(!isLink(bench.vault.path(path)), "\(path) is a link")
      if let text = bench.vault.text(path) {
        #expect(!text.contains("root:x:"), "\(path)")
      } else {
        check(path)
      }
    }
  }

  private func isLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }
}
