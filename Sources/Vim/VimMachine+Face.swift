package import TextEngine

/// What the screen shows of the machine, and how it follows what others do to the text.
extension VimMachine {
  package var face: KeyFace {
    var face = KeyFace()
    face.pending = keys.interpreter.shown
    if let waiting = keys.signs { face.pending = waiting.pressed.joined(separator: " ") }
    face.place = shown.cursor
    if let name = macro.recording { face.pending = "recording @\(name)  \(face.pending)" }
    switch mode {
    case .normal:
      face.cursor = .block
      face.mode = insert.oneCommand == nil ? "" : "(insert)"
      if keys.interpreter.waitingOperator != nil { face.cursor = .underline }
    case .visual(let shape):
      face.cursor = .block
      face.mode = shape == .characters ? "VISUAL" : shape == .lines ? "VISUAL LINE" : "VISUAL BLOCK"
    case .insert: face.mode = "INSERT"
    case .replace:
      face.mode = "REPLACE"
      face.cursor = .underline
    case .prompt:
      face.prompt = KeyFace.Prompt(
        sign: ex.isCollecting ? "" : String(prompt.sign),
        text: String(decoding: prompt.text, as: UTF8.self), cursor: prompt.cursor)
    case .confirm:
      let question =
        ex.swapping == nil ? "replace with \(confirmed)? y n a q l" : Self.asksToSwap
      face.prompt = KeyFace.Prompt(sign: question, text: "", cursor: 0)
    }
    if !maps.isEmpty { addMaps(to: &face) }
    return face
  }

  package var situation: String {
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
