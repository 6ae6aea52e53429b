import Testing
import Viper

@testable import Editor

@Suite("The status of the text in words")
struct EditorStatusTests {
  @Test(
    "Size, time and state are shown",
    arguments: [
      (false, false, nil, 0, "saved"), (true, false, nil, 0, "modified"),
      (false, true, nil, 0, "new"), (true, true, nil, 0, "modified"),
      (false, false, nil, 95, "95 MB · saved"), (false, false, 1, 0, "1 word, 1 min · saved"),
      (true, false, 401, 0, "401 words, 3 min · modified"),
    ] as [(Bool, Bool, Int?, Int, String)])
  func says(isDirty: Bool, isNew: Bool, words: Int?, megabytes: Int, said: String) {
    let status = EditorStatus(isDirty: isDirty, isNew: isNew, words: words, megabytes: megabytes)
    #expect(status.text == said)
  }

  @Test("Cursor position and selection come before the other status")
  func saysMore() {
    var status = EditorStatus(isDirty: false, isNew: false, words: 29, megabytes: 0)
    status.position = "12:5"
    #expect(status.text == "12:5 · 29 words, 1 min · saved")
    status.selected = 3
    #expect(status.text == "12:5 · 3 of 29 words · saved")
    status = EditorStatus(isDirty: true, isNew: false, words: nil, megabytes: 95)
    status.selected = 1
    #expect(status.text == "1 word selected · modified")
  }
}
