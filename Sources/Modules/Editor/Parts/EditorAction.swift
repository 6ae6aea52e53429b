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
    EditorAction(.save) { presenter, _ in presenter.leaving.save() },
    EditorAction(.close) { presenter, _ in
      // Esc first lets go of what is selected, and of a screen with the text alone.
      if presenter.scene.dropSelections() || presenter.scene.leaveZen() { return }
      presenter.leaving.close()
    },
    EditorAction(.sayHowToLeave) { presenter, _ in presenter.scene.sayHowToLeave() },
    EditorAction(.undo) { presenter, _ in
      if !presenter.renaming.takesBack() {
        presenter.step(presenter.interactor.undo(), nothing: "Nothing to undo.")
      }
    },
    EditorAction(.redo) { presenter, _ in
      presenter.step(presenter.interactor.redo(), nothing: "Nothing to redo.")
    },
    EditorAction(.find) { presenter, _ in presenter.find.open(replacing: false) },
    EditorAction(.replace) { presenter, _ in presenter.find.open(replacing: true) },
    EditorAction(.findNext) { presenter, _ in presenter.find.go(.next) },
    EditorAction(.findPrevious) { presenter, _ in presenter.find.go(.previous) },
    EditorAction(.askLine) { presenter, _ in presenter.scene.askForLine() },
    EditorAction(.outline) { presenter, _ in
      if presenter.interactor.isLoaded { presenter.scene.wireframe.openPalette(typing: "@") }
    },
    EditorAction(.toggleWrap) { presenter, _ in presenter.scene.toggleWrap() },
    EditorAction(.toggleLineNumbers) { presenter, _ in presenter.scene.toggleNumbers() },
    EditorAction(.toggleZen) { presenter, _ in presenter.scene.toggleZen() },
    EditorAction(.toggleFold) { presenter, _ in presenter.scene.toggleFold() },
    EditorAction(.openFold) { presenter, _ in presenter.scene.openFold() },
    EditorAction(.closeFold) { presenter, _ in presenter.scene.closeFold() },
    EditorAction(.foldAll) { presenter, _ in presenter.scene.foldAll() },
    EditorAction(.unfoldAll) { presenter, _ in presenter.scene.unfoldAll() },
    EditorAction(.complete) { presenter, _ in presenter.offers.complete() },
    EditorAction(.suggestWords) { presenter, _ in presenter.spelling.suggest() },
    EditorAction(.nextMistake) { presenter, _ in presenter.mistakes.go(forward: true) },
    EditorAction(.previousMistake) { presenter, _ in presenter.mistakes.go(forward: false) },
    EditorAction(.toggleSpelling) { presenter, _ in presenter.spelling.toggle() },
    EditorAction(.extractNote) { presenter, _ in presenter.links.extractNote() },
    EditorAction(.goBack) { presenter, _ in
      // In this text, or to the editor that was left for this one.
      if !presenter.trail.goBack() { presenter.leaving.close() }
    },
    EditorAction(.goOn) { presenter, _ in presenter.scene.wireframe.openNoteLeftLast() },
    EditorAction(.followLink) { presenter, _ in presenter.links.follow() },
    EditorAction(.openURL) { presenter, _ in presenter.links.openAddress() },
    EditorAction(.noteBeside) { presenter, _ in presenter.split.goBeside() },
    EditorAction(.followBeside) { presenter, _ in presenter.split.followLinkBeside() },
    EditorAction(.openHistory) { presenter, _ in
      presenter.leaving.leave(orSay: "A note has versions once it was saved.") {
        $0.wireframe.open(.versions, of: $1)
      }
    },
    EditorAction(.openLinks) { presenter, _ in
      presenter.leaving.leave(orSay: "A note has links once it was saved.") {
        $0.wireframe.open(.links, of: $1)
      }
    },
    EditorAction(.openProperties) { presenter, _ in
      presenter.leaving.leave(orSay: "A note has properties once it was saved.") {
        $0.wireframe.open(.properties, of: $1)
      }
    },
    EditorAction(.openBoard) { presenter, _ in
      presenter.leaving.leave(orSay: "A note is a board once it was saved.") {
        $0.wireframe.open(.board, of: $1)
      }
    },
    EditorAction(.searchAll) { presenter, _ in presenter.links.searchAll() },
    EditorAction(.renamePart) { presenter, _ in presenter.renaming.renamePart() },
    EditorAction(.openElsewhere) { presenter, _ in
      presenter.leaving.leave(orSay: "A note has a file to edit once it was saved.") {
        if let problem = $0.wireframe.editOutside($1) { $0.showMessage(problem, isWarning: true) }
      }
    },
    EditorAction(.changeLock) { presenter, _ in
      presenter.leaving.leave(orSay: "A note can be locked once it was saved.") {
        if $0.interactor.isLoaded { $0.wireframe.changeLock(of: $1) } else { $0.showState() }
      }
    },
    EditorAction(.toggleSplit) { presenter, _ in presenter.split.togglePreview() },
    EditorAction(.focusPreview) { presenter, _ in presenter.split.focusPreview() },
    EditorAction(.insertDate) { presenter, _ in presenter.pasting.insertMoment(\.dateFormat) },
    EditorAction(.insertTime) { presenter, _ in presenter.pasting.insertMoment(\.timeFormat) },
    EditorAction(.sortLines) { presenter, _ in presenter.scene.askForOrder() },
    EditorAction(.filterText) { presenter, _ in presenter.filter.ask() },
    EditorAction(.recordMacro) { presenter, _ in presenter.macro.toggleRecording() },
    EditorAction(.playMacro) { presenter, _ in presenter.macro.play(1) },
    EditorAction(.playMacroTimes) { presenter, _ in presenter.macro.askHowOften() },
    EditorAction(.insertTemplate) { presenter, _ in presenter.pasting.insertTemplate() },
    EditorAction(.attachFile) { presenter, invocation in presenter.pasting.attach(invocation) },
    EditorAction(.earlierDay) { presenter, _ in presenter.leaveForDay(-1) },
    EditorAction(.laterDay) { presenter, _ in presenter.leaveForDay(1) },
    EditorAction(.takeMine) { presenter, _ in presenter.conflicts.resolve(taking: .mine) },
    EditorAction(.takeTheirs) { presenter, _ in presenter.conflicts.resolve(taking: .theirs) },
    EditorAction(.takeBoth) { presenter, _ in presenter.conflicts.resolve(taking: .both) },
    EditorAction(.paste) { presenter, invocation in presenter.pasting.paste(invocation) },
  ]
}
