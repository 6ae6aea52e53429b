import TextEngine

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
    EditorAction(.save) { presenter, _ in presenter.save() },
    EditorAction(.close) { presenter, _ in presenter.closeOrSettle() },
    EditorAction(.sayHowToLeave) { presenter, _ in presenter.sayHowToLeave() },
    EditorAction(.undo) { presenter, _ in
      if presenter.takesRenamingBack() { return }
      presenter.step(presenter.interactor.undo(), nothing: "Nothing to undo.")
    },
    EditorAction(.redo) { presenter, _ in
      presenter.step(presenter.interactor.redo(), nothing: "Nothing to redo.")
    },
    EditorAction(.find) { presenter, _ in presenter.openBar(replacing: false) },
    EditorAction(.replace) { presenter, _ in presenter.openBar(replacing: true) },
    EditorAction(.findNext) { presenter, _ in presenter.go(.next) },
    EditorAction(.findPrevious) { presenter, _ in presenter.go(.previous) },
    EditorAction(.askLine) { presenter, _ in presenter.askForLine() },
    EditorAction(.toggleWrap) { presenter, _ in presenter.toggleWrap() },
    EditorAction(.toggleLineNumbers) { presenter, _ in presenter.toggleNumbers() },
    EditorAction(.toggleFold) { presenter, _ in presenter.toggleFold() },
    EditorAction(.foldAll) { presenter, _ in presenter.foldAll() },
    EditorAction(.unfoldAll) { presenter, _ in presenter.unfoldAll() },
    EditorAction(.complete) { presenter, _ in presenter.complete() },
    EditorAction(.extractNote) { presenter, _ in presenter.extractNote() },
    EditorAction(.goBack) { presenter, _ in presenter.goBack() },
    EditorAction(.followLink) { presenter, _ in presenter.followLink() },
    EditorAction(.noteBeside) { presenter, _ in presenter.goBeside() },
    EditorAction(.followBeside) { presenter, _ in presenter.followLinkBeside() },
    EditorAction(.openHistory) { presenter, _ in presenter.leave(for: .versions) },
    EditorAction(.openLinks) { presenter, _ in presenter.leave(for: .links) },
    EditorAction(.searchAll) { presenter, _ in presenter.searchAll() },
    EditorAction(.renamePart) { presenter, _ in presenter.renamePart() },
    EditorAction(.openElsewhere) { presenter, _ in presenter.leave(for: .outsideEditor) },
    EditorAction(.changeLock) { presenter, _ in presenter.leave(for: .lock) },
    EditorAction(.toggleSplit) { presenter, _ in presenter.toggleSplit() },
    EditorAction(.focusPreview) { presenter, _ in presenter.focusPreview() },
    EditorAction(.insertTemplate) { presenter, _ in presenter.askForTemplate() },
    EditorAction(.earlierDay) { presenter, _ in presenter.leave(for: .day(-1)) },
    EditorAction(.laterDay) { presenter, _ in presenter.leave(for: .day(1)) },
    EditorAction(.takeMine) { presenter, _ in presenter.settle(taking: .mine) },
    EditorAction(.takeTheirs) { presenter, _ in presenter.settle(taking: .theirs) },
    EditorAction(.takeBoth) { presenter, _ in presenter.settle(taking: .both) },
    EditorAction(.paste) { presenter, invocation in presenter.pasteFromClipboard(invocation) },
  ]
}
