import Archives
import TestSupport
import Testing

@Suite("Sources are files with paths, in any container")
struct SourceTreeTests {
  private let folder = TemporaryFolder()

  private func tree(_ names: String...) throws -> SourceTree {
    try SourceTree(names.map { Array(folder.path($0).utf8) })
  }

  private func text(_ path: String, in tree: SourceTree) throws -> String {
    let entry = try #require(tree[path])
    return String(decoding: try tree.read(entry, atMost: 1 << 20), as: UTF8.self)
  }

  private static let files: [(name: String, bytes: [UInt8])] = [
    ("b/two.md", Array("two".utf8)), ("one.md", Array("one".utf8)),
    ("b/deep/thrée 3.txt", [UInt8](repeating: 7, count: 200_000)), ("empty", []),
  ]

  @Test("A folder, a zip and a tar of the same files read the same")
  func sameFiles() throws {
    for file in Self.files { folder.write("in/\(file.name)", file.bytes) }
    MadeArchives.zip(Self.files, to: folder.path("all.zip"))
    folder.write("all.tar", MadeArchives.tar(Self.files))
    for name in ["in", "all.zip", "all.tar"] {
      let tree = try tree(name)
      #expect(
        tree.entries.map(\.path) == ["b/deep/thrée 3.txt", "b/two.md", "empty", "one.md"], "\(name)"
      )
      #expect(tree.problems.isEmpty, "\(name): \(tree.problems)")
      for file in Self.files {
        let entry = try #require(tree[file.name])
        #expect(try tree.read(entry, atMost: 1 << 20) == file.bytes, "\(name)")
      }
    }
  }

  @Test("An entry knows its name, extension and folders")
  func parts() throws {
    folder.write("in/a/b/Pic.of.JPG", "")
    folder.write("in/noending", "")
    let entries = try tree("in").entries
    #expect(entries.map(\.name) == ["Pic.of.JPG", "noending"])
    #expect(entries.map(\.stem) == ["Pic.of", "noending"])
    #expect(entries.map(\.ending) == ["jpg", ""])
    #expect(entries.map(\.folder) == [["a", "b"], []])
  }

  @Test("Several sources are combined, and the first of two files with one path is taken")
  func several() throws {
    MadeArchives.zip([("a", [1]), ("b", [2])], to: folder.path("1.zip"))
    MadeArchives.zip([("b", [9]), ("c", [3])], to: folder.path("2.zip"))
    let tree = try tree("1.zip", "2.zip")
    #expect(tree.name == "1")
    #expect(try tree.entries.map { try tree.read($0, atMost: 9) } == [[1], [2], [3]])
  }

  @Test("Names that lead out of an archive are left out and reported")
  func leadingOut() throws {
    let files: [(name: String, bytes: [UInt8])] = [
      ("../evil", [1]), ("/etc/evil", [1]), ("a/../../evil", [1]), ("./a//good", [1]),
      ("..\\evil", [1]),
    ]
    MadeArchives.zip(files, to: folder.path("evil.zip"))
    folder.write("evil.tar", MadeArchives.tar(files.dropLast()))
    for name in ["evil.zip", "evil.tar"] {
      let tree = try tree(name)
      #expect(tree.entries.map(\.path) == ["a/good"])
      #expect(tree.problems.count == (name == "evil.zip" ? 4 : 3), "\(tree.problems)")
    }
  }

  @Test("Links are left out and reported")
  func links() throws {
    folder.write("linked.tar", MadeArchives.tar([("link", [])], kind: "2"))
    folder.write("in/a", "a")
    folder.link("in/outside", to: "/etc/passwd")
    #expect(try tree("linked.tar").problems == [.refused("link", reason: "it is a link")])
    #expect(try tree("in").problems == [.refused("outside", reason: "it is a link")])
    #expect(try tree("in").entries.map(\.path) == ["a"])
  }

  @Test("An entry that declares a far larger size than its data is left out")
  func bomb() throws {
    let zeros = [UInt8](repeating: 0, count: 32 << 20)
    MadeArchives.zip([("bomb", zeros), ("good", [1])], to: folder.path("bomb.zip"))
    let tree = try tree("bomb.zip")
    #expect(tree.entries.map(\.path) == ["good"])
    #expect(tree.problems.first?.message.contains("100 times larger") == true)
  }

  @Test("Nested archives become folders on request, three levels deep")
  func nested() throws {
    MadeArchives.zip([("note", Array("text".utf8))], to: folder.path("0.zip"))
    for depth in 1...4 {
      let inner = try #require(folder.read("\(depth - 1).zip"))
      MadeArchives.zip([("\(depth - 1).zip", inner)], to: folder.path("\(depth).zip"))
    }
    let shallow = try tree("2.zip")
    #expect(shallow.entries.map(\.path) == ["1.zip"])
    try shallow.openArchives { $0.ending == "zip" }
    #expect(try text("1.zip/0.zip/note", in: shallow) == "text")
    let deep = try tree("4.zip")
    try deep.openArchives { $0.ending == "zip" }
    #expect(deep.entries.map(\.path) == ["3.zip/2.zip/1.zip"])
    #expect(deep.problems.first?.message.contains("more than 3 deep") == true)
  }

  @Test("A truncated or changed file is reported when it is read")
  func damaged() throws {
    var random = SeededRandom(seed: 7)
    let noise = (0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    MadeArchives.zip([("a", noise)], to: folder.path("a.zip"))
    var bytes = try #require(folder.read("a.zip"))
    bytes[2_000] ^= 0xff
    folder.write("bad.zip", bytes)
    let tree = try tree("bad.zip")
    let entry = try #require(tree["a"])
    #expect(throws: SourceFailure.self) { try tree.read(entry, atMost: 1 << 20) }
    let cut = Array(MadeArchives.tar([("a", noise)]).prefix(1_000))
    folder.write("cut.tar", cut)
    #expect(
      try self.tree("cut.tar").problems == [
        .malformed(folder.path("cut.tar"), reason: "it ends within a")
      ])
  }

  @Test("A file above the caller's limit is refused, and a missing file is reported")
  func refusals() throws {
    folder.write("a", "0123456789")
    let tree = try tree("a")
    let entry = try #require(tree["a"])
    #expect(throws: SourceFailure.refused("a", reason: "it is larger than 0 MB")) {
      try tree.read(entry, atMost: 5)
    }
    #expect(throws: SourceFailure.notFound(folder.path("none"))) { try self.tree("none") }
  }
}
