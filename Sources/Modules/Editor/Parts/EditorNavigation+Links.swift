import Bytes
import Entities
import NoteQueries
import TextEngine
import VaultSettings
import Viper

/// Goes to other notes: by links, names, recent notes and the search of all notes.
extension EditorNavigation {
  func followLink(orOpen name: String = "") {
    if !name.isEmpty { return open(noteNamed: name) }
    guard let link = TextLink.at(scene.selections.main.head, in: scene.text) else {
      return scene.showMessage(EditorWords.noLinkHere)
    }
    if let definition = link.definition, link.kind == .footnote || link.target.isEmpty {
      return jump(to: definition)
    }
    if link.target.isEmpty {
      guard let part = link.partToFind else { return scene.showMessage(EditorWords.emptyLink) }
      return go(to: .part(part))
    }
    if let address = link.address { return open(address: address) }
    if let route = link.route { follow(route, in: scene.home(of: link)) }
  }

  private func follow(_ route: String, in home: LinkHome?) {
    remember()
    saving.leave { [wireframe = scene.wireframe] in wireframe.follow(link: route, in: home) }
  }

  /// Opens the web or mail address at the cursor, else the next in the line. Follows a link to a note.
  func openAddress() {
    guard scene.snapshot.isLoaded else { return scene.showState() }
    let (text, head) = (scene.text, scene.selections.main.head)
    if let link = TextLink.at(head, in: text), link.address == nil { return followLink() }
    guard let address = TextLink.atOrBehind(head, in: text, where: { $0.address != nil })?.address
    else { return scene.showMessage(EditorWords.noAddressHere) }
    open(address: address)
  }

  /// An address that nothing opens is copied for another program.
  private func open(address: String) {
    scene.wireframe.open(address: address) { [scene] report, isOpened in
      if !isOpened {
        let copied = Rope(Array(address.utf8))
        scene.interactor.perform(.copy(copied))
        scene.offer(copied)
      }
      scene.showMessage(report)
    }
  }

  /// Opens a note by its name, like a wiki link.
  func open(noteNamed name: String) { follow("notes://editor/\(encoded(name))", in: nil) }

  /// Opens a note by any of its names, or by the beginning of one.
  func open(typedName name: String) {
    remember()
    saving.leave { [wireframe = scene.wireframe] in wireframe.openNote(named: name) }
  }

  // MARK: - Notes that were opened lately: vim's buffers

  /// Goes forward or back through recent notes in the order of their names, which does not change on the
  /// way.
  func goThroughRecent(by steps: Int) {
    readRecent { [weak self] recent, own in
      guard let self else { return }
      let notes = recent.sorted { $0.path.text < $1.path.text }
      let others = notes.filter { $0 != own }
      if others.isEmpty { return scene.showMessage(EditorWords.noOtherRecent) }
      let before = own.map { own in notes.count { $0.path.text < own.path.text } } ?? 0
      // The first behind this note, or the last before it.
      let start = steps > 0 ? before - 1 : before
      let index = (start + steps) % others.count
      open(noteNamed: others[index < 0 ? index + others.count : index].path.text)
    }
  }

  /// Opens the one recent note with these words in its name; `#` is the note before this one.
  func go(toRecentNamed name: String) {
    if name.isEmpty { return scene.wireframe.openPalette(typing: "") }
    readRecent { [weak self] recent, own in
      guard let self else { return }
      let words = name.lowercased()
      let same = recent.filter { $0.path.stem.text.lowercased() == words }
      var found = same.isEmpty ? recent.filter { $0.path.text.lowercased().contains(words) } : same
      if name == "#" { found = recent.first { $0 != own }.map { [$0] } ?? [] }
      switch found.count {
      case 0 where name == "#": scene.showMessage(EditorWords.noOtherRecent)
      case 0: scene.warn(EditorWords.noBuffer(named: name))
      case 1: if found[0] != own { open(noteNamed: found[0].path.text) }
      default: choose(of: Array(found.prefix(9)))
      }
    }
  }

