import Bytes
import Entities
import TextEngine

/// Links followed, and the way back; a part of the text that becomes a note of its own.
extension EditorPresenter {
  func followLink() {
    let text = interactor.text
    guard let link = TextLink.at(selections.main.head, in: text) else {
      return say("There is no link to a note at the cursor.")
    }
    if let definition = link.definition, link.kind == .footnote || link.target.isEmpty {
      return jump(to: definition)
    }
    if link.target.isEmpty {
      guard let part = link.part else { return say("This link says nothing.") }
      return jump(toPart: part)
    }
    guard let place = link.placeToOpen else {
      return say("“\(link.target)” is outside of the vault; C-c copies the link's line.")
    }
    remember()
    leave(for: .place(place))
  }

  /// A heading of this text, or a block by its name.
  private func jump(toPart part: String) {
    let text = interactor.text
    if part.hasPrefix("^") {
      let mark = Array(part.utf8)
      if let found = LiteralSearch(mark)?.all(in: text, limit: 1000).matches.last(where: {
        text.content(at: $0.lowerBound).upperBound == $0.upperBound
      }) {
        return jump(to: text.content(at: found.lowerBound).lowerBound)
      }
    } else if let heading = Outline.of(text).heading(named: part) {
      return jump(to: text.start(of: heading.line))
    }
    say("This note has no part “\(part)”.")
  }

  func jump(to place: ByteOffset) {
    remember()
    interactor.closeStep()
    select(Selections(Selection(at: place)))
  }

  private func remember() {
    trail.append(selections.main.head)
    if trail.count > Self.longestTrail { trail.removeFirst() }
  }

  private static var longestTrail: Int { 100 }

  /// Back to where a link was followed from: in this text, else the editor that was left for this one.
  func goBack() {
    while let place = trail.popLast() {
      if place > interactor.text.end || place == selections.main.head { continue }
      interactor.closeStep()
      return select(Selections(Selection(at: place)))
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
    if kind == .address || target.isEmpty { return nil }
    let isAddress = target.utf8.contains(UInt8(ascii: ":")) && kind != .wiki
    if isAddress { return nil }
    // What Markdown wrote with percent signs is a path with blanks.
    let name = kind == .wiki ? target : Percent.decodedAsWritten(target)
    return "notes://editor/\(Percent.text(of: name.utf8))"
  }
}
