import Daily
import Entities
import Testing

@Suite("The placeholders of a template")
struct NoteTemplateTests {
  static let filling = NoteTemplate.Filling(
    title: "Plan B", time: CivilTime(year: 2026, month: 3, day: 2, hour: 9, minute: 5, second: 0))

  @Test(
    "Each placeholder is filled in, and other text stays",
    arguments: [
      ("# {{title}}\n", "# Plan B\n"), ("{{date}} {{time}}", "2026-03-02 09:05"),
      ("{{date:dddd, D. MMMM}}", "Monday, 2. March"), ("{{time:h:mm a}}", "9:05 am"),
      ("{{ Title }} {{DATE}}", "Plan B 2026-03-02"), ("{{date:[{]YYYY[}]}}", "{{date:[{]YYYY[}]}}"),
      ("{{date+1d}} {{date-1w:ddd}}", "2026-03-03 Mon"),
      ("{{date+1m:YYYY-MM}} {{date+1y}} {{date-1q:Q}}", "2026-04 2027-03-02 4"),
      ("{{time+30m}}", "09:05"), ("{{time+16h:YYYY-MM-DD HH:mm}}", "2026-03-03 01:05"),
      ("{{yesterday}} {{tomorrow}}", "2026-03-01 2026-03-03"),
      ("{{unknown}} {{date+1x}} {{title:YYYY}} {{date:}} {{}}", nil),
      ("{{date", nil), ("{ {date}}", nil), ("}}{{", nil), ("{{da\nte}}", nil), ("", nil),
      ("{{{title}}}", "{Plan B}"), ("{{title}}{{title}}", "Plan BPlan B"),
    ] as [(String, String?)])
  func fills(template: String, text: String?) {
    let filled = NoteTemplate(Array(template.utf8)).filled(Self.filling)
    #expect(String(decoding: filled.bytes, as: UTF8.self) == text ?? template)
  }

  @Test("The first cursor position counts, and no cursor marker is left")
  func cursor() {
    let filled = NoteTemplate(Array("# {{title}}\n{{cursor}}\n{{cursor}}end".utf8))
      .filled(Self.filling)
    #expect(String(decoding: filled.bytes, as: UTF8.self) == "# Plan B\n\nend")
    #expect(filled.cursor == 9)
    #expect(NoteTemplate(Array("plain".utf8)).filled(Self.filling).cursor == nil)
  }

  @Test("Bytes that are not UTF-8 pass through unchanged")
  func hostile() {
    let bytes: [UInt8] = [0xff, 0x7b, 0x7b, 0xfe, 0x7d, 0x7d, 0x00, 0x7b, 0x7b]
    #expect(NoteTemplate(bytes).filled(Self.filling).bytes == bytes)
  }

  @Test("Placeholders in a title are not filled in")
  func noSecondRound() {
    var filling = Self.filling
    filling.title = "{{date}}"
    #expect(NoteTemplate(Array("{{title}}".utf8)).filled(filling).bytes == Array("{{date}}".utf8))
  }

  @Test("The day after the clocks go forward is the next day, at any hour")
  func days() {
    // Clocks go forward on 2026-03-29 in Europe, back on 2026-10-25, and the year turns.
    for (day, next) in [
      ("2026-03-28", "2026-03-29"), ("2026-03-29", "2026-03-30"), ("2026-10-24", "2026-10-25"),
      ("2026-10-25", "2026-10-26"), ("2026-12-31", "2027-01-01"), ("2024-02-28", "2024-02-29"),
    ] {
      guard let start = DateFormat("YYYY-MM-DD").day(in: day) else {
        Issue.record("\(day) is no day")
        continue
      }
      for hour in [0, 2, 23] {
        var filling = Self.filling
        filling.time = start.time
        filling.time.hour = hour
        let filled = NoteTemplate(Array("{{date}} {{tomorrow}}".utf8)).filled(filling)
        #expect(String(decoding: filled.bytes, as: UTF8.self) == "\(day) \(next)")
      }
    }
  }
}
