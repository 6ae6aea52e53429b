import TextEngine

/// What the open note can do beyond its text, and vim's commands for files.
extension EditorAction {
  /// In the order of the help.
  static let noteChanges: [EditorAction] = [
    .init(
      "rename-note", ["M-Y"], "rename the note, with the links to it",
      words: ["rename note", "rename file", "title"]
    ) { $0.changes.change(by: .rename) },
    .init("rename-part", ["M-H"], "rename the heading or block, with the links to it") {
      $0.saving.renamePart()
    },
    .init(
      "move-note", ["M-Q"], "move the note to another folder",
      words: ["move to folder", "move file", "move note"]
    ) { $0.changes.change(by: .move) },
    .init(
      "trash-note", ["S-F8"], "move the note to the trash",
      words: ["delete note", "delete file", "remove note", "trash"]
    ) { $0.changes.change(by: .trash(asks: true)) },
    .init(
      "pin-note", ["M-^"], "pin the note to the top of the list, or unpin it",
      words: ["star", "favorite", "bookmark note"]
    ) { $0.changes.change(by: .pin) },
    .init(
      "undo-note-change", [], "undo the last rename, move, trash or pin of a note",
      words: ["undo rename", "undo move"]
    ) { $0.changes.takeBack() },
    .init(
      "copy-path", [], "copy the path of the note's file",
      words: ["share", "copy path", "where is the file"]
    ) { $0.changes.copyPath() },
    .init(
      "copy-link", [], "copy a link to this note", words: ["share", "copy link", "url"]
    ) { $0.changes.copyLink() },
  ]

  /// Vim's lines and keys for files.
  static let fileCommands: [EditorAction] =
    [
      withBang("vim-write") { $0.files.write($1, isForced: $2) },
      withBang("vim-write-lines") { $0.files.writeLines($1, isForced: $2) },
      withBang("vim-write-quit") { $0.files.writeAndQuit($1, isForced: $2) },
      withBang("vim-write-all") { editor, _, _ in editor.files.writeAll() },
      withBang("vim-write-quit-all") { editor, _, _ in
        editor.files.writeAll { editor.scene.wireframe.quit() }
      },
      withBang("vim-save-as") { $0.saving.save(asNoteNamed: $1, replacing: $2) },
      withBang("vim-quit") { editor, _, isForced in
        if isForced { editor.saving.quitAnyway() } else { editor.files.quit() }
      },
      withBang("vim-quit-all") { editor, _, isForced in
        if isForced { editor.files.quitAllAnyway() } else { editor.files.quitAll() }
      },
      withBang("vim-edit") { $0.files.edit($1, isForced: $2) },
      withBang("vim-new-note") { editor, _, isForced in
        if !isForced { return editor.files.beginNote() }
        editor.saving.drop { editor.files.beginNote() }
      },
      withBang("vim-tag") { editor, name, _ in editor.navigation.followLink(orOpen: name) },
      withBang("vim-file") { editor, name, _ in editor.files.showFile(name) },
      withBang("vim-folder") { editor, name, _ in editor.files.showFolder(name) },
      withBang("vim-each-note") { editor, line, _ in editor.files.doInEachNote(line) },
    ].flatMap(\.self) + [
      .init("vim-alternate-note") { $0.files.openAlternate() },
      .taking("vim-complete-name") { $0.files.completeName($1.argument) },
    ]

  /// A line and the same with a `!`, which the body gets with the argument.
  private static func withBang(
    _ name: String, _ run: @escaping @MainActor (EditorPresenter, String, Bool) -> Void
  ) -> [EditorAction] {
    [false, true].map { isForced in
      .taking(CommandID(isForced ? name + "-anyway" : name)) { run($0, $1.argument, isForced) }
    }
  }
}
