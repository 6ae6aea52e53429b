import Bytes
import Entities
import NoteQueries
import Services
import TextEngine
import VaultSettings
import Viper

/// Links followed; a part of the text that becomes a note of its own; the search of all notes.
@MainActor
final class EditorLinks {
  private let scene: EditorScene
  private let trail: CursorHistory
  private let leaving: EditorLeaving

  init(_ scene: EditorScene, _ trail: CursorHistory, _ leaving: EditorLeaving) {
    self.scene = scene
    self.trail = trail
    self.leaving = leaving
  }

  func follow() {
    guard let link = TextLink.at(scene.selections.main.head, in: scene.text) else {
      return scene.showMessage("There is no link to a note at the cursor.")
    }
    if let definition = link.definition, link.kind == .footnote || link.target.isEmpty {
      return trail.jump(to: definition)
    }
    if link.target.isEmpty {
      guard let part = link.partToFind else { return scene.showMessage("This link says nothing.") }
      return trail.go(to: .part(part))
    }
    if let address = link.address { return open(address: address) }
    guard let place = link.placeToOpen else { return }
    trail.remember()
    let wireframe = scene.wireframe
    let home = scene.home(of: link)
    leaving.leave { wireframe.follow(link: place, in: home) }
  }

  /// The address of the web or of mail at the cursor, else the next in the line; a link to a note
  /// is followed.
  func openAddress() {
    guard scene.interactor.isLoaded else { return scene.showState() }
    let (text, head) = (scene.text, scene.selections.main.head)
    if let link = TextLink.at(head, in: text), link.address == nil { return follow() }
    guard let address = TextLink.atOrBehind(head, in: text, where: { $0.address != nil })?.address
    else { return scene.showMessage("There is no address at the cursor or behind it in the line.") }
    open(address: address)
  }

  private func open(address: String) {
    scene.wireframe.open(address: address) { [weak self] outcome in
      guard let self else { return }
      if outcome != .opened { copy(address) }
      scene.showMessage(outcome.message(of: address))
    }
  }

  /// A note by its name, as a wiki link would have it.
  func open(noteNamed name: String) {
    trail.remember()
    let wireframe = scene.wireframe
    let place = "notes://editor/\(encoded(name))"
    leaving.leave { wireframe.follow(link: place, in: nil) }
  }

  /// From the note to the search of all notes.
  func search(for words: String) {
    let place = "notes://search" + (words.isEmpty ? "" : "/\(encoded(words))")
    leaving.leave { [scene] in scene.wireframe.open(place: place) }
  }

  /// What nothing opens is for another program all the same: the address alone, without its line.
  private func copy(_ address: String) {
    let copied = Rope(Array(address.utf8))
    scene.interactor.session.registers.add(Copied(pieces: [copied], areLines: false))
    scene.offer(copied)
  }

  // MARK: - Extracting

  func extractNote() {
    guard scene.isEditable else { return scene.showState() }
    guard let part = NoteExtraction(scene.interactor.context) else {
      return scene.showMessage("Select what is to become a note.")
    }
    scene.wait()
    scene.interactor.extract(part) { [weak self] made in
      guard let self else { return }
      switch made {
      case .success(let made): link(to: made.note, by: made.link, insteadOf: part)
      case .failure(let error):
        scene.showMessage(error.explanation, isWarning: true)
      }
      scene.release()
    }
  }

  private func link(to note: NoteID, by link: String, insteadOf part: NoteExtraction) {
    guard let change = part.change(linkedBy: link, in: scene.interactor.context) else { return }
    scene.perform(change)
    leaving.tellParent(note)
    scene.showMessage(
      "\(note.path.text) is a note now, with a link here. C-z brings the text back.")
  }

  // MARK: - Searching

  /// From the note to the search of all notes. What is selected is looked for as it stands, the word at
  /// the cursor as words begin; without either the search shows what was looked for last.
  func searchAll() {
    guard scene.isEditable else { return scene.showState() }
    let text = scene.text
    let selected = scene.selections.main.range
    let range = selected.isEmpty ? text.wordOrWordBefore(at: scene.selections.main.head) : selected
    let end = min(range.upperBound, range.lowerBound + Self.longestSought)
    let line = text.bytes(in: range.lowerBound..<end).prefix { $0 != UInt8(ascii: "\n") }
    // What was cut within a character is no text at its end.
    let words = String(decoding: line, as: UTF8.self).filter { $0 != "\u{fffd}" }
    let hasWords = words.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    if !hasWords, !selected.isEmpty {
      return scene.showMessage("There is no letter and no digit in what is selected.")
    }
    let query: NoteQuery =
      selected.isEmpty ? .word(words) : .literal(words, isAnyCase: true)
    let place = "notes://search" + (hasWords ? "/\(encoded(query.text))" : "")
    leaving.leave { [scene] in scene.wireframe.open(place: place) }
  }

  /// In bytes: nobody looks for more.
  private static let longestSought = 200
}

/// In an address `#` stands before the part.
private func encoded(_ text: String) -> String {
  Percent.text(of: text.utf8) { Percent.isPlain($0) && $0 != UInt8(ascii: "#") }
}

extension EditorScene {
  func home(of link: TextLink) -> LinkHome? {
    interactor.noteThatIsThere.map { LinkHome(note: $0, isMarkdown: link.kind != .wiki) }
  }
}

extension TextLink {
  /// The address of a note; nil for what stands outside of the vault.
  var placeToOpen: String? {
    if target.hasPrefix("notes://") { return target }
    return noteName.map { name in
      "notes://editor/\(encoded(name))" + (partToFind.map { "#\(encoded($0))" } ?? "")
    }
  }

  /// What stands outside of the vault, as a browser takes it; nil for a note, and for a part of this one.
  var address: String? {
    if placeToOpen != nil || target.isEmpty || kind == .footnote { return nil }
    return target.hasPrefix("www.") ? "https://\(target)" : target
  }

  /// What a note is called; nil for what stands outside of the vault, and within the same note.
  var noteName: String? {
    if kind == .address || target.isEmpty { return nil }
    if kind == .wiki { return target }
    // What Markdown wrote with percent signs is a path with blanks.
    return target.utf8.contains(UInt8(ascii: ":")) ? nil : Percent.decodedAsWritten(target)
  }

  /// The heading or block behind the `#`.
  var partToFind: String? {
    guard let part, !part.isEmpty else { return nil }
    return kind == .wiki ? part : Percent.decodedAsWritten(part)
  }
}
