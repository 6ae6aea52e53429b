import Entities
import OpenVault
import Testing

@Suite("Names that this program gave notes")
struct RecentOwnRenamesTests {
  private let own = RecentOwnRenames()

  private func willMove(_ moves: (String, String)...) {
    own.willMove(moves.map { NoteMove(from: NoteID($0.0), to: NoteID($0.1)) })
  }

  private func name(_ note: String, since count: Int = 0) -> String? {
    own.name(of: NoteID(note), since: count)?.path.text
  }

  @Test("The last of several names is told, and that a note has its own again")
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

  @Test("Two notes that change their names are told apart from none that moved")
  func swapped() {
    willMove(("a.md", "b.md"), ("b.md", "a.md"), ("c.md", "c.md"))
    #expect(name("a.md") == "b.md")
    #expect(name("b.md") == "a.md")
    #expect(name("c.md") == nil)
  }

  @Test("A note that was opened after the move is another one")
  func openedSince() {
    willMove(("a.md", "b.md"))
    let count = own.count
    #expect(name("a.md", since: count) == nil)
    willMove(("a.md", "d.md"))
    #expect(name("a.md", since: count) == "d.md")
  }
}
