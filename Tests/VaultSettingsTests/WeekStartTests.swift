import Entities
import Testing
import VaultSettings

@Suite("The first day of the week")
struct WeekStartTests {
  @Test(
    "T1: the setting counts, else the custom of the person's country",
    arguments: [
      (nil, nil, Weekday.monday), ("auto", "de_DE.UTF-8", .monday),
      ("auto", "en_US.UTF-8", .sunday),
      ("auto", "ar_EG", .saturday), ("auto", "pt_BR@euro", .sunday), ("auto", "C.UTF-8", .monday),
      ("auto", "en", .monday), ("auto", "_", .monday), ("monday", "en_US", .monday),
      ("sunday", "de_DE", .sunday), ("saturday", nil, .saturday), ("nonsense", "en_US", .sunday),
    ] as [(String?, String?, Weekday)])
  func start(set: String?, locale: String?, expected: Weekday) {
    #expect(WeekStart.weekday(set: set, locale: locale) == expected)
  }

  @Test("LC_ALL overrides LC_TIME, which overrides LANG, and empty ones are ignored")
  func variables() {
    #expect(WeekStart.locale { ["LC_ALL": "a", "LC_TIME": "b", "LANG": "c"][$0] } == "a")
    #expect(WeekStart.locale { ["LC_ALL": "", "LC_TIME": "b", "LANG": "c"][$0] } == "b")
    #expect(WeekStart.locale { ["LANG": "c"][$0] } == "c")
    #expect(WeekStart.locale { _ in nil } == nil)
  }
}
