import Entities
import Saving
import TextEngine
import Viper

/// Questions before a note is loaded, and after others changed its file.
extension SavingAndLeaving {
  // MARK: - Before the text: a lock, a link out of the vault, an unsaved draft. A peek only reports them

  func noteIsLocked(saying remark: String) {
    let name = scene.snapshot.name
    scene.release()
    scene.showMessage(
      scene.state.isPeek ? EditorWords.isLocked(name) : remark, isWarning: !remark.isEmpty)
    scene.ask(.passphrase(ofNoteNamed: name, saying: remark)) { [weak self] reply in
      guard let self else { return }
      guard case .gave(let passphrase) = reply else { return leave() }
      scene.showMessage(EditorWords.isOpening(name))
      scene.interactor.start(.unlock(passphrase))
    }
  }

  func lockedNoteWasOpened() {
    scene.wireframe.lockedNoteWasOpened()
    scene.showMessage("")
  }

  func noteLeadsOutside(to target: String) {
    scene.release()
    guard let note = scene.snapshot.note else { return }
    if scene.state.isPeek { scene.showMessage(EditorWords.leadsOutside(to: target)) }
    scene.ask(.link(of: note.path.text, to: target)) { [weak self] reply in
      guard let self else { return }
      scene.showMessage("")
      if reply == .chosen("open") { scene.interactor.start(.followLink) } else { leave() }
    }
  }

  func recoveredTextWasFound(kept: String, differing: Int) {
    scene.ask(.recovered(kept: kept, differing: differing)) { [weak self] reply in
      switch reply {
      case .chosen("use"): self?.useRecovered()
      case .chosen("drop"): self?.scene.interactor.start(.dropRecovered)
      case .chosen("show"): self?.scene.showDifference()
      default: break
      }
    }
  }

  func useRecovered() {
    scene.interactor.start(.useRecovered)
    textChanged()
    scene.showMessage(EditorWords.recovered)
  }

  // MARK: - While it is open

  func noteWasChangedOutside() {
    let (name, isLeaving) = (scene.snapshot.name, isWaiting)
    savingFailed(EditorWords.wasChanged(name), isConflict: true)
    if isInPassing { return scene.warn(EditorWords.conflictWaits) }
    scene.ask(.conflict(noteNamed: name, isLeaving: isLeaving)) { [weak self] reply in
      guard let self, case .chosen(let choice) = reply else { return }
      switch choice {
      case "both": saveBeside()
      case "merge":
        forgetProblem()
        scene.interactor.start(.markConflicts)
      case "show": scene.showDifference()
      case "leave": leaveWithDraft()
      default: break
      }
    }
  }

  func noteIsGone() {
    stay()
    let snapshot = scene.snapshot
    if snapshot.isDirty { savingFailed(EditorWords.wasRemoved(snapshot.name)) }
    scene.warn(EditorWords.isGone(snapshot.name))
  }

  func textTookIn(_ change: EditorOutsideChange) {
    // The selections are mapped already, but the view is not scrolled.
    let (text, page, selections) = (scene.text, scene.page, scene.selections)
    let row = scene.state.isPeek ? nil : scene.state.cursor?.row
    let offset = row == nil ? page.top : selections.main.head
    page.keep(text.boundary(atOrBefore: offset), atRow: row ?? 0, in: text)
    scene.select(
      selections.map { selection in
        Selection(
          anchor: text.boundary(atOrBefore: selection.anchor),
          head: text.boundary(atOrBefore: selection.head))
      })
    switch change {
    case .recovered, .linksFollowed: break
    case .marked(let conflicts):
      textChanged()
      conflictsWereMarked(conflicts)
    case .followed:
      scene.showMessage(renameReport.take() ?? EditorWords.hasFollowed)
    case .merged:
      textWasMerged()
      scene.showMessage(EditorWords.hasMerged)
    }
  }

  // MARK: - Conflicts in the text

  private func conflictsWereMarked(_ count: Int) {
    if count == 0 { return scene.showMessage(EditorWords.mergedUnsaved) }
    goToConflict(from: .zero)
    scene.showMessage(EditorWords.conflicts(count))
  }

  func resolve(taking choice: ConflictMarks.Choice) {
    let snapshot = scene.snapshot
    guard snapshot.isLoaded,
      let conflict = ConflictMarks(at: snapshot.selections.main.head, in: snapshot.text)
    else { return scene.showMessage(EditorWords.noConflict) }
    let start = conflict.all.lowerBound
    let edit = conflict.edit(of: snapshot.text, taking: choice)
    guard scene.perform(edit, then: Selections(Selection(at: start))).isDone else { return }
    if !goToConflict(from: start) { scene.showMessage(EditorWords.noConflictLeft) }
  }

  @discardableResult
  private func goToConflict(from offset: ByteOffset) -> Bool {
    guard let next = ConflictMarks(at: offset, in: scene.text) else { return false }
    scene.select(next.myLines.lowerBound)
    return true
  }
}
