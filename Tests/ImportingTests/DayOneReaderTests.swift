import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Day One's journals")
struct DayOneReaderTests {
  private let given = GivenSource()

  @Test(
    "An entry has its local day, files, links and facts, and its text has no extra backslashes"
  )
  func json() throws {
    given.folder.write(
      "in/Journal.json",
      ###"""
      {"metadata":{"version":"1.0"},"entries":[
      {"uuid":"A1","creationDate":"2024-03-01T23:30:00Z","modifiedDate":"2024-03-02T01:00:00Z","timeZone":"Europe\/Berlin",
       "text":"# A day\\.\n\n\\- no list, 1\\.5 \\*no\\* so\\!\n1\\. none `a\\.b`\n![](dayone-moment:\/\/P1)\n[other](dayone://view?entryId=B2)",
       "tags":["a b"],"starred":true,"isPinned":true,"location":{"placeName":"Home","country":"DE","latitude":52.5},
       "photos":[{"identifier":"P1","md5":"aa","type":"jpeg"},{"identifier":"P2","md5":"bb","type":"png","orderInEntry":1},{"identifier":"P3","md5":"none"}],
       "audios":[{"identifier":"S1","md5":"cc","format":"aac"}]},
      {"uuid":"B2","creationDate":"2024-03-01T23:30:00Z","timeZone":"Moon/Sea","text":"",
       "richText":"{\"contents\":[{\"text\":\"Head\\n\",\"attributes\":{\"line\":{\"header\":2}}},{\"text\":\"a \"},{\"text\":\"bold \",\"attributes\":{\"bold\":true,\"italic\":true}},{\"text\":\"#x\\n\"},{\"text\":\"done\\n\",\"attributes\":{\"line\":{\"listStyle\":\"checkbox\",\"checked\":true,\"indentLevel\":2}}},{\"text\":\"site\",\"attributes\":{\"linkURL\":\"https://e.org\",\"line\":{\"listStyle\":\"numbered\",\"listIndex\":3}}},{\"embeddedObjects\":[{\"type\":\"photo\",\"identifier\":\"P9\"}]},{\"text\":\"- x\\n\"},{\"text\":\"let *a*\\n\",\"attributes\":{\"line\":{\"codeBlock\":true}}}]}"},
      {"text":"nothing"}]}
      """###)
    for (name, bytes) in [("photos/aa.jpeg", "1"), ("photos/bb.png", "2"), ("audios/cc.aac", "3")] {
      given.folder.write("in/\(name)", bytes)
    }
    try given.read(DayOneReader())
    let (one, two) = (given.notes[0], given.notes[1])
    #expect(one.title == "2024-03-02 A day." && one.folder == [])
    #expect(
      one.localCreated == CivilTime(year: 2024, month: 3, day: 2, hour: 0, minute: 30))
    #expect(
      given.text(0) == """
        # A day.

        \\- no list, 1.5 \\*no\\* so!
        1\\. none `a\\.b`
        ![](dayone-moment://P1)
        [other](dayone://view?entryId=B2)

        ![](dayone-moment://P2)

        ![](dayone-moment://S1)

        """)
    #expect(one.tags == ["a b"] && one.isPinned && one.properties.map(\.name) == ["starred"])
    #expect(one.extras.map(\.name) == ["location", "latitude"])
    #expect(one.losses == ["A file of it, in photos, is not in the archive."])
    #expect(given.files == ["P1": [0x31], "P2": [0x32], "S1": [0x33]])
    #expect(
      given.text(1) == """
        ## Head
        a ***bold*** \\#x
          - [x] done
        3. [site](<https://e.org>)

        ![](dayone-moment://P9)
        \\- x
        ```
        let *a*
        ```

        """)
    #expect(two.title == "2024-03-01 Head")
    #expect(
      two.losses == ["Its time zone, Moon/Sea, is not known here; its time is that of UTC."])
    // Other programs do not name any.
    #expect(given.problems == [] && given.notes[2].id == "Journal.json 3")
    let reader = DayOneReader()
    #expect(reader.target(of: ImportLink("dayone-moment:/video/V1"), in: one) == .file("V1"))
    #expect(reader.target(of: ImportLink("dayone://view?entryId=B2"), in: one) == .note("B2"))
  }

  @Test("Day One Classic entries have their photo, and invalid files are reported")
  func classic() throws {
    given.folder.write(
      "in/Journal.dayone/entries/AB.doentry",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>Creation Date</key><date>2012-07-01T10:00:00Z</date>
      <key>Entry Text</key><string>Sun &amp; sea
      again</string><key>Starred</key><true/><key>Tags</key><array><string>x</string></array>
      <key>Location</key><dict><key>Latitude</key><real>1.5</real></dict>
      <key>Time Zone</key><string>America/New_York</string><key>UUID</key><string>AB</string></dict></plist>
      """)
    given.folder.write("in/Journal.dayone/photos/AB.jpg", "1")
    given.folder.write("in/Journal.dayone/entries/bad.doentry", "<plist><dict>")
    try given.read(DayOneReader())
    #expect(given.notes.map(\.title) == ["2012-07-01 Sun & sea"])
    #expect(given.text(0) == "Sun & sea\nagain\n\n![](dayone-moment://AB)\n")
    #expect(given.notes[0].localCreated?.hour == 6 && given.notes[0].tags == ["x"])
    #expect(given.files == ["AB": [0x31]])
    #expect(given.problems.map(\.of) == ["Journal.dayone/entries/bad.doentry"])
  }

  @Test(
    "The rules of a time zone agree with the system's table of its changes",
    arguments: [
      "Europe/Berlin", "Australia/Sydney", "America/New_York", "Asia/Kolkata",
    ])
  func rules(zone: String) throws {
    let footers = [
      "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3", "Asia/Kolkata": "IST-5:30",
      "Australia/Sydney": "AEST-10AEDT,M10.1.0,M4.1.0/3",
      "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
    ]
    let table = try #require(TimeZoneRules(named: zone))
    let rule = try #require(YearlyRule(footers[zone] ?? ""))
    var random = SeededRandom(seed: 7)
    // From 2010 on, and also after the end of the table.
    for _ in 0..<3000 {
      let moment = Timestamp(
        seconds: Int64.random(in: 1_262_304_000..<3_000_000_000, using: &random))
      #expect(table.offset(at: moment) == rule.offset(at: moment.seconds), "\(moment.seconds)")
    }
  }

  @Test(
    "An invalid name is neither a time zone nor a rule",
    arguments: [
      "", "../../etc/passwd", "/etc/passwd", "Europe", "Europe//Berlin", "Nowhere/At all",
      "a\u{0}b",
    ])
  func noZone(name: String) {
    #expect(TimeZoneRules(named: name) == nil)
    #expect(YearlyRule(name) == nil)
  }

  @Test("Damaged time zone tables are rejected, and reading them ends")
  func damaged() throws {
    var bytes: [UInt8] = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
    #expect(TimeZoneRules(bytes) == nil)
    bytes += bytes
    #expect(TimeZoneRules(bytes) == nil)
    for index in bytes.indices {
      var broken = bytes
      broken[index] = 0xff
      _ = TimeZoneRules(broken)
      _ = TimeZoneRules(Array(bytes[..<index]))
    }
    #expect(YearlyRule("A1B,M13.1.1,M1.1.1") == nil && YearlyRule("A1B,J1,J2") == nil)
  }
}
