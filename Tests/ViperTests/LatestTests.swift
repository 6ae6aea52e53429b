import Testing
import Viper

@MainActor
@Suite("Latest: only the newest question is answered")
struct LatestTests {
  let latest = Latest()

  @Test("An answer is dropped after a newer question")
  func newerQuestion() {
    var heard: [String] = []
    let first = latest.only { heard.append($0) }
    let second = latest.only { heard.append($0) }
    first("first")
    second("second")
    #expect(heard == ["second"])
  }

  @Test("A follow-up is answered and dropped together with its question")
  func goesOn() {
    var heard: [String] = []
    let first = latest.only { heard.append($0) }
    let more = latest.still { heard.append($0) }
    first("first")
    more("more")
    latest.forget()
    first("late")
    more("late")
    #expect(heard == ["first", "more"])
  }

  @Test("Latest is unused until something is asked or forgotten")
  func unused() {
    _ = latest.still {}
    #expect(latest.isUnused)
    _ = latest.only {}
    #expect(!latest.isUnused)
  }
}
