import Markdown
import Testing

@Suite("Logseq block references")
struct BlockReferenceTests {
  private let id = "64b0d7a1-1111-4222-8333-0123456789ab"

  @Test("A block's words replace its id, except in code, and lines stay lines")
  func fills() {
    let text =
      "see ((\(id))) and {{embed ((\(id)))}}\n```\n((\(id)))\n```\n`((\(id)))` ((x)) ((\(id)))"
    #expect(BlockReferences.ids(in: Array(text.utf8)) == [id])
    let filled = BlockReferences.filled(Array(text.utf8), with: [id: Array("it".utf8)])
    #expect(
      String(decoding: filled, as: UTF8.self)
        == "see it and it\n```\n((\(id)))\n```\n`((\(id)))` ((x)) it")
    #expect(BlockReferences.filled(Array(text.utf8), with: [:]) == Array(text.utf8))
  }

  @Test("A block is its item without its properties")
  func words() {
    let note = "- above\n\t- TODO one\n\t  more\n\t  key:: v\n\t  id:: \(id)\n\t\t- child\n"
    #expect(BlockReferences.words(of: id, in: Array(note.utf8)) == Array("TODO one more".utf8))
    #expect(BlockReferences.words(of: id, in: Array("id:: \(id)\n".utf8)) == nil)
    #expect(BlockReferences.words(of: id, in: []) == nil)
  }
}
