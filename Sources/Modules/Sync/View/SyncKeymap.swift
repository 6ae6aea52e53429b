import Lists
import Terminal

enum SyncKeymap {
  static let map = Keymap<SyncCommand>(
    [
      .init(["s"], .sync, "sync now", hint: "sync", words: ["pull", "push", "fetch"]),
      .init(["Enter"], .open, "open the note; where there is no remote, name one", hint: "open"),
      .init(["w"], .dryRun, "show what a sync would do, and change nothing", hint: "what if"),
      .init(["u"], .undo, "take back what the last sync changed in the files", hint: "undo"),
      .init(["r"], .setUp, "name the remote repository", words: ["set up", "url"]),
    ] + Keymap.rows(of: "row", SyncCommand.move) + [
      .init(["F5"], .reload, "look at the repository again"),
      .init(["Esc", "q"], .leave, "stop a sync that runs, else go back", hint: "back"),
    ]
  ).titled("Sync").finding("row")
}
