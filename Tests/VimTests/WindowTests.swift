import TextEngine
import Testing

@testable import Vim

@Suite("Vim's windows: what the program is asked for")
struct WindowTests {
  private struct Row: Sendable {
    var keys: String
    /// The commands with their counts and arguments.
    var asked: [String]
    var warning: String?
    var options = VimOptions()

    init(_ keys: String, _ asked: String..., warning: String? = nil) {
      (self.keys, self.asked, self.warning) = (keys, asked, warning)
    }

    func with(_ change: (inout VimOptions) -> Void) -> Row {
      var row = self
      change(&row.options)
      return row
    }
  }

  private static let text = "|one two\nthree\n"

  private func check(_ row: Row) {
    var play = VimPlay(Self.text, options: row.options)
    play.press(row.keys)
    let asked = play.runs.map { run in
      ([run.command.name] + [run.count.map { "\($0)" }, run.argument].compactMap(\.self))
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    #expect(asked == row.asked, "\(row.keys)")
    #expect(play.warning == row.warning, "\(row.keys)")
    #expect(
      play.text == Self.text.filter { $0 != "|" } && play.machine.mode == .normal, "\(row.keys)")
  }

  @Test("Keys after C-w name a command, with the counts before and after C-w")
  func keys() {
    let rows: [Row] = [
      Row("<C-w>h", "pane-go-left"), Row("<C-w><C-l>", "pane-go-right"),
      Row("<C-w><Down>", "pane-go-down"), Row("2<C-w>k", "pane-go-up 2"),
      Row("<C-w>2k", "pane-go-up 2"), Row("2<C-w>3<", "pane-narrower 6"),
      Row("<C-w>w", "pane-next"), Row("<C-w><C-w>", "pane-next"), Row("<C-w>W", "pane-previous"),
      Row("<C-w>t", "pane-first"), Row("<C-w>b", "pane-last"), Row("<C-w>p", "pane-recent"),
      Row("<C-w>c", "pane-close"), Row("<C-w>q", "pane-quit"), Row("<C-w>o", "pane-only"),
      Row("<C-w>=", "pane-even"), Row("<C-w>|", "pane-set-width"),
      Row("10<C-w>_", "pane-set-height 10"), Row("<C-w>x", "pane-exchange"),
      Row("<C-w>r", "pane-rotate"), Row("<C-w>R", "pane-rotate"), Row("<C-w>H", "pane-move-left"),
      Row("<C-w>z", "pane-close-preview"), Row("<C-w>P", "pane-preview"),
      Row("<C-w>v", "pane-split-left"), Row("<C-w>s", "pane-split-above"),
      Row("<C-w>^", "pane-split-above"), Row("<C-w>n", "pane-new-above"),
      Row("<C-w>f", "pane-follow-above"), Row("<C-w>]", "pane-follow-above"),
      Row("<C-w>v", "pane-split-right").with { $0.windows.openRight = true },
      Row("<C-w>h", "pane-go-left").with { $0.windows.openRight = true },
      Row("<C-w>H", "pane-move-left").with { $0.windows.openRight = true },
      Row("<C-w>n", "pane-new-below").with { $0.windows.openBelow = true },
      Row(":set spr<CR><C-w>v", "pane-split-right"),
      Row("<C-w><C-c>"), Row("<C-w><Esc>"), Row("<C-w>:wincmd w<CR>", "pane-next"),
      Row("<C-w>T", warning: "“<C-w>T” is not available."),
      Row("<C-w>gf", warning: "“<C-w>gf” is not available."),
    ]
    for row in rows { check(row) }
  }

  @Test("Lines open, close and resize windows as vim's do")
  func lines() {
    let rows: [Row] = [
      Row(":vs<CR>", "pane-split-left"), Row(":vsplit My note<CR>", "pane-split-left My note"),
      Row(":sp b<CR>", "pane-split-above b"), Row(":vs #<CR>", "pane-split-left"),
      Row(":vert sp b<CR>", "pane-split-left b"), Row(":bel vs b<CR>", "pane-split-right b"),
      Row(":botright split<CR>", "pane-split-below"), Row(":abo vert new<CR>", "pane-new-left"),
      Row(":vert bel sb b<CR>", "pane-split-right b"),
      Row(":new<CR>", "pane-new-above"), Row(":vne b<CR>", "pane-new-left b"),
      Row(":set sb<CR>:sp<CR>", "pane-split-below"),
      Row(":on<CR>", "pane-only"), Row(":only!<CR>", "pane-only"), Row(":clo<CR>", "pane-close"),
      Row(":hide<CR>", "pane-close"), Row(":pc<CR>", "pane-close-preview"),
      Row(":wincmd j<CR>", "pane-go-down"), Row(":2winc w<CR>", "pane-next 2"),
      Row(":winc v<CR>", "pane-split-left"),
      Row(":winc<CR>", warning: "E471: Argument required"),
      Row(":winc foo<CR>", warning: "E474: Invalid argument"),
      Row(":winc T<CR>", warning: "“<C-w>T” is not available."),
      Row(":only foo<CR>", warning: "E488: Trailing characters: foo"),
      Row(":99winc w<CR>", warning: "E16: Invalid range"),
      Row(":res 5<CR>", "pane-set-height 5"), Row(":res +3<CR>", "pane-higher 3"),
      Row(":resize -<CR>", "pane-lower"), Row(":res<CR>", "pane-set-height"),
      Row(":vert res 40<CR>", "pane-set-width 40"), Row(":vert res -4<CR>", "pane-narrower 4"),
      Row(":vert<CR>"),
    ]
    for row in rows { check(row) }
  }

  @Test("What follows a window command in one line, map or macro changes nothing here")
  func after() {
    let leftOut =
      "What follows a window command is meant for the other window: it was left out."
    let recorded = "A macro is recorded in this note. q ends it; then change windows."
    let rows: [Row] = [
      Row(":vs b|%d<CR>", "pane-split-left b", warning: leftOut),
      Row(":wincmd w|wincmd w<CR>", "pane-next", "pane-next"),
      Row(":nmap Q <lt>C-w>wdd<CR>Q", "pane-next", warning: leftOut),
      Row(":nmap Q <lt>C-w>w:%d<lt>CR><CR>Q", "pane-next", warning: leftOut),
      Row(":nnoremap <lt>C-j> <lt>C-w>j<CR><C-j>", "pane-go-down"),
      Row(":nmap Q <lt>C-w>v<lt>C-w>l<CR>Q", "pane-split-left", "pane-go-right"),
      Row(":nmap Q <lt>C-w>=x<CR>Qu", "pane-even"),
      Row(":normal <C-v><C-w>wdd<CR>", "pane-next", warning: leftOut),
      Row("qa<C-w>wq", warning: recorded), Row("qa<C-w>=q@a", "pane-even", "pane-even"),
      Row("v<C-w>w", "pane-next"), Row("Vj<C-w>v", "pane-split-left"),
      Row("x<C-w>wu", "pane-next"),
    ]
    for row in rows { check(row) }
    var play = VimPlay("|one two")
    play.press("i<C-w>a b<C-w><Esc>")
    #expect(play.text == "a one two" && play.runs == [])
    play.press("x<C-w>w.")
    #expect(play.text == "ane two", "the change is repeated")
  }
}
