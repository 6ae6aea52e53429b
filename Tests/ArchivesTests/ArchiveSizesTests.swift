import Archives
import TestSupport
import Testing

@Suite("Archives made by other systems")
struct ArchiveSizesTests {
  private let folder = TemporaryFolder()

  private func tree(_ name: String) throws -> SourceTree {
    try SourceTree([Array(folder.path(name).utf8)])
  }

  @Test("A zip with its sizes after the entry is read correctly")
  func farSizes() throws {
    var file = MadeArchives.RawFile("N.textbundle/info.json", Array(#"{"version":2}"#.utf8))
    file.isFar = true
    var other = MadeArchives.RawFile("b.txt", [1, 2, 3])
    other.isFar = true
    let bytes = MadeArchives.rawZip([file, other])
    folder.write("bear.zip", bytes)
    // A program in front of the archive shifts all of its offsets.
    folder.write("b/moved.zip", [0x50, 0x4b, 3, 4] + [UInt8](repeating: 7, count: 500) + bytes)
    for name in ["bear.zip", "b/moved.zip"] {
      let tree = try tree(name)
      #expect(tree.problems == [])
      #expect(tree.entries.map(\.size) == [13, 3])
      #expect(try tree.entries.map { try tree.read($0, atMost: 99) } == [file.bytes, other.bytes])
    }
  }

  @Test("A file with a wrong checksum or more bytes than its size is damaged")
  func damaged() throws {
    let file = MadeArchives.RawFile("a", Array("words words".utf8))
    var bytes = MadeArchives.rawZip([file])
    bytes[33] ^= 1
    folder.write("a.zip", bytes)
    var short = file
    short.claimed = 3
    folder.write("short.zip", MadeArchives.rawZip([short]))
    for name in ["a.zip", "short.zip"] {
      let tree = try tree(name)
      let entry = try #require(tree["a"])
      #expect(throws: SourceFailure.self) { try tree.read(entry, atMost: 99) }
    }
    folder.write("cut.zip", Array(MadeArchives.rawZip([file]).dropLast(30)))
    #expect(try tree("cut.zip").problems.count == 1)
  }

  @Test("Hidden files and a Mac's extra files are left out of folders, zips and tars")
  func leftOut() throws {
    let names = [
      ".DS_Store", "__MACOSX/._a.md", "__MACOSX/b/._c.md", ".git/HEAD", ".obsidian/app.json",
      ".trash/gone.md", "b/.hidden/d.md", "b/._c.md", "._a.md",
    ]
    let files = (["a.md", "b/c.md"] + names).map { (name: $0, bytes: Array($0.utf8)) }
    for file in files { folder.write("in/\(file.name)", file.bytes) }
    MadeArchives.zip(files, to: folder.path("a.zip"))
    folder.write("a.tar", MadeArchives.tar(files))
    MadeArchives.gzip(MadeArchives.tar(files), to: folder.path("a.tgz"))
    for name in ["in", "a.zip", "a.tar", "a.tgz"] {
      let tree = try tree(name)
      #expect(tree.entries.map(\.path) == ["a.md", "b/c.md"], "\(name)")
      #expect(tree.problems == [], "\(name)")
    }
    folder.write(".named.md", "mine")
    #expect(try tree(".named.md").entries.map(\.path) == [".named.md"])
  }

  @Test("A gzipped tar is read, and one that grows far larger is left out")
  func gzip() throws {
    let noise = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
    MadeArchives.gzip(MadeArchives.tar([("a.md", noise)]), to: folder.path("a.tgz"))
    let tree = try tree("a.tgz")
    let entry = try #require(tree["a.md"])
    #expect(try tree.read(entry, atMost: 1 << 20) == noise)
    let zeros = [UInt8](repeating: 0, count: 40 << 20)
    MadeArchives.gzip(MadeArchives.tar([("bomb", zeros)]), to: folder.path("bomb.tgz"))
    #expect(throws: SourceFailure.self) { try self.tree("bomb.tgz") }
    MadeArchives.gzip(noise, to: folder.path("plain.gz"))
    #expect(try self.tree("plain.gz").entries.map(\.path) == ["plain.gz"])
  }
}
