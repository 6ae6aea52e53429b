import Entities
import Services
import TestSupport
import Testing

@Suite("Dates in Moment format")
struct DateFormatTests {
  /// A Monday.
  static let moment = CivilTime(year: 2026, month: 3, day: 2, hour: 15, minute: 4, second: 9)

  @Test(
    "Each group of letters writes its part of a moment",
    arguments: [
      ("YYYY-MM-DD", "2026-03-02"), ("YY M D", "26 3 2"), ("Y", "2026"), ("YYYYYY", "+002026"),
      ("MMM MMMM Mo", "Mar March 3rd"), ("Do DDD DDDD DDDo", "2nd 61 061 61st"),
      ("d do dd ddd dddd e E", "1 1st Mo Mon Monday 1 1"), ("Q Qo", "1 1st"),
      ("W WW Wo GG GGGG", "10 10 10th 26 2026"), ("w ww wo gg gggg", "10 10 10th 26 2026"),
      ("H HH h hh k kk", "15 15 3 03 15 15"), ("m mm s ss", "4 04 9 09"), ("A a", "PM pm"),
      ("SSS SS S", "000 00 0"), ("X x", "1772463849 1772463849000"), ("Z ZZ", "+00:00 +0000"),
      ("L", "03/02/2026"), ("l", "3/2/2026"), ("LL", "March 2, 2026"), ("ll", "Mar 2, 2026"),
      ("LT", "3:04 PM"), ("LTS", "3:04:09 PM"), ("LLL", "March 2, 2026 3:04 PM"),
      ("LLLL", "Monday, March 2, 2026 3:04 PM"), ("lll", "Mar 2, 2026 3:04 PM"),
      ("llll", "Mon, Mar 2, 2026 3:04 PM"),
      ("[Week] W [of] YYYY", "Week 10 of 2026"), ("[[]YYYY]", "[2026]"), ("[YYYY", "[2026"),
      ("YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2026/03-March/2026-03-02-Monday"),
      ("YYYYMMDDHHmm", "202603021504"), ("Über", "Üb1r"),
      ("", ""), ("—", "—"),
    ])
  func writes(format: String, text: String) {
    #expect(DateFormat(format).text(of: Self.moment) == text)
  }

  @Test("Midnight and noon are twelve, with the right AM or PM")
  func halves() {
    let format = DateFormat("h A, k")
    #expect(format.text(of: CivilTime(year: 2026, month: 1, day: 1)) == "12 AM, 24")
    #expect(format.text(of: CivilTime(year: 2026, month: 1, day: 1, hour: 12)) == "12 PM, 12")
  }

  @Test("A time zone behind UTC has a minus sign and its own timestamp")
  func offset() {
    #expect(DateFormat("Z ZZ").text(of: Self.moment, offset: -210) == "-03:30 -0330")
    #expect(DateFormat("X").text(of: Self.moment, offset: 60) == "1772460249")
  }

  @Test(
    "A week at the turn of a year belongs to the year with most of its days",
    arguments: [
      ("2020-12-31", "2020-W53 2021-1"), ("2021-01-01", "2020-W53 2021-1"),
      ("2021-01-03", "2020-W53 2021-2"), ("2021-01-04", "2021-W01 2021-2"),
      ("2024-12-29", "2024-W52 2025-1"), ("2024-12-30", "2025-W01 2025-1"),
      ("2026-12-31", "2026-W53 2027-1"), ("2027-01-04", "2027-W01 2027-2"),
      ("2022-12-31", "2022-W52 2022-53"), ("2023-01-01", "2022-W52 2023-1"),
    ])
  func weeks(day: String, text: String) throws {
    let day = try #require(DateFormat("YYYY-MM-DD").day(in: day))
    #expect(DateFormat("GGGG-[W]WW gggg-w").text(of: day) == text)
  }

  @Test(
    "English ordinals have the right ending",
    arguments: [
      (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
      (21, "21st"), (22, "22nd"), (23, "23rd"), (31, "31st"),
    ])
  func ordinals(day: Int, text: String) throws {
    let day = try #require(Day(year: 2026, month: 1, day: day))
    #expect(DateFormat("Do").text(of: day) == text)
  }

  @Test(
    "Written days are read back over four years without a gap",
    arguments: [
      "YYYY-MM-DD", "YYYY/MM/DD", "YYYY/MM-MMMM/YYYY-MM-DD-dddd", "D. MMMM YYYY", "Do MMM YY",
      "YYYYMMDD", "YYYY-DDDD", "DDD Y", "GGGG-[W]WW-E", "dddd D-M-YYYY", "gggg/[w]ww/YYYY-MM-DD",
      "[Day] YYYY.MM.DD [Q]Q", "YYYY/[Week] W/dd MMM D",
    ])
  func readsBack(format: String) {
    let format = DateFormat(format)
    for number in Day(20_000).number..<Day(21_470).number {
      #expect(format.day(in: format.text(of: Day(number))) == Day(number))
    }
  }

  @Test(
    "Text that does not match the format is not read as a day",
    arguments: [
      ("YYYY-MM-DD", "2026-02-29"), ("YYYY-MM-DD", "2026-3-2"), ("YYYY-MM-DD", "2026-03-02 2"),
      ("YYYY-MM-DD", ""), ("YYYY-MM-DD", "Plan"), ("dddd YYYY-MM-DD", "Tuesday 2026-03-02"),
      ("Do MMMM YYYY", "2th March 2026"), ("YYYY-MM-DD HH", "2026-03-02 15"), ("YYYY", "2026 "),
      ("DDDD", "061"), ("GGGG-[W]WW", "2026-W60"), ("YYYY-MM-DD", "２０２６-03-02"),
    ])
  func refuses(format: String, text: String) {
    #expect(DateFormat(format).day(in: text) == nil)
  }

  @Test("A week or a month without a day is read as its first day")
  func periods() {
    #expect(DateFormat("GGGG-[W]WW").day(in: "2026-W10")?.text == "2026-03-02")
    #expect(DateFormat("YYYY-MM").day(in: "2026-03")?.text == "2026-03-01")
  }

  @Test("Random formats are written and read without a crash")
  func fuzz() {
    var random = SeededRandom(seed: 7)
    let letters = Array("YMDdEWGQwgeHhkmsSAaXxZLl[]oT -/.ä😀")
    for _ in 0..<3000 {
      let format = DateFormat(
        String(
          (0..<Int.random(in: 0...12, using: &random)).map { _ in
            letters[Int.random(in: 0..<letters.count, using: &random)]
          }))
      let day = Day(Int.random(in: -800_000...800_000, using: &random))
      let text = format.text(of: day)
      if let read = format.day(in: text) { #expect(format.text(of: read) == text) }
    }
  }
}
