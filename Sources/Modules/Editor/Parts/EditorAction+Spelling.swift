import TextEngine

extension EditorAction {
  /// What vim's spelling and completion keys ask of the program.
  static let spellingCommands: [EditorAction] = [
    .taking("vim-suggest") { $0.spelling.suggestAsVim($1.count) },
    .taking("vim-add-word") { $0.spelling.addWord(toList: $1.count ?? 1) },
    .init("vim-ignore-word") { $0.spelling.addWord(toList: nil) },
    .taking("vim-remove-word") { $0.spelling.removeWord(fromList: $1.count ?? 1) },
    .init("vim-no-longer-ignore") { $0.spelling.removeWord(fromList: nil) },
    .init("vim-mark-wrong") { $0.scene.warn(EditorWords.cannotMarkWrong) },
    .taking("vim-complete-file") {
      $0.keymap.complete($1.argument, by: .fileNames(beginning: $1.argument))
    },
    .taking("vim-complete-word") { editor, invocation in
      editor.spelling.find(.beginning, for: invocation.argument) { [weak editor] in
        editor?.keymap.offer($0, insteadOf: invocation.argument)
      }
    },
    .taking("vim-complete-spelling") { editor, invocation in
      editor.spelling.find(.suggestions, for: invocation.argument) { [weak editor] in
        editor?.keymap.offer($0, insteadOf: invocation.argument)
      }
    },
  ]
}
