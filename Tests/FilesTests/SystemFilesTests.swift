import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@Suite("Files named by the user")
struct SystemFilesTests {
  private let folder = TemporaryFolder()
  private let files = SystemFiles(home: "/home/ada", folder: "/here")

  @Test(
    "A path can be typed, pasted from a terminal or given as an address",
    arguments: [
      ("/a/b.png", "/a/b.png"), ("  /a/b.png \n", "/a/b.png"), ("'/a/b c.png'", "/a/b c.png"),
      ("\"/a/b.png\"", "/a/b.png"), ("/a/b\\ c\\\\d", "/a/b c\\d"),
      ("file:///a/b%20c.png", "/a/b c.png"), ("b.png", "/here/b.png"), ("'", "/here/'"), ("", ""),
      ("\\", "/here/\\"), ("~", "/home/ada"), ("~/x.png", "/home/ada/x.png"),
      ("'~/x.png'", "/here/~/x.png"),
    ])
  func typed(text: String, path: String) {
    #expect(files.path(typed: text) == NotePath(path))
  }

  @Test("A folder's files and folders are listed by name, links as what they lead to")
  func entries() async {
    for name in ["b.png", "sub/x", ".hidden"] { folder.write(name, "") }
    folder.link("to-file", to: "b.png")
    folder.link("to-folder", to: "sub")
    folder.link("to-nothing", to: "gone")
    mkfifo(folder.path("pipe"), 0o600)
    let entries = await files.entries(in: NotePath(folder.path("")))
    #expect(
      entries.map { $0.name + ($0.isFolder ? "/" : "") } == [
        ".hidden", "b.png", "sub/", "to-file", "to-folder/",
      ])
    #expect(await files.entries(in: NotePath(folder.path("gone"))) == [])
    #expect(await files.entries(in: NotePath(folder.path("b.png"))) == [])
  }

  private func refusal(_ name: String) async -> String? {
    do throws(NoteStoreError) {
      _ = try await files.read(NotePath(folder.path(name)))
      return nil
    } catch {
      return error.message.replacing(folder.path(""), with: "")
    }
  }

  @Test("A regular file is read whole, and anything else is refused without waiting")
  func reads() async throws {
    folder.write("a.png", [1, 0, 255])
    folder.write("empty", "")
    folder.link("link", to: "a.png")
    folder.write("sub/x", "")
    mkfifo(folder.path("pipe"), 0o600)
    let large = folder.path("large")
    folder.write("large", "")
    truncate(large, off_t(SystemFiles.largest) + 1)
    #expect(try await files.read(NotePath(folder.path("a.png"))) == [1, 0, 255])
    #expect(try await files.read(NotePath(folder.path("empty"))) == [])
    #expect(await refusal("link") == "Could not attach link: it is a link.")
    #expect(await refusal("sub") == "Could not attach sub: it is a folder.")
    #expect(await refusal("pipe") == "Could not attach pipe: it is a pipe.")
    #expect(await refusal("large") == "Could not attach large: it has more than 512 MB.")
    #expect(await refusal("none") == NoteStoreError.notFound(NotePath("none")).message)
    #expect(throws: NoteStoreError.self) { try files.check(NotePath("/dev/null")) }
  }
}
