import Cells
import Secrets
import Terminal

extension LoginScreen {
  func draw(on canvas: Canvas) {
    cursor = nil
    switch state.stage {
    case .typing(let question): draw(question, on: canvas)
    case .showingRecoveryKey: drawRecoveryKey(on: canvas)
    case .asking, .converting, .telling: drawPage(on: canvas)
    case .choosing where state.rowCount > 0: drawVaults(on: canvas)
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

  private func draw(_ question: LoginQuestion, on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard height > 0, width > 0 else { return }
    // In a low window the field goes before the question.
    let above = canvas.part(Rect(row: 0, column: 0, rows: height - 1, columns: width))
    let row = min(drawText(words(of: question), on: above), height - 1)
    cursor = Point(row: row, column: field.draw(on: canvas, row: row, width: width))
    let below = Rect(row: row + 2, column: 0, rows: max(0, height - row - 2), columns: width)
    if let remark = remark(on: question) { drawText(remark, on: canvas.part(below)) }
  }

  private func words(of question: LoginQuestion) -> String {
    let vault = "“\(state.vault)”"
    return switch question {
    case .passphrase: "Passphrase of \(vault):"
    case .recoveryKey: "Recovery key of \(vault):"
    case .oldPassphrase: "Passphrase of \(vault) until now:"
    case .newPassphrase: "New passphrase of \(vault):"
    case .newPassphraseAgain: "The same again:"
    case .endOfRecoveryKey: "The last 8 letters of the key:"
    }
  }

  private func remark(on question: LoginQuestion) -> String? {
    switch question {
    case .newPassphrase:
      "Some words that nobody says together are easy to keep in mind and hard to guess."
    case .recoveryKey: "Blanks in it do not matter, nor do large and small letters."
    case .passphrase, .oldPassphrase, .newPassphraseAgain, .endOfRecoveryKey: nil
    }
  }

  /// The key in rows of its own, between what is to be said of it. Where it does not fit it scrolls.
  private func drawRecoveryKey(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard width > 0, height > 0, let key = presenter.recoveryKey else { return }
    var text = RecoveryText(vault: state.vault, keyLength: key.count, width: width)
    if text.count > height, width > 8 {
      text = RecoveryText(vault: state.vault, keyLength: key.count, width: width - 1)
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
    list.reveal(state.selected, count: state.rowCount, height: canvas.size.rows)
    let names = min(widestName(height: canvas.size.rows), max(8, canvas.size.columns / 3))
    list.draw(on: canvas, count: state.rowCount) { index, canvas in
      draw(
        presenter.row(at: index), isSelected: index == state.selected, nameWidth: names, on: canvas)
    }
  }

  private func widestName(height: Int) -> Int {
    (list.top..<min(state.rowCount, list.top + height)).reduce(0) {
      max($0, Cells.width(of: presenter.row(at: $1).name))
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

  init(vault: String, keyLength: Int, width: Int) {
    let opens = "It opens “\(vault)” if the passphrase is lost. It is shown only now."
    before =
      WordWrap.rows(
        of: "Write this recovery key down and keep it away from this machine:", width: width) + [""]
    after = [""] + WordWrap.rows(of: opens, width: width)
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
