import Entities
import TextEngine

/// Other words for a heading or a block, here and in every link to it.
extension EditorPresenter {
  struct Renaming {
    /// What is asked about: as links name it, and its words.
    var part: (name: String, words: String)?
    /// What is to be said once the text follows its file.
    var news: String?
    /// Whether undoing takes back the last rename: nothing else was done since.
    var isLast = false
  }

  func renamePart() {
    guard interactor.isLoaded, !state.isPeek else { return }
    guard interactor.note != nil else {
      return say("A note can be linked to once it was saved.")
    }
    let text = interactor.text
    let line = text.line(at: selections.main.head)
    guard let part = Self.part(at: line, in: text) else {
      return say("Go to a heading, or to a line with a ^name: that is renamed with its links.")
    }
    guard part.isFirst else {
      return say("A heading above says the same, and links lead there. Change this one's text.")
    }
    renaming.part = (part.name, part.words)
    // The file has to say what the text says.
    leave(for: .partName)
  }

  func askForPartName() {
    guard let part = renaming.part else { return }
    wireframe.askForPartName(insteadOf: part.words, answer: self)
  }

  private struct Part {
    var name: String
    var words: String
    var isFirst = true
  }

  private static func part(at line: LineNumber, in text: Rope) -> Part? {
    let start = text.start(of: line)
    let content = text.content(at: start)
    let words = text.bytes(in: content)
    if let mark = words.lastIndex(of: UInt8(ascii: "^")),
      mark == words.startIndex || words[mark - 1] == UInt8(ascii: " ")
    {
      let id = words[(mark + 1)...].filter { $0 != UInt8(ascii: " ") }
      if !id.isEmpty, id.allSatisfy(isName) {
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

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }

  // MARK: - Answers

  func partWasNamed(_ typed: String) {
    guard let part = renaming.part, let note = interactor.note else { return }
    let words = String(
      typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    if words.isEmpty { return say("It needs a name. Nothing was changed.", warning: true) }
    if words == part.words { return say("It is called so already.") }
    renaming.news = nil
    wireframe.rename(part: part.name, of: note, to: words, answer: self)
  }

  func partWasRenamed(inNotes count: Int) {
    let others = count - 1
    let links =
      others < 1
      ? ""
      : others == 1
        ? ", with the links in 1 other note" : ", with the links in \(others) other notes"
    renaming.isLast = true
    tellOfRenaming("Renamed\(links). C-z takes it back.")
  }

  func partHasItsNameBack() { tellOfRenaming("It has its old name back, in all notes.") }

  func partRenamingFailed(_ message: String) { say(message, warning: true) }

  /// The text follows its file a moment later, and would say that it changed outside.
  private func tellOfRenaming(_ news: String) {
    renaming.news = news
    say(news)
  }

  /// Takes the last rename back where nothing was done since.
  func takesRenamingBack() -> Bool {
    guard renaming.isLast else { return false }
    renaming.isLast = false
    wireframe.takePartNameBack()
    return true
  }
}
