import Cells
import Entities
import Viper

/// Turns commands into use cases and routes, and versions into rows.
@MainActor
final class HistoryPresenter: ListPresenter {
  weak var view: (any HistoryView)? { didSet { view?.show(state) } }

  let interactor: HistoryInteractor
  private let wireframe: any HistoryWireframe
  /// Formats the time of a version.
  let date: (Timestamp) -> String
  let didChange: @MainActor (NoteID) -> Void
  var route: RouteHandle?
  var state = HistoryState()
  var detailLines: [HistoryLine] = []
  private var room = HistoryRoom()
  /// The selected version by name, because restoring adds versions at the top.
  var selectedName: String?
  /// The content that the detail shows or waits for.
  var shown: Shown?
  /// The content that the detail received last.
  var delivered: Shown?
  /// The problems shown so far: each is shown once, but the store reports all of them every time.
  var toldProblems: [String] = []
  /// The comparison that the detail showed before the whole text.
  private var lastComparison = HistoryAspect.change

  struct Shown: Equatable {
    var name: String
    var aspect: HistoryAspect
  }

  init(
    interactor: HistoryInteractor, wireframe: any HistoryWireframe,
    date: @escaping (Timestamp) -> String, didChange: @escaping @MainActor (NoteID) -> Void
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.date = date
    self.didChange = didChange
    state.title = interactor.note.path.stem.text
    interactor.output = self
  }

  // MARK: - Selecting and showing

  func select(_ index: Int) {
    state.select(index)
    guard let index = state.selected else {
      (selectedName, shown) = (nil, nil)
      state.isReading = false
      state.detail = .none
      return
    }
    selectedName = interactor.version(at: index).name
    showDetail()
  }

  /// Loads the detail of the selected version, unless it is shown already.
  private func showDetail() {
    guard let selected = state.selected, let selectedName else { return }
    let wanted = Shown(name: selectedName, aspect: state.aspect)
    if wanted == shown { return }
    shown = wanted
    interactor.show(selected, as: state.aspect)
  }

  func title(of aspect: HistoryAspect, _ index: Int) -> String {
    HistoryWords.title(
      of: aspect, date(ofVersion: index), isFirst: index + 1 == interactor.count,
      by: interactor.version(at: index).otherWriter)
  }

  private func date(ofVersion index: Int) -> String {
    date(interactor.version(at: index).savedAt)
  }

  private func show(_ aspect: HistoryAspect) {
    state.aspect = aspect
    if aspect != .text { lastComparison = aspect }
    showDetail()
  }

  // MARK: - The detail

  var detail: DetailRows? { if case .rows(let rows) = state.detail { rows } else { nil } }
  var visibleDetailRows: Int { max(1, room.rows) }

  func layOut() {
    state.detail = .rows(DetailRows(detailLines, width: room.columns))
  }

  private func resize(to room: HistoryRoom) {
    let columns = self.room.columns
    self.room = room
    if room.columns != columns, detail != nil { layOut() }
    // Scroll back if a larger window now has room beyond the end.
    read(.lines(0))
  }

  func scroll(to top: Int) {
    state.top = max(0, min(top, (detail?.rows.count ?? 0) - visibleDetailRows))
  }

  private func back() {
    if state.isReading {
      state.isReading = false
      return
    }
    close()
  }
}

extension HistoryPresenter: ListPresenting {
  func handle(_ command: HistoryCommand) {
    state.message = Message()
    switch command {
    case .move(let move): if state.isReading { read(move) } else { select(row(after: move)) }
    case .select(let index):
      state.isReading = false
      select(index)
    case .read: read()
    case .nextAspect: show(nextAspect)
    case .toggleText: show(state.aspect == .text ? lastComparison : .text)
    case .scroll(let rows): read(.lines(rows))
    case .resize(let room): resize(to: room)
    case .restore: askToRestore()
    case .moveHunk(let step): moveHunk(by: step)
    case .takeHunk: takeHunk()
    case .undo: interactor.undoRestore()
    case .reload:
      state.isLoading = true
      shown = nil
      interactor.load()
    case .back: back()
    }
    view?.show(state)
  }

  /// The next comparison; from the whole text, the comparison that it was opened from.
  private var nextAspect: HistoryAspect {
    switch state.aspect {
    case .change: .since
    case .since: .change
    case .text: lastComparison
    }
  }

  private func askToRestore() {
    guard let selected = state.selected else { return }
    let item = interactor.version(at: selected)
    guard !item.isNow else { return showMessage(HistoryWords.isThere) }
    let question = Question.restoring(noteNamed: state.title, from: date(ofVersion: selected))
    wireframe.ask(question) { [weak self] answer in
      // Find the version again: new ones may have been added meanwhile.
      guard answer == .chosen("yes"), let self,
        let index = self.interactor.index(named: item.name)
      else { return }
      self.interactor.restore(index)
    }
  }

  func row(at index: Int) -> HistoryRow {
    let item = interactor.version(at: index)
    func signed(_ sign: String, _ count: Int?) -> String {
      count.map { $0 == 0 ? "" : "\(sign)\($0)" } ?? ""
    }
    return HistoryRow(
      date: date(ofVersion: index), size: HistoryDates.size(item.size),
      added: signed("+", item.added),
      removed: signed("-", item.removed), writer: item.otherWriter, isNow: item.isNow)
  }
}

extension HistoryPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  func moduleWasRemoved() {
    interactor.stop()
  }
}

/// The lines of the detail as rows of a width: long lines wrap, and each row starts with the sign
/// of its line, so that no meaning depends on color alone.
struct DetailRows: Equatable {
  struct Row: Equatable {
    var kind: HistoryLine.Kind
    var sign: String
    var text: String
    var hunk: Int?
  }

  let rows: [Row]
  /// The rows of each hunk, from the top.
  let hunks: [Range<Int>]

  init(_ lines: [HistoryLine], width: Int) {
    // A whole text has no signs, so it needs no room for them.
    let hasSigns = lines.contains { $0.kind == .added || $0.kind == .removed }
    rows = lines.flatMap { line in
      let sign =
        switch line.kind {
        case .added: "+ "
        case .removed: "- "
        case .same, .remark: hasSigns ? "  " : ""
        }
      return WordWrap.rows(of: line.text, width: max(1, width - sign.utf8.count)).map {
        Row(kind: line.kind, sign: sign, text: $0, hunk: line.hunk)
      }
    }
    var hunks: [Range<Int>] = []
    for (row, hunk) in rows.map(\.hunk).enumerated() {
      guard let hunk else { continue }
      if hunk < hunks.count {
        hunks[hunk] = hunks[hunk].lowerBound..<(row + 1)
      } else {
        hunks.append(row..<(row + 1))
      }
    }
    self.hunks = hunks
  }
}
