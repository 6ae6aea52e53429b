import KeyRows
import TestSupport
import Testing

@testable import Emacs

/// Keys that real Emacs was given too: each line of `emacs-rows.jsonl` is a row.
struct EmacsRowsTests {
  private static let rows: [EmacsRow] = {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let lines = textLines(of: "/" + folder + "/emacs-rows.jsonl") ?? []
    return lines.compactMap { EmacsRow(Array($0.utf8)) }
  }()

  @Test func `everything comes out as in Emacs`() {
    #expect(Self.rows.count == 491)
    var replay = KeyReplay<EmacsRow>()
    for row in Self.rows { replay.add(row) }
    #expect(replay.failures == [])
  }
}
