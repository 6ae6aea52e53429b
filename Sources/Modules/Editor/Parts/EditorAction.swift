import TextEngine
import Viper

/// What the editor does beyond changing text, by the names that keymaps use.
struct EditorAction {
  let id: CommandID
  let run: @MainActor (EditorPresenter, Invocation) -> Void

  init(_ id: CommandID, _ run: @escaping @MainActor (EditorPresenter, Invocation) -> Void) {
    self.id = id
    self.run = run
  }

  @MainActor
  static func named(_ id: CommandID) -> EditorAction? { byID[id] }

  @MainActor
  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  @MainActor
  static let all: [EditorAction] = [
    EditorAction(.save) { presenter, _ in presenter.saving.save() },
    EditorAction(.close) { presenter, _ in
      // Esc first lets go of what is selected, and of a screen with the text alone.
      if presenter.scene.dropSelections() || presenter.scene.leaveZen() { return }
      presenter.saving.close()
    },
    EditorAction(.sayHowToLeave) { presenter, _ in
      presenter.scene.showMessage(EditorWords.howToLeave)
    },
    EditorAction(.undo) { presenter, _ in
      if !presenter.saving.undoRenaming(), !presenter.scene.perform(.undo).isDone {
        presenter.scene.showMessage(EditorWords.nothingToUndo)
      }
    },
    EditorAction(.redo) { presenter, _ in
      if !presenter.scene.perform(.redo).isDone {
        presenter.scene.showMessage(EditorWords.nothingToRedo)
      }
    },
    EditorAction(.find) { presenter, _ in presenter.search.open(replacing: false) },
    EditorAction(.replace) { presenter, _ in presenter.search.open(replacing: true) },
    EditorAction(.findNext) { presenter, _ in presenter.search.go(.next) },
    EditorAction(.findPrevious) { presenter, _ in presenter.search.go(.previous) },
    EditorAction(.askLine) { presenter, _ in presenter.navigation.askForLine() },
    EditorAction(.outline) { presenter, _ in
      if presenter.interactor.snapshot.isLoaded {
        presenter.scene.wireframe.openPalette(typing: "@")
      }
    },
    EditorAction(.toggleWrap) { presenter, _ in presenter.scene.toggleWrap() },
    EditorAction(.toggleLineNumbers) { presenter, _ in presenter.scene.toggleNumbers() },
    EditorAction(.toggleZen) { presenter, _ in presenter.scene.toggleZen() },
    EditorAction(.toggleFold) { presenter, _ in presenter.scene.toggleFold() },
    EditorAction(.openFold) { presenter, _ in presenter.scene.openFold() },
    EditorAction(.closeFold) { presenter, _ in presenter.scene.closeFold() },
    EditorAction(.foldAll) { presenter, _ in presenter.scene.foldAll() },
    EditorAction(.unfoldAll) { presenter, _ in presenter.scene.unfoldAll() },
    EditorAction(.complete) { presenter, _ in presenter.completion.complete() },
    EditorAction(.suggestWords) { presenter, _ in presenter.spelling.suggest() },
    EditorAction(.nextMistake) { presenter, _ in presenter.spelling.goToMistake(forward: true) },
    EditorAction(.previousMistake) { presenter, _ in
      presenter.spelling.goToMistake(forward: false)
    },
    EditorAction(.toggleSpelling) { presenter, _ in presenter.spelling.toggle() },
    EditorAction(.extractNote) { presenter, _ in presenter.navigation.extractNote() },
    EditorAction(.goBack) { presenter, _ in presenter.navigation.goBack() },
    EditorAction(.goOn) { presenter, _ in presenter.scene.wireframe.openNoteLeftLast() },
    EditorAction(.followLink) { presenter, _ in presenter.navigation.followLink() },
    EditorAction(.openURL) { presenter, _ in presenter.navigation.openAddress() },
    EditorAction(.noteBeside) { presenter, _ in presenter.split.goBeside() },
    EditorAction(.followBeside) { presenter, _ in presenter.split.followLinkBeside() },
    EditorAction(.openHistory) { presenter, _ in presenter.saving.leave(for: .versions) },
    EditorAction(.openLinks) { presenter, _ in presenter.saving.leave(for: .links) },
    EditorAction(.openProperties) { presenter, _ in presenter.saving.leave(for: .properties) },
    EditorAction(.openBoard) { presenter, _ in presenter.saving.leave(for: .board) },
    EditorAction(.searchAll) { presenter, _ in presenter.navigation.searchAll() },
    EditorAction(.renamePart) { presenter, _ in presenter.saving.renamePart() },
    EditorAction(.openElsewhere) { presenter, _ in
      presenter.saving.leave(orSay: EditorWords.needsFile) {
        if let problem = $0.wireframe.editOutside($1) { $0.warn(problem) }
      }
    },
    EditorAction(.changeLock) { presenter, _ in
      presenter.saving.leave(orSay: EditorWords.lockNeedsNote) {
        if $0.snapshot.isLoaded { $0.wireframe.changeLock(of: $1) } else { $0.showState() }
      }
    },
    EditorAction(.toggleSplit) { presenter, _ in presenter.split.togglePreview() },
    EditorAction(.focusPreview) { presenter, _ in presenter.split.focusPreview() },
    EditorAction(.insertDate) { presenter, _ in presenter.transfer.insert(.day) },
    EditorAction(.insertTime) { presenter, _ in presenter.transfer.insert(.time) },
    EditorAction(.sortLines) { presenter, _ in presenter.scene.askForOrder() },
    EditorAction(.filterText) { presenter, _ in presenter.transfer.askForCommand() },
    EditorAction(.recordMacro) { presenter, _ in presenter.macro.toggleRecording() },
    EditorAction(.playMacro) { presenter, _ in presenter.macro.play(1) },
    EditorAction(.playMacroTimes) { presenter, _ in presenter.macro.askHowOften() },
    EditorAction(.insertTemplate) { presenter, _ in presenter.transfer.insertTemplate() },
    EditorAction(.attachFile) { presenter, invocation in presenter.transfer.attach(invocation) },
    EditorAction(.earlierDay) { presenter, _ in presenter.saving.leaveForDay(-1) },
    EditorAction(.laterDay) { presenter, _ in presenter.saving.leaveForDay(1) },
    EditorAction(.takeMine) { presenter, _ in presenter.saving.resolve(taking: .mine) },
    EditorAction(.takeTheirs) { presenter, _ in presenter.saving.resolve(taking: .theirs) },
    EditorAction(.takeBoth) { presenter, _ in presenter.saving.resolve(taking: .both) },
    EditorAction(.paste) { presenter, invocation in presenter.transfer.paste(invocation) },
  ]
}
