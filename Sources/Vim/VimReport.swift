package import TextEngine

/// All that a judge asks of the machine: where the cursor is, the mode, and what registers hold.
package struct VimReport {
  package var at: VimPlace
  /// As vim's `mode(1)` writes it.
  package var mode: String
  /// The other end of what is selected.
  package var anchor: VimPlace?
  /// By their names: the text, and `v`, `V` or `^V` with a width.
  package var registers: [String: [String]]
  package var marks: [String: VimPlace]
}

extension VimMachine {
  package func report(in text: KeyText) -> VimReport {
    var report = VimReport(at: cursor, mode: modeName, registers: [:], marks: [:])
    if isVisual { report.anchor = visual.start }
    for (name, register) in registers.named { report.registers[String(name)] = register.report }
    if let last = registers.named[registers.last] { report.registers["\""] = last.report }
    for (name, place) in marks.places where name > "\u{2}" { report.marks[String(name)] = place }
    return report
  }

  var modeName: String {
    switch mode {
    case .normal:
      switch insert.oneCommand {
      case .insert: "niI"
      case .replace: "niR"
      // Vim says so too, once a key has come that does nothing.
      default: "n"
      }
    case .visual(.characters): "v"
    case .visual(.lines): "V"
    case .visual(.block): "\u{16}"
    case .insert: "i"
    case .replace(let byCells): byCells ? "Rv" : "R"
    case .prompt: "c"
    case .confirm: "r?"
    }
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
