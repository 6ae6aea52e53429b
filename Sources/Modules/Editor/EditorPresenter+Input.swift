import Entities
import Saving
import TextEngine
import UseCases
import Viper

// What autosave, the parent and the router ask of the editor.

extension EditorPresenter: EditorAutosaveDuties {
  func keepUnsavedText() { interactor.start(.storeDraft) }

  func autosave() { saving.save(inPassing: true, isAsked: false) }
}

extension EditorPresenter: EditorInput {
  var isEdited: Bool { interactor.snapshot.isDirty }
  var note: NoteID? { interactor.snapshot.writtenNote }
  var holdsLock: Bool { interactor.snapshot.holdsLock }
  var cursor: Int? { scene.state.isPeek ? nil : scene.selections.main.head.value }

  var headings: @Sendable () -> [EditorHeading] {
    let text = scene.text
    guard text.byteCount <= TextSize.merged else { return { [] } }
    let cursor = text.line(at: min(scene.selections.main.head, text.end))
    return {
      let headings = Outline.of(text).headings
      let current = headings.lastIndex { $0.line <= cursor }
      return headings.indices.map { index in
        let heading = headings[index]
        return EditorHeading(
          title: heading.title, line: heading.line.value + 1, level: heading.level,
          isCurrent: index == current)
      }
    }
  }

  func noteChangedOutside() { interactor.start(.compareWithFile) }

  func go(to target: EditorTarget) { navigation.go(to: target) }

  func reveal(toPart part: String?) { navigation.reveal(to: part) }

  func saveToLeave(isAsked: Bool, then goOn: @escaping @MainActor () -> Void) {
    keymap.goOn()
    saving.saveToLeave(isAsked: isAsked, then: goOn)
  }

  func run(line: String, then report: @escaping @MainActor (String?) -> Void) {
    keymap.run(line: line, then: report)
  }

  func dropToLeave(then goOn: @escaping @MainActor () -> Void) {
    keymap.goOn()
    saving.drop(then: goOn)
  }
}

extension EditorPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    scene.route = route
    saving.linkAutosave(self)
    scene.showState()
    // Keys that come before the text are meant for it.
    if !scene.state.isPeek { scene.wait() }
    interactor.start(.open)
  }

  /// The module may be removed without asking the editor, so what was typed is stored.
  func moduleWasRemoved() {
    keymap.goOn()
    split.releaseKeys(dropping: true)
    interactor.perform(.storeDraft)
    if let note = interactor.snapshot.wholeNote, let position = navigation.position {
      scene.wireframe.left(note, at: position)
    }
    scene.background.stop()
    spelling.stop()
    transfer.stop()
    shell.stop()
    keymap.stop()
    interactor.start(.close)
  }

  var hasUnfinishedWork: Bool { scene.snapshot.isDirty || scene.snapshot.isSaving }

  func programWillEnd() -> String? {
    keymap.goOn()
    return interactor.perform(.storeDraft).problem.map { EditorWords.draftLost(because: $0) }
  }
}

extension EditorPresenter: OwnSubjectReporting {
  var ownSubject: OwnSubject {
    let (snapshot, main) = (interactor.snapshot, scene.selections.main)
    var subject = OwnSubject(
      snapshot.writtenNote, line: scene.text.line(at: min(main.head, scene.text.end)).value + 1)
    if snapshot.isLoaded, !scene.state.isPeek,
      main.range.upperBound.value - main.range.lowerBound.value <= TextSize.merged
    {
      subject.selection = scene.text.bytes(in: main.range)
    }
    subject.isSecret = snapshot.isSecret
    return subject
  }

  func replaceSelection(by text: [UInt8]) -> Bool {
    guard scene.isEditable else { return false }
    if scene.state.keys != nil { keymap.goOn() }
    completion.end()
    interactor.perform(.select(Selections(scene.selections.main)))
    transfer.paste(text)
    return true
  }
}
