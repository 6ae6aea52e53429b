import FakeTerminal
import Glibc
import Terminal
import TestSupport
import Testing

extension ProgramTests {
  @Suite(
    "Pictures in the preview",
    .enabled(if: access("/usr/bin/chafa", X_OK) == 0, "needs chafa: apt-get install chafa"))
  struct PictureTests {
    private let home = ProgramHome([
      "plan.md": "# Plan\n\n![[red.gif|80x80]]\n\nbelow\n\n![[gone.png]]\n\n![](broken.png)\n"
    ])

    init() {
      home.folder.write("home/notes/red.gif", Self.red)
      home.folder.write("home/notes/broken.png", "no picture")
    }

    /// One red pixel.
    private static let red: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xff, 0, 0, 0, 0, 0xff, 0x2c, 0, 0, 0, 0, 1]
      + [0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]

    /// Starts as a person does, because scripts get words only.
    private func start(
      _ environment: [String: String?] = [:], pictures: String = "yes"
    ) throws -> ProgramUnderTest {
      home.folder.write("home/.config/notes-tui/config", "pictures = \(pictures)\n")
      var all = environment
      all["NOTES_TUI_SCRIPT"] = .some(nil)
      let program = try ProgramUnderTest(
        in: home, size: Size(columns: 120, rows: 30), environment: all)
      try program.wait(forText: "below")
      return program
    }

    @Test("A picture is drawn in its size; missing and broken pictures are reported")
    func drawn() throws {
      let program = try start()
      try program.wait(forText: "cannot be drawn")
      try program.wait(forText: "[image: gone.png] is not in the vault")
      let frame = program.frame
      // 10 by 5 cells: a cell is 8 by 16 pixels.
      #expect(reds(in: frame) == 50)
      #expect(!program.shows("[image: red.gif]"))
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
    }

    @Test("A vault's pictures are drawn only after the person agrees, which is remembered")
    func asked() throws {
      let program = try start(pictures: "ask")
      try program.wait(forText: "[image: red.gif] is not drawn yet")
      try program.press("Tab", "P")
      try program.wait(forText: "The pictures of this vault are drawn from now on.")
      try program.wait(for: "the picture") { reds(in: program.frame) == 50 }
      try program.type("q")
      #expect(try program.waitForEnd() == .exit(0))
      let later = try start(pictures: "ask")
      try later.wait(for: "the picture") { reds(in: later.frame) == 50 }
      // The vault's own settings may not allow pictures.
      home.folder.write("home/notes/.notes-tui/settings", "pictures = yes\n")
      let other = try start(pictures: "no")
      try other.press("Tab")
      try other.wait(forText: "Tab links")
      // The message disappears when the note is read again, as it may be just after the start.
      try other.wait(for: "why none is drawn") {
        if !other.shows("Pictures are off") { try other.press("P") }
        return other.shows("Pictures are off")
      }
      // While the note is read again, its words are gone for a moment.
      try other.wait(forText: "[image: red.gif]")
      #expect(reds(in: other.frame) == 0)
    }

    private func reds(in frame: FakeFrame) -> Int {
      frame.rows.flatMap { $0 }.count { $0.style.background == .indexed(196) }
    }

    @Test(
      "Without colors or chafa, pictures are shown as words",
      arguments: [["NO_COLOR": "1"], ["PATH": "/nowhere"], ["TERM": "vt100"]])
    func words(environment: [String: String]) throws {
      let program = try start(environment.mapValues { .some($0) })
      try program.wait(forText: "[image: red.gif]")
      try program.wait(forText: "[image: gone.png]")
      #expect(!program.shows("is not in the vault"))
    }
  }
}
