import Entities
import Services
import TextEngine
import VaultSettings
import Viper

/// What is shown beside the text: another note, and a preview.
///
/// A note is never open on both sides: two texts of one file, each with its own history, would have to
/// be merged as one types. A second request reveals the one that is open.
@MainActor
final class EditorSplit {
  private let scene: EditorScene
  private let trail: CursorHistory
  private(set) var found = EditorFoundNotes()
  private let latest = Latest()
  private var preview: (any EditorRequiredPreview)?
  /// The preview is told after the frame.
  private var isPlanned = false
  /// What stands first in it.
  private var top = ByteOffset.zero

  init(_ scene: EditorScene, _ trail: CursorHistory) {
    self.scene = scene
    self.trail = trail
  }

  // MARK: - Another note, chosen by its name, or by the link at the cursor

  func goBeside() {
    guard scene.interactor.isLoaded else { return scene.showState() }
    if scene.state.pane != .alone { return scene.wireframe.focusOtherPane() }
    let link = TextLink.at(scene.selections.main.head, in: scene.text)
    scene.wireframe.ask(.noteBeside(proposing: link?.writtenName ?? "")) { [weak self] reply in
      if case .typed(let name) = reply { self?.showNote(named: name) }
    }
  }

  func followLinkBeside() {
    guard let link = TextLink.at(scene.selections.main.head, in: scene.text) else {
      return scene.showMessage("There is no link to a note at the cursor.")
    }
    guard let name = link.writtenName else {
      return scene.showMessage("This link leads to no other note; C-] follows it here.")
    }
    showNote(named: name, in: scene.home(of: link))
  }

  func showNote(named name: String, in home: LinkHome? = nil) {
    guard name.utf8.contains(where: { $0 > 0x20 }) else {
      return scene.showMessage("Type the name of a note, or words of it.")
    }
    scene.interactor.findNotes(
      name, in: home, then: latest.only { [weak self] in self?.choose(of: $0, named: name) })
  }

  private func choose(of found: EditorFoundNotes, named name: String) {
    self.found = found
    switch found.notes.count {
    case 0: scene.showMessage("No note is called “\(name)”.")
    case 1: show(0)
    default:
      scene.wireframe.ask(.whichNote(found.notes.map(\.shown))) { [weak self] reply in
        if let index = reply.number { self?.show(index) }
      }
    }
  }

  private func show(_ index: Int) {
    guard found.notes.indices.contains(index) else { return }
    let (note, part) = (found.notes[index].id, found.part)
    guard note == scene.interactor.note else {
      return scene.wireframe.openInOtherPane(note, at: part)
    }
    let name = scene.interactor.name
    scene.showMessage("“\(name)” is open here already. F5 shows it beside, as a preview.")
    if let part { trail.go(to: .part(part)) }
  }

  // MARK: - The preview, which shows what is typed, saved or not, at the same place

  func togglePreview() {
    guard let route = scene.route, !scene.state.isPeek else { return }
    scene.state.showsPreview.toggle()
    if scene.state.showsPreview, preview == nil {
      preview = scene.wireframe.embedPreview(in: route)
    }
    scene.showMessage(
      scene.state.showsPreview
        ? "Preview is on (below, or beside in wide windows)." : "Preview is off. F5 shows it.")
    scene.wireframe.slotsMoved()
    showPreview()
  }

  /// Where it is hidden it is shown for this.
  func focusPreview() {
    guard !scene.state.isPeek else { return }
    if !scene.state.showsPreview {
      togglePreview()
      // That it is there is seen by who goes there.
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
      preview.show(
        EditorPreviewText(
          scene.text, top: top, named: scene.interactor.name, of: scene.interactor.noteThatIsThere))
    }
  }

  /// Where the text was scrolled the preview goes along.
  func scrollPreview() {
    if scene.state.showsPreview, let start = scene.visible.layouts.first?.start, start != top {
      showPreview()
    }
  }
}

extension TextLink {
  /// The note, and the part of it, as a person would type them.
  fileprivate var writtenName: String? {
    noteName.map { name in name + (partToFind.map { "#\($0)" } ?? "") }
  }
}
