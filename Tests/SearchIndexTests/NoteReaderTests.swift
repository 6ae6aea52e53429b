import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Reading notes for the index")
struct NoteReaderTests {
  private static let size = 2 * NoteReader.mostScanned + 1_000

  private func read(_ text: [UInt8]) throws -> IndexedNote {
    let files = MemoryVault()
    files.write("large.md", String(decoding: text, as: UTF8.self), seconds: 1)
    let path = NotePath("large.md")
    let fact = try #require(files.facts(of: NoteID(path)))
    var reader = NoteReader(files)
    let note = reader.read(path, fact)
    return try #require(note)
  }

  private func text(of word: String) -> [UInt8] {
    var text: [UInt8] = Array("# Large\n".utf8)
    while text.count < Self.size { text += word.utf8 }
    return text
  }

  @Test("No word of a large note is cut at the end of a piece", arguments: [" ", "\n"])
  func words(_ blank: String) throws {
    let word = "in-" + String(repeating: "longword", count: 7)
    let text = text(of: word + blank)
    let note = try read(text)
    #expect(note.title == "Large")
    #expect(note.words == 1 + 2 * ((text.count - 8) / (word.utf8.count + 1)))
  }

  @Test("A line without spaces is read piece by piece")
  func noBlanks() throws {
    let note = try read(text(of: "longword"))
    // The title, the first piece and the two pieces after it.
    #expect(note.words <= 1 + 3)
    #expect(note.words >= 1 + 1)
  }

  @Test("A change far into a note changes its digest")
  func digest() throws {
    var text = text(of: "some words ")
    let before = try read(text).digest
    text[text.count - 3] = UInt8(ascii: "x")
    #expect(try read(text).digest != before)
  }

  @Test("Nothing after the size limit is read")
  func largest() throws {
    var text = Array("word ".utf8)
    while text.count < NoteReader.mostBytes + 20_000 { text += text }
    let note = try read(text)
    #expect(note.words == NoteReader.mostBytes / 5 + 1)
  }
}
