import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import FileStore

@Suite("Obsidian's bookmarks")
struct ObsidianBookmarksTests {
  private let folder = TemporaryFolder()

  private func read(_ text: String? = nil) async -> Bookmarks {
    if let text { folder.write(".obsidian/bookmarks.json", text) }
    return await ObsidianFolder(root: folder.bytes).bookmarks()
  }

  @Test("Every kind is read with its target, and groups with their contents")
  func kinds() async {
    let read = await read(
      #"""
      {"items":[
        {"type":"file","ctime":1,"path":"A.md","title":""},
        {"type":"file","path":"x/A.md","subpath":"#One#Two","title":"Two"},
        {"type":"group","title":"G","items":[
          {"type":"group","items":[{"type":"search","query":"tag:#a b"}]},
          {"type":"file","path":"/A.md/","subpath":"#^id"}]},
        {"type":"folder","path":"/"}, {"type":"folder","path":"x"}, {"type":"group"},
        {"type":"url","url":"https://a.b"}, {"type":"graph","title":"Graph"}]}
      """#)
    let wanted = [
      Bookmark(kind: "file", .file(NotePath("A.md"), part: nil)),
      Bookmark(kind: "file", title: "Two", .file(NotePath("x/A.md"), part: "One#Two")),
      Bookmark(kind: "group", title: "G", .group),
      Bookmark(kind: "group", .group, depth: 1),
      Bookmark(kind: "search", .search("tag:#a b"), depth: 2),
      Bookmark(kind: "file", .file(NotePath("A.md"), part: "^id"), depth: 1),
      Bookmark(kind: "folder", .folder(NotePath(""))),
      Bookmark(kind: "folder", .folder(NotePath("x"))), Bookmark(kind: "group", .group),
      Bookmark(kind: "url", .address("https://a.b")),
      Bookmark(kind: "graph", title: "Graph", .foreign),
    ]
    #expect(read == Bookmarks(wanted))
  }

  @Test("An entry without a required field is reported, and the others are read")
  func incomplete() async {
    let read = await read(
      #"{"items":[5,{"title":"x"},{"type":"file"},{"type":"search","query":7},{"type":"url"},{"type":"graph"}]}"#
    )
    #expect(
      read.rows.map(\.target) == [
        .incomplete("type"), .incomplete("type"), .incomplete("path"), .incomplete("query"),
        .incomplete("url"), .foreign,
      ])
  }

  @Test("A missing file means no bookmarks")
  func none() async {
    #expect(await read() == Bookmarks())
  }

  @Test(
    "A broken file is reported with the position of the error",
    arguments: [
      ("", "is not JSON: line 1, column 1: it ends too early."),
      ("{\"items\":[\n{\"type\":\"file\",}]}", "is not JSON: line 2, column 16: this is not JSON."),
      ("[]", "has no list of items."), ("{\"items\":{}}", "has no list of items."),
    ])
  func broken(text: String, problem: String) async {
    #expect(await read(text) == Bookmarks(problem: ".obsidian/bookmarks.json \(problem)"))
  }

  @Test("Ten thousand nested groups are reported with their position")
  func deep() async {
    let opening = String(repeating: #"{"type":"group","items":["#, count: 10_000)
    let text = #"{"items":["# + opening + String(repeating: "]}", count: 10_001)
    let problem = await read(text).problem
    #expect(problem?.hasSuffix("column 786: more than 64 levels are not read.") == true)
  }

  @Test("A 5 MB file is read, and an impossibly large one is reported")
  func large() async {
    let row = #"{"type":"file","path":"A.md","title":"\#(String(repeating: "x", count: 60))"}"#
    let text = #"{"items":["# + Array(repeating: row, count: 52_000).joined(separator: ",") + "]}"
    #expect(text.utf8.count > 5_000_000)
    #expect(await read(text).rows.count == 52_000)
    folder.write(".obsidian/bookmarks.json", [UInt8](repeating: 0x20, count: 17 << 20))
    #expect(await read().problem?.contains("cannot be read") == true)
  }

  @Test("A link to a file elsewhere is not followed")
  func links() async {
    folder.write("elsewhere.json", #"{"items":[{"type":"graph"}]}"#)
    folder.write(".obsidian/app.json", "{}")
    folder.link(".obsidian/bookmarks.json", to: "../elsewhere.json")
    let read = await read()
    #expect(read.rows.isEmpty)
    #expect(read.problem != nil)
  }
}
