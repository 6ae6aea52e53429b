import TextEngine

extension EditorAction {
  /// What vim's spelling and completion keys ask of the program.
  static let spellingCommands: [EditorAction] = [
    .taking("vim-suggest") { $0.spelling.suggestAsVim($1.count) },
    .taking("vim-add-word") { $0.spelling.changeWord(inList: $1.count ?? 1, adds: true) },
    .init("vim-ignore-word") { $0.spelling.changeWord(inList: nil, adds: true) },
    .taking("vim-remove-word") { $0.spelling.changeWord(inList: $1.count ?? 1, adds: false) },
    .init("vim-no-longer-ignore") { $0.spelling.changeWord(inList: nil, adds: false) },
    .init("vim-mark-wrong") { $0.scene.warn(EditorWords.cannotMarkWrong) },
    .taking("vim-complete-file") {
      $0.keymap.complete($1.argument, by: .fileNames(beginning: $1.argument))
    },
    completing("vim-complete-word") { .words(beginning: $0, by: $1) },
    completing("vim-complete-spelling") { .suggestions(for: $0, by: $1) },
  ]

  /// Offers words of dictionaries for what was typed.
  private static func completing(
    _ id: CommandID,
    by words: @escaping @MainActor (String, EditorDictionaries) -> EditorRequest<[String]>
  ) -> Self {
    .taking(id) { editor, invocation in
      let typed = invocation.argument
      editor.spelling.ask({ words(typed, $0) }) { [weak editor] in
        editor?.keymap.offer($0, insteadOf: typed)
      }
    }
  }
}
