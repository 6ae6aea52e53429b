import Entities
import Services
import TextEngine
import Viper

/// Turns commands into edits and moves, and the text around the cursor into visible rows.
///
/// Its parts, each in a file of its own: `+Commands` what keys do, `+Actions` the editor's own commands by name, `+Rows` what the view shows, `+Learning` how its
/// colours come, `+Saving` when it saves and leaves, `+Find`, `+Offers`, `+Links`, `+Parts`,
/// `+Renaming`, `+Beside`, `+Preview`, `+Mouse`, `+Clipboard`, `+Outside` what their names say.
@MainActor
final class EditorPresenter {
  weak var view: (any EditorView)?

  let interactor: any EditorInteracting
  /// The text is shown and not changed.
  let isReadOnly: Bool
  let wireframe: any EditorWireframe
  weak var parent: (any EditorOutput)?
  weak var autosave: (any EditorRequiredAutosave)?
  var route: RouteHandle?
  var state = EditorState()
  let page = EditorPage()
  var selections = Selections(Selection(at: .zero))
  var registers = Registers()
  var format = TextFormat()
  var visible = VisibleRows()
  var finding = Finding()
  var offering = Offering()
  var pointing = Pointing()
  /// The paste that waits for the clipboard.
  var pastes: Invocation?
  var preview: (any EditorRequiredPreview)?
  var previewing = Previewing()
  var parts = Parts()
  var choosing = Choosing()
  /// Where the cursor was when this note was left a moment ago.
  var returning: Int?
  var learning = Learning()
  /// The first column in sight when the rows were made.
  var lastLeft = 0
  /// Where links were followed from.
  var trail: [TrailStep] = []
  var leaving = Leaving()
  var renaming = Renaming()
  var showsNumbers = false
  /// What of the rows is to be worked out before the next frame.
  var pending: PendingLayout?
  /// The room that the view has.
  var room = (columns: 80, rows: 24)

  init(
    interactor: any EditorInteracting, wireframe: any EditorWireframe,
    output: (any EditorOutput)?, isPeek: Bool, isReadOnly: Bool = false,
    returningTo returning: Int? = nil
  ) {
    self.isReadOnly = isReadOnly
    self.returning = returning
    self.interactor = interactor
    self.wireframe = wireframe
    parent = output
    state.isPeek = isPeek
    interactor.output = self
  }

  func say(_ message: String, warning: Bool = false) {
    state.message = message
    state.isWarning = warning
    showState()
  }

  func textChanged() {
    autosave?.editorTextChanged()
    leaving.problem = nil
    renaming.isLast = false
  }
}
