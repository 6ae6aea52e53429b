import Cells
import Secrets
import Terminal

extension LoginScreen {
  func draw(on canvas: Canvas) {
    cursor = nil
    switch state.stage {
    case .typing: drawQuestion(on: canvas)
    case .showingRecoveryKey: drawRecoveryKey(on: canvas)
    case .asking, .converting, .telling: drawPage(on: canvas)
    case .choosing where !state.rows.isEmpty: drawVaults(on: canvas)
    case .choosing:
      if state.isListed { drawText("No vault yet. Press n to make one.", on: canvas) }
    }
  }

  /// Draws wrapped text and answers with the row below it.
  @discardableResult
  private func drawText(_ text: String, on canvas: Canvas) -> Int {
    let rows = WordWrap.rows(ofText: text, width: canvas.size.columns)
    for (row, text) in rows.enumerated() { canvas.text(text, row: row) }
    return rows.count
  }

  // MARK: - Secrets

  private func drawQuestion(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard height > 0, width > 0 else { return }
    // In a low window the field goes before the question.
    let above = canvas.part(Rect(row: 0, column: 0, rows: height - 1, columns: width))
    let row = min(drawText(state.question, on: above), height - 1)
    cursor = Point(row: row, column: field.draw(on: canvas, row: row, width: width))
    let below = Rect(row: row + 2, column: 0, rows: max(0, height - row - 2), columns: width)
    if let remark = state.remark { drawText(remark, on: canvas.part(below)) }
  }

  /// The key in rows of its own, between what is to be said of it. Where it does not fit it scrolls.
  private func drawRecoveryKey(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard width > 0, height > 0, let key = presenter.recoveryKey else { return }
    var text = RecoveryText(state.text, keyLength: key.count, width: width)
    if text.count > height, width > 8 {
      text = RecoveryText(state.text, keyLength: key.count, width: width - 1)
      ScrollBar(first: top, visible: height, total: text.count).draw(atEdgeOf: canvas)
    }
    top = min(top, max(0, text.count - height))
    for row in 0..<min(height, text.count - top) {
      switch text.row(top + row) {
      case .words(let words): canvas.text(words, row: row)
      case .key(let letters):
        key.withBytes { bytes in
          _ = SecretCells.draw(
            UnsafeRawBufferPointer(rebasing: bytes[letters]), on: canvas, row: row,
            canvas.theme[.key])
        }
      }
    }
  }

  // MARK: - A text to be read

  /// Paragraphs with an empty row between them. Where they do not fit they scroll.
  private func drawPage(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard width > 0, height > 0 else { return }
    var rows = pageRows(width: width)
    if rows.count > height, width > 8 {
      rows = pageRows(width: width - 1)
      ScrollBar(first: top, visible: height, total: rows.count).draw(atEdgeOf: canvas)
    }
    top = min(top, max(0, rows.count - height))
    for row in 0..<min(height, rows.count - top) { canvas.text(rows[top + row], row: row) }
  }

  private func pageRows(width: Int) -> [String] {
    Array(state.text.map { WordWrap.rows(ofText: $0, width: width) }.joined(separator: [""]))
  }

  // MARK: - Vaults

  private func drawVaults(on canvas: Canvas) {
    list.reveal(state.selected, count: state.rows.count, height: canvas.size.rows)
    let names = min(widestName(height: canvas.size.rows), max(8, canvas.size.columns / 3))
    list.draw(on: canvas, count: state.rows.count) { index, canvas in
      draw(state.rows[index], isSelected: index == state.selected, nameWidth: names, on: canvas)
    }
  }

  private func widestName(height: Int) -> Int {
    (list.top..<min(state.rows.count, list.top + height)).reduce(0) {
      max($0, Cells.width(of: state.rows[$1].name))
    }
  }

  private func draw(_ row: LoginRow, isSelected: Bool, nameWidth: Int, on canvas: Canvas) {
    let base = isSelected ? canvas.theme[.selection] : .plain
    if isSelected {
      canvas.fill(row: 0, base)
      canvas.text(">", row: 0, base)
    }
    canvas.shortened(row.name, row: 0, column: 2, base, limit: nameWidth)
    let rest = nameWidth + 4
    let width = canvas.size.columns - rest
    if let obstacle = row.obstacle {
      let style = isSelected ? base : canvas.theme[.warning]
      canvas.shortened("! \(obstacle)", row: 0, column: rest, style, limit: width)
    } else {
      let style = isSelected ? base : canvas.theme[.muted]
      let note = row.isLocked ? "locked  " : ""
      canvas.shortened(note + row.path, row: 0, column: rest, style, limit: width)
    }
  }
}

/// What is said of a recovery key, with the key in the middle.
private struct RecoveryText {
  enum Row {
    case words(String)
    /// These letters of the key.
    case key(Range<Int>)
  }

  private let before: [String]
  private let after: [String]
  private let keyLength: Int
  private let width: Int

  init(_ text: [String], keyLength: Int, width: Int) {
    before = text.first.map { WordWrap.rows(of: $0, width: width) + [""] } ?? []
    after = text.last.map { [""] + WordWrap.rows(of: $0, width: width) } ?? []
    (self.keyLength, self.width) = (keyLength, width)
  }

  private var keyRows: Int { (keyLength + width - 1) / width }
  var count: Int { before.count + keyRows + after.count }

  func row(_ index: Int) -> Row {
    if index < before.count { return .words(before[index]) }
    let place = index - before.count
    if place >= keyRows { return .words(after[place - keyRows]) }
    return .key(place * width..<min(keyLength, (place + 1) * width))
  }
}
