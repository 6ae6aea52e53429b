import Entities
import TextEngine
import Viper

/// Other words for a heading or a block, here and in every link to it.
@MainActor
final class EditorRenaming {
  private let scene: EditorScene
  private let leaving: EditorLeaving
  /// What is to be said once the text follows its file.
  private var news: String?
  /// Whether undoing takes back the last rename: nothing else was done since.
  private var isLast = false

  private struct Part {
    /// As links name it.
    var name: String
    var words: String
    var isFirst = true
  }

  init(_ scene: EditorScene, _ leaving: EditorLeaving) {
    self.scene = scene
    self.leaving = leaving
  }

  func renamePart() {
    guard scene.isEditable else { return }
    guard scene.interactor.note != nil else {
      return scene.showMessage("A note can be linked to once it was saved.")
    }
    let line = scene.text.line(at: scene.selections.main.head)
    guard let part = Self.part(at: line, in: scene.text) else {
      return scene.showMessage(
        "Go to a heading, or to a line with a ^name: that is renamed with its links.")
    }
    guard part.isFirst else {
      return scene.showMessage(
        "A heading above says the same, and links lead there. Change this one's text.")
    }
    // The file has to say what the text says.
    leaving.leave { [weak self] in
      self?.scene.wireframe.ask(.partName(insteadOf: part.words)) { reply in
        if case .typed(let words) = reply { self?.rename(part, to: words) }
      }
    }
  }

  private static func part(at line: LineNumber, in text: Rope) -> Part? {
    let words = text.bytes(in: text.content(at: text.start(of: line)))
    if let mark = words.lastIndex(of: UInt8(ascii: "^")),
      mark == words.startIndex || words[mark - 1] == UInt8(ascii: " ")
    {
      let id = words[(mark + 1)...].filter { $0 != UInt8(ascii: " ") }
      if BlockName.isName(id) {
        let name = String(decoding: id, as: UTF8.self)
        return Part(name: "^\(name)", words: name)
      }
    }
    let headings = Outline.of(text).headings
    guard let heading = headings.first(where: { $0.line == line }) else { return nil }
    let name = plain(heading.title)
    let first = headings.first { plain($0.title).lowercased() == name.lowercased() }
    return Part(name: name, words: heading.title, isFirst: first?.line == line)
  }

  /// As links write it: a `#` would begin the next heading's name.
  private static func plain(_ title: String) -> String { title.filter { $0 != "#" } }

  private func rename(_ part: Part, to typed: String) {
    guard let note = scene.interactor.note else { return }
    let words = String(
      typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    if words.isEmpty {
      return scene.showMessage("It needs a name. Nothing was changed.", isWarning: true)
    }
    if words == part.words { return scene.showMessage("That is already its name.") }
    news = nil
    scene.wireframe.rename(part: part.name, of: note, to: words) { [weak self] in self?.tell($0) }
  }

  private func tell(_ renaming: EditorPartRenaming) {
    switch renaming {
    case .renamed(let notes):
      let links =
        switch notes - 1 {
        case ..<1: ""
        case 1: ", with the links in 1 other note"
        case let others: ", with the links in \(others) other notes"
        }
      isLast = true
      news = "Renamed\(links). C-z takes it back."
    case .tookBack: news = "It has its old name back, in all notes."
    case .failed(let message): return scene.showMessage(message, isWarning: true)
    }
    // The text follows its file a moment later, and would say that it changed outside.
    scene.showMessage(news ?? "")
  }

  func nextProblem() -> String? {
    defer { news = nil }
    return news
  }

  func textChanged() { isLast = false }

  /// Takes the last rename back where nothing was done since.
  func takesBack() -> Bool {
    guard isLast else { return false }
    isLast = false
    scene.wireframe.takePartNameBack()
    return true
  }
}
