import Bytes
import TextEngine
import Viper

/// Renames a heading or a block, here and in every link to it.
extension SavingAndLeaving {
  private struct Part {
    /// Its name in links.
    var name: String
    var words: String
    var isFirst = true
  }

  func renamePart() {
    guard scene.isEditable else { return }
    let snapshot = scene.snapshot
    guard snapshot.note != nil else { return scene.showMessage(EditorWords.linksNeedNote) }
    let line = snapshot.text.line(at: snapshot.selections.main.head)
    guard let part = Self.part(at: line, in: snapshot.text) else {
      return scene.showMessage(EditorWords.nothingToRename)
    }
    guard part.isFirst else { return scene.showMessage(EditorWords.headingIsTaken) }
    // The renaming works on the file, so the text is saved first.
    leave { [weak self] in
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
      if !id.isEmpty, id.allSatisfy(Byte.isName) {
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

  /// The title in links, where a `#` would begin another heading.
  private static func plain(_ title: String) -> String { title.filter { $0 != "#" } }

  private func rename(_ part: Part, to typed: String) {
    guard let note = scene.snapshot.note else { return }
    let words = String(
      typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    if words.isEmpty { return scene.warn(EditorWords.partNeedsName) }
    if words == part.words { return scene.showMessage(EditorWords.isItsName) }
    renameReport = nil
    scene.wireframe.rename(part: part.name, of: note, to: words) { [weak self] in
      self?.partWasRenamed($0)
    }
  }

  private func partWasRenamed(_ outcome: EditorPartRenaming) {
    switch outcome {
    case .renamed(let notes):
      takeBack = { [scene] in scene.wireframe.takePartNameBack() }
      renameReport = EditorWords.renamed(linksIn: notes - 1)
    case .tookBack: renameReport = EditorWords.hasOldName
    case .failed(let message): return scene.warn(message)
    }
    // The text soon follows its file, and this report replaces the one about an outside change.
    scene.showMessage(renameReport ?? "")
  }
}
