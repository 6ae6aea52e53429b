import NoteSyntax
import TestSupport
import Testing

@Suite("Tags for the index")
struct SharedTagTests {
  @Test("Finds the tags that the editor colours", arguments: TagCases.all)
  func tags(_ text: String, _ tags: [String]) {
    let found = Array(text.utf8).withUnsafeBufferPointer { NoteScanner.scan($0).tags.map(\.name) }
    #expect(found == tags)
  }
}
