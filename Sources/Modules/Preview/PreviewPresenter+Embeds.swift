import Entities
import Markdown
import Viper

/// Editing embeds in the preview.
extension PreviewPresenter {
  /// Edits an embed; returns false if none is selected or visible.
  func editEmbed() -> Bool {
    guard let text, let stop = embedToEdit() else { return false }
    let links = text.note.unit(at: stop.index).links
    if links.indices.contains(stop.link), links[stop.link].isEmbed {
      interactor.prepareToEdit(links[stop.link].target, in: text)
    } else {
      showMessage(PreviewWords.isLink)
    }
    return true
  }

  /// The selected embed, else the first visible one.
  private func embedToEdit() -> PreviewStop? {
    guard let layout else { return nil }
    if let stop = state.selected, stop.link != PreviewStop.box,
      layout.isInSight(stop, from: state.top)
    {
      return stop
    }
    return layout.firstInSight(from: state.top) { stop in
      stop.link >= 0 && layout.note.unit(at: stop.index).links[stop.link].isEmbed
    }
  }

  func mayEdit(_ embed: PreviewEmbed) {
    guard let wireframe else { return showMessage(PreviewWords.noEditing) }
    wireframe.edit(embed) { [weak self] in
      self?.interactor.didEdit(embed)
      self?.didChange(embed.note)
      self?.readAgain()
    }
  }

  func couldNot(_ message: String) { showMessage(message, isWarning: true) }

  func didTakeBack(_ note: NoteID) {
    didChange(note)
    readAgain()
    showMessage(PreviewWords.isRestored(note))
  }

  /// Reads the text again, because an embed has changed.
  private func readAgain() {
    if let source {
      interactor.read(source)
    } else if let note {
      interactor.load(note)
    }
  }
}
