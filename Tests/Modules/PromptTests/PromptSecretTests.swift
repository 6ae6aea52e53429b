import FakeTerminal
import Secrets
import Terminal
import Testing
import Viper

@testable import Prompt

@MainActor
@Suite("Prompt: a passphrase")
struct PromptSecretTests {
  @MainActor
  private final class Parent {
    var answers: [Answer] = []
    func hear(_ answer: Answer) { answers.append(answer) }
  }

  private let parent = Parent()

  private func screen(isNew: Bool = false) -> PromptScreen {
    let question = Question("Locked note", "Passphrase of “Diary”:", .secret(isNew: isNew))
    return PromptScreen(presenter: PromptPresenter(question: question, then: parent.hear))
  }

  private func type(_ text: String, into screen: PromptScreen) {
    for letter in text { _ = screen.handle(.key(Key(.character(letter)))) }
  }

  private var given: String? {
    guard case .gave(let secret)? = parent.answers.last else { return nil }
    return secret.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A passphrase shows as dots until Tab shows it, and Enter submits it")
  func typing() {
    let screen = screen()
    type("sésame", into: screen)
    var frame = FakeFrame.drawing(screen, columns: 30, rows: 3)
    #expect(frame.lines == ["Passphrase of “Diary”:", "", "••••••"])
    #expect(frame.cursor == Point(row: 2, column: 6))
    _ = screen.handle(.key("Tab"))
    frame = FakeFrame.drawing(screen, columns: 30, rows: 3)
    #expect(frame.lines.last == "sésame")
    _ = screen.handle(.key("Enter"))
    #expect(given == "sésame")
  }

  @Test("A paste gives its first line, and Esc gives nothing")
  func pasting() {
    let first = screen()
    _ = first.handle(.paste(Array("open sesame\nmore".utf8)))
    _ = first.handle(.key("Enter"))
    #expect(given == "open sesame")
    let second = screen()
    _ = second.handle(.key("Esc"))
    #expect(parent.answers.last == .cancelled)
  }

  @Test("An empty passphrase is refused with a message")
  func nothing() {
    let screen = screen()
    _ = screen.handle(.key("Enter"))
    #expect(parent.answers == [])
    #expect(screen.chrome.message == "Nothing was typed.")
  }

  @Test("Only a new passphrase shows how hard it is to guess")
  func strength() {
    for isNew in [false, true] {
      let screen = screen(isNew: isNew)
      #expect(screen.chrome.message == "")
      type("abc", into: screen)
      #expect(screen.chrome.message.hasPrefix("Weak") == isNew)
    }
  }

  @Test("The smallest window drops the text before the field", arguments: [1, 2])
  func low(rows: Int) {
    let screen = screen()
    type("abc", into: screen)
    #expect(FakeFrame.drawing(screen, columns: 16, rows: rows).lines.last == "•••")
  }
}
