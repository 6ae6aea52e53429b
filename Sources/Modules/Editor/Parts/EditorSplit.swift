import Entities
import Services
import TextEngine
import VaultSettings
import Viper

/// Shows another note or a preview next to the text.
///
/// A note is never open in both panes: two texts of one file, each with its own history, would have to be
/// merged while typing. A second request reveals the open one.
@MainActor
final class EditorSplit {
  let scene: EditorScene
  private let navigation: EditorNavigation
  private(set) var found = EditorFoundNotes()
  let latest = Latest()
  private var preview: (any EditorRequiredPreview)?
  /// The preview will get the text after the frame.
  private var isPlanned = false
  /// The first offset that the preview got.
  private var top = ByteOffset.zero
  /// Keys are held for a note that is being found.
  private var holdsKeys = false

  init(_ scene: EditorScene, _ navigation: EditorNavigation) {
    self.scene = scene
    self.navigation = navigation
  }

  // MARK: - Another note, chosen by its name, or by the link at the cursor

  func goBeside() {
    guard scene.snapshot.isLoaded else { return scene.showState() }
    if scene.state.pane != .alone { return scene.wireframe.focusOtherPane() }
    ask(on: nil)
  }

  func followLinkBeside(on side: PaneSide? = nil) {
    guard let link = TextLink.at(scene.selections.main.head, in: scene.text) else {
      return scene.showMessage(EditorWords.noLinkHere)
    }
    guard let name = link.writtenName else {
      return scene.showMessage(EditorWords.isNoNoteLink)
    }
    showNote(named: name, in: scene.home(of: link), on: side)
  }

  func showNote(named name: String, in home: LinkHome? = nil, on side: PaneSide? = nil) {
    guard name.utf8.contains(where: { $0 > 0x20 }) else {
      return scene.showMessage(EditorWords.noteNeedsName)
    }
    holdKeys()
    scene.interactor.ask(
      .notes(named: name, in: home),
      then: latest.only { [weak self] in self?.choose(of: $0, named: name, on: side) })
  }

  private func choose(of found: EditorFoundNotes, named name: String, on side: PaneSide?) {
    self.found = found
    // Keys that were typed for the note are not meant for this one, or for a question.
    defer { releaseKeys(dropping: found.notes.count != 1) }
    switch found.notes.count {
    case 0: scene.showMessage(EditorWords.noNote(named: name))
    case 1: show(0, on: side)
    default:
      let rows = found.notes.map { "\($0.title) · \($0.id.path.text)" }
      scene.wireframe.ask(.whichNote(rows)) { [weak self] reply in
        if let index = reply.number { self?.show(index, on: side) }
      }
    }
  }

  private func show(_ index: Int, on side: PaneSide?) {
    guard found.notes.indices.contains(index) else { return }
    let (note, part) = (found.notes[index].id, found.part)
    let snapshot = scene.snapshot
    guard note == snapshot.note else {
      return scene.wireframe.openInOtherPane(.note(note), at: part, on: side)
    }
    scene.showMessage(EditorWords.isOpenHere(snapshot.name))
    if let part { navigation.go(to: .part(part)) }
  }

  func holdKeys() {
    holdsKeys = true
    scene.wireframe.holdKeys()
  }

  func releaseKeys(dropping: Bool) {
    guard holdsKeys else { return }
    holdsKeys = false
    scene.wireframe.releaseKeys(dropping: dropping)
  }

  // MARK: - The preview, which shows what is typed, saved or not, from the same line

  func togglePreview() {
    guard let route = scene.route, !scene.state.isPeek else { return }
    scene.state.showsPreview.toggle()
    if scene.state.showsPreview, preview == nil {
      preview = scene.wireframe.embedPreview(in: route)
    }
    scene.showMessage(
      scene.state.showsPreview ? EditorWords.isPreviewOn : EditorWords.isPreviewOff)
    scene.wireframe.slotsMoved()
    showPreview()
  }

  /// Shows the preview if it is hidden, and gives it the focus.
  func focusPreview() {
    guard !scene.state.isPeek else { return }
    if !scene.state.showsPreview {
      togglePreview()
      // The preview is visible, so no message has to say so.
      scene.showMessage("")
    }
    if preview != nil { scene.wireframe.focusPreview() }
  }

  func showPreview() {
    guard scene.state.showsPreview, let preview, !isPlanned else { return }
    isPlanned = true
    scene.afterFrame { [weak self] in
      guard let self else { return }
      isPlanned = false
      scene.layOutRows()
      top = min(scene.visible.layouts.first?.start ?? .zero, scene.text.end)
      let snapshot = scene.snapshot
      preview.show(
        EditorPreviewText(
          snapshot.text, top: top, named: snapshot.shownTitle, of: snapshot.writtenNote))
    }
  }

  /// Scrolls the preview along with the text.
  func scrollPreview() {
    if let start = scene.visible.layouts.first?.start, start != top {
      showPreview()
    }
  }
}

extension TextLink {
  /// The note, and the part of it, as a person would type them.
  var writtenName: String? {
    noteName.map { name in name + (partToFind.map { "#\($0)" } ?? "") }
  }
}
