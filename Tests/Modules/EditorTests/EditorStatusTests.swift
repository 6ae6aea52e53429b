import TestSupport
import Testing

@testable import Editor

@Suite("How the text stands, in words")
struct EditorStatusTests {
  @Test(
    "Size, time and state are said as they are",
    arguments: [
      (false, false, nil, 0, "saved"), (true, false, nil, 0, "modified"),
      (false, true, nil, 0, "new"), (true, true, nil, 0, "modified"),
      (false, false, nil, 95, "95 MB · saved"), (false, false, 1, 0, "1 word, 1 min · saved"),
      (true, false, 401, 0, "401 words, 3 min · modified"),
    ] as [(Bool, Bool, Int?, Int, String)])
  func says(isDirty: Bool, isNew: Bool, words: Int?, megabytes: Int, said: String) {
    var status = EditorStatus()
    #expect(
      status.saying(isDirty: isDirty, isNew: isNew, words: words, megabytes: megabytes) == said)
  }

  @Test("What was made ready before is said only where it is true")
  func prepares() {
    var random = SeededRandom(seed: 7)
    var status = EditorStatus()
    for _ in 0..<2_000 {
      if Bool.random(using: &random) { status.prepare() }
      let (isDirty, isNew) = (Bool.random(using: &random), Bool.random(using: &random))
      let words = Bool.random(using: &random) ? nil : Int.random(in: 0..<3, using: &random)
      let megabytes = Int.random(in: 0..<2, using: &random)
      var fresh = EditorStatus()
      #expect(
        status.saying(isDirty: isDirty, isNew: isNew, words: words, megabytes: megabytes)
          == fresh.saying(isDirty: isDirty, isNew: isNew, words: words, megabytes: megabytes))
    }
  }
}
