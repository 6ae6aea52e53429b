package import TextEngine

/// The display of the machine, and its reaction to changes of the text by others.
extension VimMachine {
  package var display: KeyDisplay {
    if let window = prompt.window { return display(of: window) }
    var display = KeyDisplay()
    display.pending = keys.interpreter.shown
    if let waiting = keys.signs { display.pending = waiting.pressed.joined(separator: " ") }
    display.cursorOffset = shown.cursor
    if let name = macro.recording { display.pending = "recording @\(name)  \(display.pending)" }
    switch mode {
    case .normal:
      display.cursor = .block
      display.mode = insert.oneCommand == nil ? "" : "(insert)"
      if keys.interpreter.waitingOperator != nil { display.cursor = .underline }
    case .visual(let shape):
      display.cursor = .block
      let name = visual.isSelecting ? "SELECT" : "VISUAL"
      display.mode =
        shape == .characters ? name : shape == .lines ? "\(name) LINE" : "\(name) BLOCK"
    case .insert: display.mode = "INSERT"
    case .replace:
      display.mode = "REPLACE"
      display.cursor = .underline
    case .prompt:
      display.prompt = KeyDisplay.Prompt(
        sign: ex.isCollecting ? "" : String(prompt.sign),
        text: String(decoding: prompt.text, as: UTF8.self), cursor: prompt.cursor)
      if let names = prompt.names, !names.all.isEmpty {
        display.prompt?.offer = KeyDisplay.LineOffer(
          names: names.all.map(\.shown), chosen: names.chosen, start: names.start)
      }
    case .confirm:
      let question =
        ex.swapping == nil ? "replace with \(confirmed)? y n a q l" : Self.asksToSwap
      display.prompt = KeyDisplay.Prompt(sign: question, text: "", cursor: 0)
    }
    display.scrollsBack = mode == .prompt
    display.awaited = awaited
    display.search = shownSearch
    if !maps.isEmpty { addMaps(to: &display) }
    display.offer = insert.completion?.display
    return display
  }

  private var awaited: KeyDisplay.Awaited? {
    switch mode {
    case .normal, .visual:
      if keys.literal != nil || keys.signs != nil { return nil }
      let command = keys.interpreter.awaitingCommand
      let isMark = command == VimMotion.mark.id || command == VimMotion.markLine.id
      return isMark ? .mark : keys.interpreter.awaited
    case .insert, .replace: return insert.pending.map { $0 == "C-r" ? .register : .keys([$0]) }
    case .prompt: return prompt.awaitsRegister ? .register : nil
    case .confirm: return nil
    }
  }

  package var pendingState: String {
    if let window = prompt.window { return "\(prompt.sign) \(window.pendingState)" }
    if mode == .normal, insert.oneCommand == nil, !keys.interpreter.isWaiting, keys.literal == nil,
      keys.signs == nil, keys.queue.isEmpty
    {
      return ""
    }
    let isLiteral = keys.literal != nil || insert.literal != nil || prompt.literal != nil
    let waits = insert.pending ?? (isLiteral ? "literal" : prompt.awaitsRegister ? "register" : "")
    let pressed = keys.signs?.pressed.joined(separator: " ") ?? keys.interpreter.shown
    let queued = VimNotation.text(of: keys.queue.reversed().map(\.name))
    return "\(modeName) \(prompt.sign) \(pressed) \(waits) \(queued)"
  }
}

/// The state that tests compare: the cursor, the mode, registers and marks.
package struct VimReport {
  package var at: VimPosition
  /// As in vim's `mode(1)`.
  package var mode: String
  /// The other end of the selection.
  package var anchor: VimPosition?
  /// By name: the text, and `v`, `V` or `^V` with a width.
  package var registers: [String: [String]]
  package var marks: [String: VimPosition]
}

extension VimMachine {
  package func report(in text: KeyText) -> VimReport {
    var report = VimReport(at: cursor, mode: modeName, registers: [:], marks: [:])
    if isVisual { report.anchor = visual.start }
    for (name, register) in registers.named { report.registers[String(name)] = register.report }
    if let last = registers.named[registers.last] { report.registers["\""] = last.report }
    for (name, position) in marks.positions where name > "\u{2}" {
      report.marks[String(name)] = position
    }
    return report
  }

  var modeName: String {
    switch mode {
    case .normal:
      switch insert.oneCommand {
      case .insert: "niI"
      case .replace: "niR"
      // Vim reports this too, after a key without an effect.
      default: "n"
      }
    case .visual(let shape):
      switch shape {
      case .characters: visual.isSelecting ? "s" : "v"
      case .lines: visual.isSelecting ? "S" : "V"
      case .block: visual.isSelecting ? "\u{13}" : "\u{16}"
      }
    case .insert: "i" + completing
    case .replace(let byCells): (byCells ? "Rv" : "R") + completing
    case .prompt: "c"
    case .confirm: "r?"
    }
  }

  private var completing: String {
    insert.completion != nil ? "c" : insert.pending == "C-x" ? "x" : ""
  }
}

extension VimRegister {
  fileprivate var report: [String] {
    let text = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    let type =
      switch shape {
      case .characters: "v"
      case .lines: "V"
      case .block: "\u{16}\(width)"
      }
    return [text, type]
  }
}
