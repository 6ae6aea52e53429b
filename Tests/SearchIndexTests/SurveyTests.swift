import Entities
import Services
import Testing

@Suite("What a walk found")
struct SurveyTests {
  private func fact(_ seconds: Int64) -> FileFact {
    let moment = Timestamp(seconds: seconds)
    return FileFact(inode: 1, size: 1, modified: moment, changed: moment)
  }

  @Test("The newest stand first, those of one moment by the bytes of their paths")
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

  @Test("Moments beyond all calendars are told apart too")
  func farAway() {
    var survey = FileSurvey()
    for (name, seconds) in [("b", Int64.max - 1), ("a", .max), ("d", .min), ("c", 0)] {
      survey.append(folder: "".utf8, name: name.utf8, fact(seconds))
    }
    survey.sortNewestFirst()
    #expect(survey.entries.map { survey.path(of: $0).text } == ["a", "b", "c", "d"])
  }

  @Test("Two walks become one, each path its own")
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
