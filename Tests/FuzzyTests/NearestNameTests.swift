import Testing

@testable import Fuzzy

@Suite("The nearest name")
struct NearestNameTests {
  private static let rows: [(String, String?)] = [
    ("lst", "list"), ("serach", "search"), ("SHOW", "show"), ("histroy", "history"),
    ("hist", "history"), ("notes", "note"), ("xyzzy", nil), ("q", nil), ("", nil),
    ("completely different", nil),
  ]

  @Test(
    "The nearest name is found for typos, swaps and prefixes, and not for other words",
    arguments: rows)
  func nearest(written: String, wanted: String?) {
    let names = ["list", "search", "show", "history", "note"]
    #expect(NearestName.of(written, among: names) == wanted)
  }

  private static let distances: [(String, String, Int)] = [
    ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1),
    ("abc", "xbc", 1), ("kitten", "sitting", 3),
  ]

  @Test("The distance counts inserted, deleted, changed and swapped letters", arguments: distances)
  func distance(left: String, right: String, wanted: Int) {
    #expect(NearestName.distance(Array(left.utf8), Array(right.utf8)) == wanted)
    #expect(NearestName.distance(Array(right.utf8), Array(left.utf8)) == wanted)
  }

  @Test("A word of any length is cheap to compare")
  func long() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(NearestName.of(long, among: ["list", long]) == long)
  }
}
