import Entities
import Services
import Testing

@testable import GitSync

@Suite("The texts of sync commits")
struct CommitWordsTests {
  @Test("The name of a side is the device and the commit's minute in UTC")
  func sides() {
    let rows: [(String, Int, String)] = [
      ("laptop", 1_772_442_000, "laptop 2026-03-02 09:00"),
      ("phone", 1_772_442_359, "phone 2026-03-02 09:05"),
      ("old", 0, "old 1970-01-01 00:00"),
    ]
    for (device, seconds, name) in rows { #expect(CommitWords.side(device, seconds) == name) }
  }

  @Test("The message follows the template, and lists the changes unless they are secret")
  func messages() {
    let one = [SyncChange(NotePath("a\nb.md"), .added)]
    let two = one + [SyncChange(NotePath("c.md"), .removed)]
    let many = (0..<150).map { SyncChange(NotePath("\($0).md"), .changed) }
    let template = "{{device}}: {{notes}}"
    let message = { (changes: [SyncChange], isSecret: Bool) in
      CommitWords.message(template, device: "laptop", changes: changes, isSecret: isSecret)
    }
    #expect(message(one, false) == "laptop: a b.md\n")
    #expect(message(two, false) == "laptop: 2 notes\n\n+ a b.md\n- c.md\n")
    #expect(message(two, true) == "laptop: notes\n")
    let lines = message(many, false).split(separator: "\n")
    #expect(lines.count == 102 && lines.last == "and 50 more")
    #expect(
      CommitWords.message("x\n{{notes}}\r\ny", device: "d", changes: two, isSecret: true)
        == "x notes y\n")
  }

  @Test("Any device name yields an author that git accepts")
  func people() {
    let rows = [
      ("laptop", "laptop", "laptop@notes-tui"), ("Ann's PC", "Ann's PC", "Ann-s-PC@notes-tui"),
      ("a<b>\n", "ab", "ab@notes-tui"), ("", "device", "device@notes-tui"),
      (" <> ", "device", "device@notes-tui"),
    ]
    for (device, name, email) in rows {
      #expect(CommitWords.person(device: device) == CommitPerson(name: name, email: email))
    }
  }
}
