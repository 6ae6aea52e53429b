import TestSupport
import TextEngine
import Testing

@Suite("Tags in the editor")
struct HighlightTagTests {
  @Test("The editor colors the tags that the index finds", arguments: TagCases.all)
  func tags(_ text: String, _ tags: [String]) {
    #expect(InkText.with(.tag, text) == tags.map { "#" + $0 })
  }
}
