import Bytes
import Entities
import TextEngine

/// Links followed, and the way back; a part of the text that becomes a note of its own.
extension EditorPresenter {
  /// Where a link was followed from.
  enum TrailStep: Equatable {
    case place(ByteOffset)
    /// From the note beside.
    case beside

    mutating func follow(_ edit: Edit) {
      if case .place(let place) = self { self = .place(edit.map(place, bias: .left)) }
    }
  }

  func followLink() {
    let text = interactor.text
    guard let link = TextLink.at(selections.main.head, in: text) else {
      return say("There is no link to a note at the cursor.")
    }
    if let definition = link.definition, link.kind == .footnote || link.target.isEmpty {
      return jump(to: definition)
    }
    if link.target.isEmpty {
      guard let part = link.partToFind else { return say("This link says nothing.") }
      return go(toPart: part)
    }
    guard let place = link.placeToOpen else {
      let address = link.target
      return wireframe.open(address: address) { [weak self] isOpened in
        isOpened ? self?.say("Opened “\(address)” outside.") : self?.copyAddress(address)
      }
    }
    remember()
    // A wiki link names a note of the vault, one of Markdown's a file from where it is.
    leave(for: .link(place, folder: link.kind == .wiki ? nil : note?.path.folder))
  }

  /// What nothing opens is for another program all the same: the address alone, without its line.
  private func copyAddress(_ address: String) {
    let copied = Rope(Array(address.utf8))
    registers.add(Copied(pieces: [copied], areLines: false))
    interactor.offerToClipboard(copied)
    say("Copied the address “\(address)”, which is outside the vault.")
  }

  func jump(to place: ByteOffset) {
    remember()
    interactor.closeStep()
    select(Selections(Selection(at: place)))
  }

  func remember() { remember(.place(selections.main.head)) }

  func remember(_ step: TrailStep) {
    trail.append(step)
    if trail.count > Self.longestTrail { trail.removeFirst() }
  }

  private static var longestTrail: Int { 100 }

  /// Back to where a link was followed from: in this text, in the note beside, else in the editor
  /// that was left for this one.
  func goBack() {
    while let step = trail.popLast() {
      switch step {
      case .beside:
        if state.standing != .alone { return wireframe.focusNoteBeside() }
      case .place(let place):
        if place > interactor.text.end || place == selections.main.head { continue }
        interactor.closeStep()
        return select(Selections(Selection(at: place)))
      }
    }
    close()
  }

  // MARK: - Extracting

  func extractNote() {
    guard interactor.isLoaded, !state.isPeek else { return showState() }
    guard let part = NoteExtraction(context) else {
      return say("Select what is to become a note.")
    }
    wait()
    interactor.extract(part)
  }

  func noteWasExtracted(_ part: NoteExtraction, as note: NoteID) {
    defer { release() }
    guard let change = part.change(linkingTo: note.path.stem.text, in: context) else { return }
    perform(change)
    parent?.editorDidSave(note)
    say("\(note.path.text) is a note now, with a link here. C-z brings the text back.")
  }

  func extractingFailed(_ message: String) {
    say(message, warning: true)
    release()
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

  /// In an address `#` stands before the part.
  private func encoded(_ text: String) -> String {
    Percent.text(of: text.utf8) { Percent.isPlain($0) && $0 != UInt8(ascii: "#") }
  }
}
