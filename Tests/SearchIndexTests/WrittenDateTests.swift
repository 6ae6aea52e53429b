import Testing

@testable import SearchIndex

@Suite("When a note was created")
struct WrittenDateTests {
  private static let texts: [(String, Int64?)] = [
    ("2026-03-01T00:00:00Z", 1_772_323_200), ("2026-03-01 02:00 +01:00, late", 1_772_326_800),
    ("2026-02-30T00:00:00Z", nil), ("2026-03-01T00:00:60Z", nil), ("2026-03 on", nil),
    ("20260301T000000Z", nil), ("soon", nil), ("", nil),
  ]

  @Test("A property gives the date if that day exists", arguments: texts)
  func properties(text: String, seconds: Int64?) {
    #expect(WrittenDate.moment(text) == seconds.map { $0 * 1_000_000_000 })
  }

  private static let stems: [(String, Bool)] = [
    ("20220621T062327--title", true), ("202206210623 title", true), ("20220621062327", true),
    ("2026-03-02", true), ("2026-03-02 title", false), ("20220621 title", false),
    ("2022062106232", false), ("20220230T101010", false), ("2026-02-30", false), ("title", false),
    ("", false),
  ]

  @Test("A file name gives the date if it has a timestamp or is a day", arguments: stems)
  func names(stem: String, isDated: Bool) {
    #expect((WrittenDate.moment(ofStem: Array(stem.utf8)) != nil) == isDated)
  }
}
