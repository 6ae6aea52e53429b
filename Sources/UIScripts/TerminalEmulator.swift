import CVterm
package import FakeTerminal
package import Terminal

/// A terminal emulator without a screen: it turns a program's output into frames.
package final class TerminalEmulator {
  private let terminal: OpaquePointer
  package private(set) var size: Size

  /// Nil if there is not enough memory.
  package init?(size: Size) {
    guard let terminal = cvterm_new(Int32(size.rows), Int32(size.columns)) else { return nil }
    self.terminal = terminal
    self.size = Self.usable(size)
  }

  deinit { cvterm_free(terminal) }

  package func resize(to size: Size) {
    self.size = Self.usable(size)
    cvterm_resize(terminal, Int32(size.rows), Int32(size.columns))
  }

  /// Returns a size with at least one cell.
  private static func usable(_ size: Size) -> Size {
    Size(columns: max(1, size.columns), rows: max(1, size.rows))
  }

  /// Processes output and returns the terminal's answers to the queries in it.
  package func feed(_ bytes: [UInt8]) -> [UInt8] {
    cvterm_write(terminal, bytes, bytes.count)
    var answer = [UInt8](repeating: 0, count: 4096)
    let count = cvterm_take_output(terminal, &answer, answer.count)
    return Array(answer[..<count])
  }

  /// Whether the alternate screen is active, which full-screen programs use.
  package var isAlternate: Bool { cvterm_is_alternate(terminal) }

  /// Nil while the cursor is hidden.
  package var cursor: Point? {
    var (row, column, isVisible) = (Int32(0), Int32(0), false)
    cvterm_cursor(terminal, &row, &column, &isVisible)
    return isVisible ? Point(row: Int(row), column: Int(column)) : nil
  }

  package var frame: FakeFrame {
    var frame = FakeFrame(size: size)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = cvterm_cell_at(terminal, Int32(row), Int32(column))
        if cell.is_continuation { continue }
        let next = cvterm_cell_at(terminal, Int32(row), Int32(column + 1))
        let isWide = column + 1 < size.columns && next.is_continuation
        frame.set(
          FakeCell(Self.text(cell), style: Self.style(cell)), isWide: isWide,
          at: Point(row: row, column: column))
      }
    }
    frame.cursor = cursor
    return frame
  }

  private static func text(_ cell: cvterm_cell) -> String {
    var text = ""
    withUnsafeBytes(of: cell.characters) { raw in
      for value in raw.assumingMemoryBound(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { return }
        text.unicodeScalars.append(scalar)
      }
    }
    return text.isEmpty ? " " : text
  }

  private static func style(_ cell: cvterm_cell) -> Style {
    var attributes = Style.Attributes()
    if cell.bold { attributes.insert(.bold) }
    if cell.italic { attributes.insert(.italic) }
    if cell.underline { attributes.insert(.underline) }
    if cell.reverse { attributes.insert(.reverse) }
    // libvterm does not support dim: `OutputFilter` uses blink for it, which is never drawn.
    if cell.blink { attributes.insert(.dim) }
    return Style(
      attributes, foreground: color(cell.foreground), background: color(cell.background))
  }

  private static func color(_ index: Int32) -> Color {
    UInt8(exactly: index).map { .indexed($0) } ?? .standard
  }
}

extension TerminalEmulator {
  /// The name and version of the emulator library.
  package static var library: String { "libvterm \(VTERM_VERSION_MAJOR).\(VTERM_VERSION_MINOR)" }
}
