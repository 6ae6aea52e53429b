import Glibc
import KeyRows
import Testing

/// Rows judged by vim 9.0: a text, a cursor, keys, and the result. With the older ones neovim agrees.
@Suite("Vim's keys compared with vim")
struct VimRowsTests {
  /// How many of a thousand may differ; the most used categories may not.
  private static let most = 8

  @Test("rows give the same results as in vim")
  func rows() throws {
    let path = #filePath.replacing("VimRowsTests.swift", with: "vim-rows.jsonl")
    let lines = try Self.lines(of: path)
    #expect(lines.count > 2_000)
    var replay = KeyReplay<VimRow>()
    for line in lines {
      if let row = VimRow(line) { replay.add(row) }
    }
    let shown = replay.failures.prefix(10).joined(separator: "\n")
    #expect(replay.failures.count * 1_000 <= lines.count * Self.most, "\(replay.summary)\n\(shown)")
  }

  private static func lines(of path: String) throws -> [[UInt8]] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&part, 1, part.count, file)
      if count == 0 { break }
      bytes += part[..<count]
    }
    return bytes.split(separator: 0x0a).map(Array.init)
  }
}
