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
    "✓": "x", "✗": "x", "×": "x", "⏎": "<", "␣": "_", "\u{a0}": " ",
  ]

  /// `keepsLetters`: only signs are replaced; what is no sign stays.
  static func replacement(for text: String, keepsLetters: Bool = false) -> String {
    if Cells.isPlain(text) { return text }
    return Cells.glyphs(in: text).reduce(into: "") { line, glyph in
      let sign = glyph.text.first.flatMap { signs[$0] }
      if Cells.isPlain(glyph.text) || (keepsLetters && sign == nil) {
        line += glyph.text
      } else if glyph.width > 0 {
        line.append(sign ?? "?")
        line += String(repeating: " ", count: glyph.width - 1)
      }
    }
  }
}
