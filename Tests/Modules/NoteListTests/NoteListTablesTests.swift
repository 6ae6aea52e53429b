import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import NoteList

@Suite("The list's tables: dates, marks and columns")
struct NoteListTablesTests {
  /// Seconds from the clock's 2026-03-02 10:30.
  private static let dateTable: [(Int64, String)] = [
    (Int64(0), "10:30"), (-10 * 3600 - 1800, "00:00"), (-10 * 3600 - 1801, "1 Mar"),
    (-60 * 86_400, "1 Jan"), (-61 * 86_400, "2025-12-31"), (-1_772_447_400, "1970-01-01"),
    (13 * 3600, "23:30"), (14 * 3600, "3 Mar"), (300 * 86_400, "27 Dec"),
    (305 * 86_400, "2027-01-01"), (-1_772_447_401, "1969-12-31"),
  ]

  @Test("A date is a time today, a day this year, and otherwise complete", arguments: dateTable)
  func dates(offset: Int64, wanted: String) {
    let clock = StillClock()
    let moment = Timestamp(seconds: clock.now.seconds + offset)
    #expect(ShortDate.text(for: moment, clock: clock) == wanted)
  }

  private func matches(_ text: String, _ words: [String]) -> [Range<Int>] {
    MatchMarking(words).matches(in: text)
  }

  /// With matches in brackets.
  private func marked(_ text: String, _ words: [String]) -> String {
    var bytes = Array(text.utf8)
    for match in matches(text, words).reversed() {
      bytes.insert(UInt8(ascii: "]"), at: match.upperBound)
      bytes.insert(UInt8(ascii: "["), at: match.lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let markTable: [(String, [String], String)] = [
    ("Red tea", [], "Red tea"), ("Red tea", ["red"], "[Red] tea"),
    ("Red tea", ["tea", "red"], "[Red] [tea]"), ("banana", ["an"], "b[anan]a"),
    ("banana", ["ana"], "b[anana]"), ("aaa", ["aa"], "[aaa]"), ("abc", ["ab", "bc"], "[abc]"),
    ("abc", ["abcd"], "abc"), ("", ["a"], ""), ("ÉTÉ", ["été"], "[ÉTÉ]"),
    ("日本語", ["本"], "日[本]語"), ("a👩‍👩‍👧b", ["b"], "a👩‍👩‍👧[b]"), ("abc", [""], "abc"),
    ("The other", ["the"], "[The] o[the]r"), ("[a] B-c", ["b-c"], "[a] [B-c]"),
    ("tea", ["é"], "tea"), ("“Tea” – a tea", ["tea"], "“[Tea]” – a [tea]"),
    ("tea, 日本語", ["tea", "ea,"], "[tea,] 日本語"), ("a\u{301} a", ["a"], "a\u{301} [a]"),
    ("日本語 cha", ["ch", "ha"], "日本語 [cha]"),
  ]

  @Test(
    "Filter matches are marked at every position and every time they occur", arguments: markTable)
  func marks(text: String, words: [String], wanted: String) {
    #expect(marked(text, words) == wanted)
  }

  @Test(
    "A match begins and ends between letters, even if lowercasing changes the text's length",
    arguments: ["İstanbul", "ǅ", "ΌΣΟΣ", "ﬁn", "e\u{301}É", "\u{202e}x", ""])
  func whole(text: String) {
    for words in [["i"], ["s"], ["σ"], ["é", "x"]] {
      var places = [0]
      for letter in text { places.append(places[places.count - 1] + letter.utf8.count) }
      for match in matches(text, words) {
        #expect(places.contains(match.lowerBound) && places.contains(match.upperBound))
      }
    }
  }

  @Test("Marked matches are the same as those of a search letter by letter", arguments: 0..<4)
  func marksLikeASlowLook(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    func letters(_ among: [String], _ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        among.randomElement(using: &random) ?? ""
      }.joined()
    }
    for _ in 0..<500 {
      // Long texts are checked eight bytes at a time, where "@" looks like a lowercase "`".
      let text = letters(
        ["a", "b", "A", "é", "e\u{301}", "日", " ", "-", "\u{301}", "c", "dd", "@", "`", "\r"],
        0...40)
      let words = (0..<2).map { _ in letters(["a", "b", "-", "é", "@", "`"], 1...2) }
      let folded = Array(text.lowercased())
      var wanted = [Bool](repeating: false, count: folded.count)
      for word in words.map(Array.init) where word.count <= folded.count {
        for start in 0...(folded.count - word.count)
        where folded[start..<(start + word.count)].elementsEqual(word) {
          for place in start..<(start + word.count) { wanted[place] = true }
        }
      }
      let matches = matches(text, words)
      var place = 0
      let marks = text.map { letter in
        defer { place += letter.utf8.count }
        return matches.contains { $0.contains(place) }
      }
      #expect(marks == wanted, "“\(text)” \(words)")
    }
  }

  private static let sections: [(daysAgo: Int, name: String)] = [
    (-1, "Later than today"), (0, "Today"), (1, "Yesterday"), (2, "Previous 7 days"),
    (7, "Previous 7 days"), (8, "Previous 30 days"), (30, "Previous 30 days"), (31, "October"),
    (333, "January"), (334, "2025"),
  ]

  @Test("Days are named by their distance", arguments: sections)
  func days(daysAgo: Int, name: String) throws {
    let today = try #require(Day(year: 2026, month: 11, day: 30))
    #expect(NoteListWords.section(of: today.advanced(by: -daysAgo), today: today) == name)
  }

  @Test("Titles are grouped by their first letter")
  func initials() {
    let names = ["apple", "Ärger", " x", "2026", "日本", "#tag", ""]
    #expect(names.map(NoteListWords.initial) == ["A", "Ä", "X", "#", "日", "#", "#"])
  }

  private static let columnTable: [(Int, Int, Int, Int, Bool)] = [
    // width, title, snippet's column, snippet, date
    (20, 17, 20, 0, false),
    (31, 28, 31, 0, false),
    (32, 17, 20, 0, true),
    (55, 40, 43, 0, true),
    (56, 22, 25, 18, true),
    (60, 24, 27, 20, true),
    (64, 25, 28, 23, true),
    (80, 32, 35, 32, true),
    (120, 47, 50, 35, true),
    (200, 47, 50, 107, true),
    (3, 0, 3, 0, false),
    (1, 0, 3, 0, false),
  ]

  @Test(
    "Beside a preview, which says more, the title gets the snippet's room", arguments: [59, 99])
  func besidePreview(width: Int) {
    let columns = RowColumns(width: width, besidePreview: true)
    #expect(columns.snippetWidth == 0 && columns.showsDate)
    #expect(columns.titleWidth == (width < 95 ? width - 15 : width - 33))
  }

  @Test(
    "A row divides its width among title, snippet and date, and never exceeds it",
    arguments: columnTable)
  func columns(width: Int, title: Int, snippetAt: Int, snippet: Int, date: Bool) {
    let columns = RowColumns(width: width)
    #expect(columns.titleWidth == title)
    #expect(columns.snippet == snippetAt)
    #expect(columns.snippetWidth == snippet)
    #expect(columns.showsDate == date)
    #expect(columns.end == width - 1)
    // The tags are between snippet and date, two blanks apart.
    #expect((columns.tagsWidth > 0) == (width >= 95))
    if columns.tagsWidth > 0 {
      #expect(columns.snippet + columns.snippetWidth + 2 == columns.tags)
      #expect(columns.tags + columns.tagsWidth + 12 == columns.end)
    }
    if snippet > 0 { #expect(columns.snippet + columns.snippetWidth <= columns.end) }
  }
}
