import TestSupport
import Testing

extension ProgramTests {
  @Suite("Imports by the real program")
  struct ImportRunTests {
    private let home = ProgramHome()

    /// Writes notes that each have their own file of 75 KB.
    private func write(_ name: String, notes: Int) {
      let data = String(repeating: "QUJD", count: 25_000)
      let all = (1000..<1000 + notes).map { number in
        "<note><title>Note \(number)</title><content><![CDATA[<en-note>words \(number)</en-note>]]>"
          + "</content><resource><data encoding=\"base64\">\(number)\(data)</data>"
          + "<mime>application/pdf</mime></resource></note>\n"
      }
      home.folder.write(
        "home/\(name)",
        "<?xml version=\"1.0\"?>\n<en-export>\n\(all.joined())</en-export>\n")
    }

    @Test("Importing 24 MB needs little more memory than importing one note")
    func memory() throws {
      write("one.enex", notes: 1)
      write("many.enex", notes: 240)
      let one = try PipedCommand(["import", "evernote", "../one.enex"], in: home)
      let many = try PipedCommand(["import", "evernote", "../many.enex"], in: home)
      #expect(one.ending == .exit(0) && many.ending == .exit(0), "\(many.error)")
      #expect(many.error.contains("240 notes and 240 files were imported."), "\(many.error)")
      #expect(home.folder.names(in: "home/notes/many").count == 241)
      #expect(home.folder.names(in: "home/notes/many/attachments").count == 240)
      let megabyte = 1 << 10
      #expect(one.kilobytes > 0 && many.kilobytes < one.kilobytes + 16 * megabyte)
    }
  }
}
