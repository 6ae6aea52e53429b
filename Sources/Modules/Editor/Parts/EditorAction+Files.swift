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
  static let fileCommands: [EditorAction] = [
    .taking("vim-write") { $0.files.write($1.argument, isForced: false) },
    .taking("vim-write-anyway") { $0.files.write($1.argument, isForced: true) },
    .taking("vim-write-lines") { $0.files.writeLines($1.argument, isForced: false) },
    .taking("vim-write-lines-anyway") { $0.files.writeLines($1.argument, isForced: true) },
    .taking("vim-write-quit") { $0.files.writeAndQuit($1.argument, isForced: false) },
    .taking("vim-write-quit-anyway") { $0.files.writeAndQuit($1.argument, isForced: true) },
    .init("vim-write-all") { $0.files.writeAll() },
    .init("vim-write-all-anyway") { $0.files.writeAll() },
    .init("vim-write-quit-all") { editor in
      editor.files.writeAll { editor.scene.wireframe.quit() }
    },
    .init("vim-write-quit-all-anyway") { editor in
      editor.files.writeAll { editor.scene.wireframe.quit() }
    },
    .taking("vim-save-as") { $0.saving.save(asNoteNamed: $1.argument, replacing: false) },
    .taking("vim-save-as-anyway") { $0.saving.save(asNoteNamed: $1.argument, replacing: true) },
    .init("vim-quit") { if $0.files.mayLeave() { $0.saving.close() } },
    .init("vim-quit-anyway") { $0.saving.quitAnyway() },
    .init("vim-quit-all") { $0.files.quitAll() },
    .init("vim-quit-all-anyway") { $0.files.quitAllAnyway() },
    .taking("vim-edit") { $0.files.edit($1.argument) },
    .taking("vim-edit-anyway") { editor, invocation in
      let name = invocation.argument
      if name.isEmpty || name == "%" { return editor.saving.goBack() }
      editor.saving.drop { editor.files.edit(name) }
    },
    .init("vim-alternate-note") { $0.files.openAlternate() },
    .init("vim-new-note") { $0.files.beginNote() },
    .init("vim-new-note-anyway") { editor in editor.saving.drop { editor.files.beginNote() } },
    .taking("vim-file") { $0.files.showFile($1.argument) },
    .taking("vim-file-anyway") { $0.files.showFile($1.argument) },
    .taking("vim-folder") { $0.files.showFolder($1.argument) },
    .taking("vim-folder-anyway") { $0.files.showFolder($1.argument) },
    .taking("vim-complete-name") { $0.files.completeName($1.argument) },
  ]
}
