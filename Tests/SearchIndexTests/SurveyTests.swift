import Entities
import Services
import TestSupport
import Testing

@Suite("Results of a walk")
struct SurveyTests {
  private func fact(_ seconds: Int64) -> FileFact {
    let moment = Timestamp(seconds: seconds)
    return FileFact(inode: 1, size: 1, modified: moment, changed: moment)
  }

  @Test("The newest files come first, and files of equal time by the bytes of their paths")
  func sorting() {
    var survey = FileSurvey()
    survey.append(folder: "".utf8, name: "old.md".utf8, fact(1))
    survey.append(folder: "b/".utf8, name: "x.md".utf8, fact(2))
    survey.append(folder: "a/".utf8, name: "x.md".utf8, fact(2))
    survey.append(folder: "a/".utf8, name: "x".utf8, fact(2))
    survey.sortNewestFirst()
    #expect(
      survey.entries.map { survey.path(of: $0).text } == ["a/x", "a/x.md", "b/x.md", "old.md"])
  }

  @Test("Times beyond all calendars are ordered too")
  func farAway() {
    var survey = FileSurvey()
    for (name, seconds) in [("b", Int64.max - 1), ("a", .max), ("d", .min), ("c", 0)] {
      survey.append(folder: "".utf8, name: name.utf8, fact(seconds))
    }
    survey.sortNewestFirst()
    #expect(survey.entries.map { survey.path(of: $0).text } == ["a", "b", "c", "d"])
  }

  @Test("Many files are sorted like a few")
  func sortingMany() {
    var random = SeededRandom(seed: 11)
    for spread in [1, 300, Int64.max >> 20] {
      var (all, expected) = (FileSurvey(), [(seconds: Int64, nanoseconds: Int32, path: String)]())
      for number in 0..<6000 {
        let seconds = Int64.random(in: -spread...spread, using: &random)
        let nanoseconds = Int32.random(in: 0..<3, using: &random) * 400_000_000
        let moment = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
        let path = "\(Int.random(in: 0..<50, using: &random))/\(number).md"
        all.append(
          folder: "".utf8, name: path.utf8,
          FileFact(inode: 1, size: 1, modified: moment, changed: moment))
        expected.append((seconds, nanoseconds, path))
      }
      all.sortNewestFirst()
      expected.sort { left, right in
        if left.seconds != right.seconds { return left.seconds > right.seconds }
        if left.nanoseconds != right.nanoseconds { return left.nanoseconds > right.nanoseconds }
        return Array(left.path.utf8).lexicographicallyPrecedes(Array(right.path.utf8))
      }
      #expect(all.entries.map { all.path(of: $0).text } == expected.map(\.path))
    }
  }

  @Test("Two walks merge into one, and each file keeps its path")
  func joining() {
    var survey = FileSurvey()
    survey.append(folder: "".utf8, name: "a.md".utf8, fact(1))
    var other = FileSurvey()
    other.append(folder: "b/".utf8, name: "c.md".utf8, fact(2))
    other.problems = ["no"]
    survey.append(other)
    #expect(survey.entries.map { survey.path(of: $0).text } == ["a.md", "b/c.md"])
    #expect(survey.entries.map(\.fact.modified.seconds) == [1, 2])
    #expect(survey.problems == ["no"])
  }
}
