import Glibc
import TestSupport
import Testing

@testable import Files

@Suite("Opening files beneath a folder")
struct EnclosureTests {
  let folder = TemporaryFolder()
  let outside = TemporaryFolder()

  @Test("Nothing outside the folder is opened, whatever the path")
  func outsideIsShut() throws {
    folder.write("in/a", "inside")
    outside.write("a", "outside")
    folder.link("out", to: outside.path)
    folder.link("up", to: "..")
    folder.link("file", to: outside.path("a"))
    folder.link("inner", to: "in")
    let cases: [(String, Int32)] = [
      ("out/a", ELOOP), ("up/x", ELOOP), ("file", ELOOP), ("inner/a", ELOOP), ("../x", EXDEV),
      ("in/../../x", EXDEV), (outside.path("a"), EXDEV), ("gone", ENOENT), ("in/a/x", ENOTDIR),
    ]
    for (path, code) in cases {
      #expect(failure(path) == code, "\(path)")
    }
    #expect(try text("in/a") == Array("inside".utf8))
    #expect(try resolved("inner/a") == .inside(Array("in/a".utf8)))
    #expect(try resolved("file") == .outside(Array(outside.path("a").utf8)))
  }

  private func failure(_ path: String) -> Int32 {
    do {
      let enclosure = try Enclosure(folder.bytes)
      _ = try enclosure.open(Array(path.utf8), O_RDONLY)
      return 0
    } catch {
      return error.code
    }
  }

  private func text(_ path: String) throws -> [UInt8] {
    let enclosure = try Enclosure(folder.bytes)
    let file = try enclosure.open(Array(path.utf8), O_RDONLY)
    return try Posix.read(file.raw, size: 100)
  }

  private func resolved(_ path: String) throws -> Enclosure.Target {
    let enclosure = try Enclosure(folder.bytes)
    return try enclosure.resolved(Array(path.utf8))
  }

  @Test("Opening part by part, for systems without the call, gives the same answers")
  func byParts() {
    folder.write("in/deep/a", "inside")
    folder.link("out", to: outside.path)
    folder.link("in/loop", to: "loop")
    let top = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(top) }
    func code(_ path: String) -> Int32 {
      do throws(SystemError) {
        close(try Enclosure.openByParts(Array(path.utf8), in: top, O_RDONLY))
        return 0
      } catch {
        return error.code
      }
    }
    let cases: [(String, Int32)] = [
      ("in/deep/a", 0), ("in", 0), ("out", ELOOP), ("out/a", ELOOP), ("in/loop", ELOOP),
      ("in/loop/a", ELOOP), ("../x", EXDEV), ("/etc/passwd", EXDEV), ("in/deep/../../../x", EXDEV),
      ("in/gone", ENOENT), ("in/deep/a/b", ENOTDIR),
      (String(repeating: "x", count: 300), ENAMETOOLONG),
    ]
    for (path, expected) in cases { #expect(code(path) == expected, "\(path)") }
  }

  @Test("Two files exchange names in one step")
  func exchange() throws {
    folder.write("a", "1")
    folder.write("b", "2")
    // Some disks cannot do this in one step; the store works without it.
    guard exchange("a", "b") != EINVAL else { return }
    #expect(folder.text("a") == "2")
    #expect(folder.text("b") == "1")
  }

  private func exchange(_ first: String, _ second: String) -> Int32 {
    do {
      let open = try Posix.openFolder(folder.bytes)
      try Posix.exchange(Array(first.utf8), in: open.raw, with: Array(second.utf8), in: open.raw)
      return 0
    } catch {
      return error.code
    }
  }
}
