import TextEngine

/// Commands for panes: what vim's `C-w` and emacs's `C-x` keys ask for. The palette has them in every
/// keymap.
extension EditorAction {
  static let paneCommands: [EditorAction] =
    paneRows.map { row in
      .taking(row.id, [], row.summary, words: words) {
        $0.scene.wireframe.perform(row.command($1.count))
      }
    } + openings + [
      .init("pane-quit") { EditorAction.named("vim-quit")?.run($0, Invocation("vim-quit")) },
      .init("pane-ask") { $0.split.ask(on: nil) },
    ]

  private static let words = ["window", "split"]

  /// Returns a command that needs no text; nil for the others.
  static func paneCommand(named name: String, count: Int?) -> PaneCommand? {
    paneRows.first { $0.id.name == name }?.command(count)
  }

  private struct PaneRow: Sendable {
    let id: CommandID
    let summary: String?
    let command: @Sendable (Int?) -> PaneCommand

    init(
      _ name: String, _ summary: String? = nil, _ command: @escaping @Sendable (Int?) -> PaneCommand
    ) {
      (id, self.summary, self.command) = (CommandID("pane-" + name), summary, command)
    }
  }

  private static let sides: [(side: PaneSide, name: String, words: String)] = [
    (.left, "left", "at the left"), (.right, "right", "at the right"), (.above, "up", "above"),
    (.below, "down", "below"),
  ]

  private static let paneRows: [PaneRow] =
    sides.flatMap { side, name, words in
      [
        PaneRow("go-" + name, "to the pane \(words)") { .go(side, $0 ?? 1) },
        PaneRow("move-" + name, "put this note \(words)") { _ in .move(side) },
      ]
    } + [
      PaneRow("next", "to the next pane") { $0.map { .number($0) } ?? .step(1) },
      PaneRow("previous", "to the pane before") { $0.map { .number($0) } ?? .step(-1) },
      PaneRow("step") { .step($0 ?? 1) },
      PaneRow("first") { _ in .number(1) },
      PaneRow("last") { _ in .number(.max) },
      PaneRow("recent", "to the pane that had the keys before") { _ in .recent },
      PaneRow("preview") { _ in .preview },
      PaneRow("close", "close this pane") { _ in .close },
      PaneRow("close-preview") { _ in .closePreview },
      PaneRow("only", "close the other note and the preview") { _ in .only },
      PaneRow("even", "make the panes the same size") { _ in .even },
      PaneRow("wider", "make the pane wider") { .resize(isWidth: true, .by($0 ?? 1)) },
      PaneRow("narrower", "make the pane narrower") { .resize(isWidth: true, .by(-($0 ?? 1))) },
      PaneRow("higher", "make the pane higher") { .resize(isWidth: false, .by($0 ?? 1)) },
      PaneRow("lower", "make the pane lower") { .resize(isWidth: false, .by(-($0 ?? 1))) },
      PaneRow("set-width") { .resize(isWidth: true, .to($0)) },
      PaneRow("set-height") { .resize(isWidth: false, .to($0)) },
      PaneRow("exchange", "go to the other note, and put it here") { _ in .exchange },
      PaneRow("rotate", "exchange the two notes") { _ in .rotate },
    ]

  /// On each side: a note by name or the one before, a new note, and the note of a link. Only two sides are
  /// in the palette.
  private static let openings: [EditorAction] = sides.flatMap {
    openings(on: $0.side, relation: $0.words)
  }

  private static func openings(on side: PaneSide, relation: String) -> [EditorAction] {
    let isListed = side == .right || side == .below
    func id(_ kind: String) -> CommandID { CommandID("pane-\(kind)-\(side.rawValue)") }
    return [
      .taking(
        id("split"), [], isListed ? "the note that was open before, \(relation)" : nil,
        words: words
      ) { $0.split.open($1.argument, on: side) },
      .taking(id("new"), [], isListed ? "a new note \(relation)" : nil, words: words) {
        $0.split.begin($1.argument, on: side)
      },
      .init(id("follow")) { $0.split.followLinkBeside(on: side) },
      .init(id("show")) { $0.split.open("", on: side, staysHere: true) },
    ]
  }
}
