import Viper

/// Vim's `:q!` and `:e!`: back to the last save that the person asked for.
extension SavingAndLeaving {
  /// Where going back leads.
  struct GoingBack {
    /// Nil: the editor stays open.
    var goOn: (@MainActor () -> Void)?
  }

  /// Goes back and stays.
  func goBack() { goBack(GoingBack()) }

  /// `:q!`: drops what was typed since the last save, and closes the editor.
  func quitAnyway() {
    drop { [weak self] in self?.leave() }
  }

  /// Drops what was typed since the last save, then goes on. A new note goes to the trash: it was never
  /// saved on request, so in vim there would be no file.
  func drop(then goOn: @escaping @MainActor () -> Void) {
    let snapshot = scene.snapshot
    if !scene.isEditable || snapshot.readOnlyReason != nil { return goOn() }
    if snapshot.saved.isNew, snapshot.part == nil { return dropNewNote(then: goOn) }
    goBack(GoingBack(goOn: goOn))
  }

  private func goBack(_ goal: GoingBack) {
    guard scene.isEditable else { return scene.showState() }
    if let reason = scene.snapshot.readOnlyReason { return scene.warn(reason) }
    goingBack = goal
    scene.wait()
    scene.interactor.start(.goBack)
  }

  func wentBack(_ outcome: EditorGoneBack) {
    guard let goal = goingBack.take() else { return }
    // Keys that were held are for where it goes on.
    if scene.state.isWaiting {
      scene.release { self.wentBack(outcome, goal) }
    } else {
      wentBack(outcome, goal)
    }
  }

  private func wentBack(_ outcome: EditorGoneBack, _ goal: GoingBack) {
    switch outcome {
    case .changed(isSaving: true):
      reportOnSaving(EditorWords.wentBack, then: goal.goOn.map { wentBack(from: $0) })
    case .changed(isSaving: false), .unchanged:
      textWasSaved()
      forgetProblem()
      if let goOn = goal.goOn {
        outcome == .unchanged ? goOn() : wentBack(from: goOn)()
      } else {
        scene.showMessage(outcome == .unchanged ? EditorWords.isLastSave : EditorWords.wentBack)
      }
    case .mixed: scene.warn(EditorWords.cannotGoBack)
    case .stillReading: scene.warn(EditorWords.isStillReading)
    }
  }

  /// Goes on, and says on the screen after this one what happened to the note.
  private func wentBack(from goOn: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
    { [scene] in
      let name = scene.snapshot.name
      goOn()
      scene.wireframe.showMessage(EditorWords.wentBack(inNoteNamed: name))
    }
  }

  // MARK: - A note that was never saved on request

  private func dropNewNote(then goOn: @escaping @MainActor () -> Void) {
    let snapshot = scene.snapshot
    if !snapshot.hasFile, !snapshot.isDirty { return goOn() }
    if snapshot.saved.hasOthersText { return scene.warn(EditorWords.newNoteHasOthersText) }
    // The trash has all of it, so it is saved first.
    saveToLeave { [weak self] in
      guard let self, let note = scene.snapshot.note else { return goOn() }
      scene.wireframe.change(note, by: .trash(asks: false)) { [weak self] outcome in
        guard let self else { return }
        switch outcome {
        case .done:
          goOn()
          scene.wireframe.showMessage(EditorWords.newNoteIsTrashed(note))
        case .failed(let message): scene.warn(message)
        }
      }
    }
  }
}
