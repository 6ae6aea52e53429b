import Entities
import Markdown
import Viper

/// What the note shows of others, written in where it is shown.
extension PreviewPresenter {
  /// False where no embed is meant.
  func editEmbed() -> Bool {
    guard let text, let stop = embedToEdit(in: text.note) else { return false }
    let links = text.note.unit(at: stop.place).links
    if links.indices.contains(stop.link), links[stop.link].isEmbed {
      interactor.prepareToEdit(links[stop.link].target, in: text)
    } else {
      showMessage("This is a link: Enter opens where it leads. Embeds are written in here.")
    }
    return true
  }

  /// The selected one, else the first in sight.
  private func embedToEdit(in note: RenderedNote) -> PreviewStop? {
    if let stop = state.selected, stop.link != PreviewStop.box, isInSight(stop) { return stop }
    let last = advance(state.top, by: max(0, (view?.visibleRows ?? 1) - 1)).place
    var place: UnitPlace? = state.top.place
    while let here = place, here <= last {
      let links = note.unit(at: here).links
      if let link = links.firstIndex(where: \.isEmbed) {
        let stop = PreviewStop(place: here, link: link)
        if isInSight(stop) { return stop }
      }
      place = note.place(after: here)
    }
    return nil
  }

  func mayEdit(_ embed: PreviewEmbed) {
    guard let wireframe else { return showMessage("Nothing can be written here.") }
    wireframe.edit(embed, answer: self)
  }

  func couldNotEdit(_ message: String) { showMessage(message, isWarning: true) }

  func didTakeBack(_ note: NoteID) {
    parent?.previewDidChange(note)
    readAgain()
    showMessage("\(note.path.stem.text) is as it was before.")
  }

  /// The embed is another text now, though the note that shows it is the same.
  private func readAgain() {
    if let source {
      interactor.read(source)
    } else if let note {
      interactor.load(note)
    }
  }
}

extension PreviewPresenter: PreviewAnswers {
  package func embedWasSaved(_ embed: PreviewEmbed) {
    interactor.didEdit(embed)
    parent?.previewDidChange(embed.note)
    readAgain()
  }
}