  private func choose(of notes: [NoteID]) {
    scene.wireframe.ask(.noteToOpen(notes.map(\.path.text))) { [weak self] reply in
      guard let index = reply.number, notes.indices.contains(index) else { return }
      self?.open(noteNamed: notes[index].path.text)
    }
  }

  private func readRecent(then use: @escaping ([NoteID], _ own: NoteID?) -> Void) {
    scene.wait()
    scene.interactor.ask(.recentNotes()) { [scene] notes in
      scene.release()
      use(notes, scene.snapshot.writtenNote)
    }
  }

  // MARK: - A part of the text becomes a note

  func extractNote() {
    guard scene.isEditable else { return scene.showState() }
    guard let part = NoteExtraction(scene.interactor.context) else {
      return scene.showMessage(EditorWords.nothingToExtract)
    }
    scene.wait()
    scene.interactor.ask(.extraction(of: part)) { [weak self] made in
      guard let self else { return }
      switch made {
      case .success(let made): link(to: made.note, by: made.link, insteadOf: part)
      case .failure(let error): scene.warn(error.explanation)
      }
      scene.release()
    }
  }

  private func link(to note: NoteID, by link: String, insteadOf part: NoteExtraction) {
    guard let change = part.change(linkedBy: link, in: scene.interactor.context) else { return }
    scene.perform(.change(change))
    saving.tellParent(note)
    scene.showMessage(EditorWords.extracted(note))
  }

  // MARK: - The search of all notes

  func search(for words: String) {
    let route = "notes://search" + (words.isEmpty ? "" : "/\(encoded(words))")
    saving.leave { [wireframe = scene.wireframe] in wireframe.open(place: route) }
  }

  /// Searches for the selection as it is, or for words that begin like the one at the cursor. Without
  /// either the search shows its last query.
  func searchAll() {
    guard scene.isEditable else { return scene.showState() }
    let text = scene.text
    let selected = scene.selections.main.range
    let range = selected.isEmpty ? text.wordOrWordBefore(at: scene.selections.main.head) : selected
    let end = min(range.upperBound, range.lowerBound + Self.longestSearch)
    let line = text.bytes(in: range.lowerBound..<end).prefix { $0 != UInt8(ascii: "\n") }
    // A character that was cut in two is left out.
    let words = String(decoding: line, as: UTF8.self).filter { $0 != "\u{fffd}" }
    let hasWords = words.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    if !hasWords, !selected.isEmpty { return scene.showMessage(EditorWords.nothingToSearch) }
    let query: NoteQuery = selected.isEmpty ? .word(words) : .literal(words, isAnyCase: true)
    search(for: hasWords ? query.text : "")
  }

  /// In bytes.
  private static let longestSearch = 200
}

/// Encodes `#` too, which would begin a part.
private func encoded(_ text: String) -> String {
  Percent.text(of: text.utf8) { Percent.isPlain($0) && $0 != UInt8(ascii: "#") }
}

extension EditorScene {
  func home(of link: TextLink) -> LinkHome? {
    snapshot.writtenNote.map { LinkHome(note: $0, isMarkdown: link.kind != .wiki) }
  }
}

extension TextLink {
  /// The route to a note; nil for an address outside the vault.
  var route: String? {
    if target.hasPrefix("notes://") { return target }
    return noteName.map { name in
      "notes://editor/\(encoded(name))" + (partToFind.map { "#\(encoded($0))" } ?? "")
    }
  }

  /// The address for a browser; nil for a note or a part of this one.
  fileprivate var address: String? {
    if route != nil || target.isEmpty || kind == .footnote { return nil }
    return target.hasPrefix("www.") ? "https://\(target)" : target
  }

  /// The name of another note; nil for an address and for a part of this note.
  var noteName: String? {
    if kind == .address || target.isEmpty { return nil }
    if kind == .wiki { return target }
    // Markdown writes blanks in a path with percent signs.
    return target.utf8.contains(UInt8(ascii: ":")) ? nil : Percent.decodedAsWritten(target)
  }

  /// The heading or block behind the `#`.
  var partToFind: String? {
    guard let part, !part.isEmpty else { return nil }
    return kind == .wiki ? part : Percent.decodedAsWritten(part)
  }
}
