import Cells

/// What a terminal without UTF-8 is given instead, cell for cell.
enum AsciiText {
  private static let signs: [Character: Character] = [
    "─": "-", "━": "-", "═": "=", "╌": "-", "┄": "-", "│": "|", "┃": "|", "║": "|", "┆": "|",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "╭": "+", "╮": "+", "╯": "+", "╰": "+", "╔": "+", "╗": "+", "╚": "+", "╝": "+",
    "█": "#", "▉": "#", "▌": "#", "▐": "#", "▀": "#", "▄": "#", "░": ":", "▒": "+", "▓": "%",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "▶": ">", "◀": "<", "▸": ">",
    "▾": "v", "›": ">", "‹": "<", "»": ">", "«": "<", "•": "*", "·": ".", "●": "*", "○": "o",
    "…": "~", "–": "-", "—": "-", "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'",
    "✓": "x", "✗": "x", "×": "x", "⏎": "<", "\u{a0}": " ",
  ]

  static func replacement(for text: String) -> String {
    if Cells.isPlain(text) { return text }
    return Cells.glyphs(in: text).reduce(into: "") { line, glyph in
      if Cells.isPlain(glyph.text) {
        line += glyph.text
      } else if glyph.width > 0 {
        line.append(glyph.text.first.flatMap { signs[$0] } ?? "?")
        line += String(repeating: " ", count: glyph.width - 1)
      }
    }
  }
}
