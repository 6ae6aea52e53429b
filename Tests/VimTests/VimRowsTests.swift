import KeyRows
import TestSupport
import Testing

/// Rows judged by vim 9.0: a text, a cursor, keys, and the result. With the older ones neovim agrees.
@Suite("Vim's keys compared with vim")
struct VimRowsTests {
  /// How many of a thousand may differ; the most used categories may not.
  private static let most = 8

  @Test("rows give the same results as in vim")
  func rows() throws {
    let path = #filePath.replacing("VimRowsTests.swift", with: "vim-rows.jsonl")
    let lines = try #require(textLines(of: path))
    #expect(lines.count > 2_000)
    var replay = KeyReplay<VimRow>()
    for line in lines {
      if let row = VimRow(Array(line.utf8)) { replay.add(row) }
    }
    let shown = replay.failures.prefix(10).joined(separator: "\n")
    #expect(replay.failures.count * 1_000 <= lines.count * Self.most, "\(replay.summary)\n\(shown)")
  }
}
