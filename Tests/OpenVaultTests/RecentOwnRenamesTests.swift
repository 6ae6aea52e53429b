import Entities
import OpenVault
import Testing

@Suite("Names that this program gave to notes")
struct RecentOwnRenamesTests {
  private let own = RecentOwnRenames()

  private func willMove(_ moves: (String, String)...) {
    own.willMove(moves.map { NoteMove(from: NoteID($0.0), to: NoteID($0.1)) })
  }

  private func name(_ note: String, since count: Int = 0) -> String? {
    own.name(of: NoteID(note), since: count)?.path.text
  }

  @Test("The latest of several names is returned, and none for a note with its old name again")
  func last() {
    willMove(("a.md", "b.md"), ("x.md", "y.md"))
    #expect(name("a.md") == "b.md")
    #expect(name("b.md") == nil)
    willMove(("b.md", "f/c.md"))
    #expect(name("a.md") == "f/c.md")
    willMove(("f/c.md", "a.md"))
    #expect(name("f/c.md") == "a.md")
    #expect(name("b.md") == "a.md")
    #expect(name("a.md") == nil)
  }

  @Test("Two notes that swap names are distinguished from notes that did not move")
  func swapped() {
    willMove(("a.md", "b.md"), ("b.md", "a.md"), ("c.md", "c.md"))
    #expect(name("a.md") == "b.md")
    #expect(name("b.md") == "a.md")
    #expect(name("c.md") == nil)
  }

  @Test("A note opened after the move is a different note")
  func openedSince() {
    willMove(("a.md", "b.md"))
    let count = own.count
    #expect(name("a.md", since: count) == nil)
    willMove(("a.md", "d.md"))
    #expect(name("a.md", since: count) == "d.md")
  }
}
