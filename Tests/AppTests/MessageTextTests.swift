import Terminal
import Testing

@testable import App

@Suite("The message line and the footer")
struct MessageTextTests {
  private func rows(_ text: String, _ width: Int, most: Int = 2) -> [String] {
    MessageText.rows(text, home: "/home/ada", width: width, most: most)
  }

  @Test("A message takes two rows if necessary, and names are shortened before instructions")
  func shortens() {
    #expect(rows("Saved a.md.", 20) == ["Saved a.md."])
    #expect(rows("", 20).isEmpty)
    #expect(
      rows("Renamed to “Plan”. Press u to undo.", 20) == ["Renamed to “Plan”.", "Press u to undo."])
    let name = String(repeating: "long name ", count: 20)
    let shown = rows("Renamed to “\(name)”, with the links in 1 note. Press u to undo.", 60)
    #expect(shown.count == 2)
    #expect(shown[0].hasPrefix("Renamed to “long name"))
    #expect(shown[1].hasSuffix("Press u to undo."))
    #expect(rows(name, 60).count == 2)
    #expect(rows("“\(name)” is gone.", 30, most: 1) == ["“long name long …” is gone."])
    for width in 0...9 { #expect(rows("“\(name)” is gone.", width).count <= 2) }
  }

  @Test("The home folder is shown as ~, but similar paths are not")
  func home() {
    #expect(rows("/home/ada/x and “/home/ada”.", 60) == ["~/x and “~”."])
    for other in ["/home/adam/x", "/mnt/home/ada/x", "/home/ada-2"] {
      #expect(rows(other, 60) == [other])
    }
    #expect(MessageText.rows("/x", home: "/", width: 9, most: 1) == ["/x"])
  }

  @Test(
    "The footer shows as many keys as fit: first the screen's first, then help, then the others"
  )
  func footer() {
    let own = ["open", "new", "quit"].map { Chrome.Hint(key: "k", word: $0) }
    let general = [Chrome.Hint(key: "?", word: "keys")]
    func words(_ width: Int) -> [String] {
      Footer(own, general: general, width: width).items.map(\.hint.word)
    }
    #expect(words(5) == [])
    #expect(words(9) == ["open"])
    #expect(words(16) == ["open", "keys"])
    #expect(words(24) == ["open", "new", "keys"])
    #expect(words(32) == ["open", "new", "quit", "keys"])
    let footer = Footer(own, general: general, width: 24)
    #expect(footer.key(at: 0) == nil)
    #expect(footer.key(at: 1) == "k" && footer.key(at: 7) == nil && footer.key(at: 16) == "?")
  }

  @Test("In text fields the footer names no letters, and no keys that the screen uses itself")
  func general() {
    func keys(_ own: String..., isQuestion: Bool = false) -> [String] {
      let table = KeyTable(title: "x", rows: [KeyTable.Row(keys: own, summary: "y")])
      return Footer.general(for: table, everywhere: AppKeymap.table, isQuestion: isQuestion).map(
        \.key)
    }
    #expect(keys("j") == ["C-p", "?"])
    #expect(keys("Enter") == ["C-p", "F1"])
    #expect(keys("Enter", "C-p") == ["F1"])
    #expect(keys("q", "?", "F1") == ["C-p"])
    #expect(keys("Enter", isQuestion: true) == ["F1"])
  }
}
