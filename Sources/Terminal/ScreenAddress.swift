import Bytes

/// The address of a screen, as help, the manual and the shells' completions tell it.
package struct ScreenAddress: Sendable {
  /// `notes://editor/NOTE`
  package let written: String
  package let summary: String

  package static let scheme = "notes://"

  /// `editor/NOTE`
  package var name: Substring { written.dropFirst(Self.scheme.count) }

  private init(_ name: String, _ summary: String) {
    written = Self.scheme + name
    self.summary = summary
  }

  /// The address of a note's editor.
  package static func address(ofNote path: [UInt8]) -> String {
    "\(scheme)editor/\(encoded(path))"
  }

  /// A path within an address. What follows `#` would be a heading.
  package static func encoded(_ path: [UInt8]) -> String {
    Percent.text(of: path) { Percent.isPlain($0) && $0 != UInt8(ascii: "#") }
  }

  package static let all = [
    ScreenAddress("list", "the note list"),
    ScreenAddress("editor/NOTE", "a note, by path, file name or title"),
    ScreenAddress("links/NOTE", "the links of a note, from it and to it"),
    ScreenAddress("history/NOTE", "the versions of a note"),
    ScreenAddress("daily", "today's note; daily/2026-12-01 for another day's"),
    ScreenAddress("search", "the search; search/QUERY for what fits a query"),
    ScreenAddress("tags", "the tags of all notes"),
    ScreenAddress("agenda", "the tasks of all notes by their days"),
    ScreenAddress("calendar", "a month of days, with their tasks"),
    ScreenAddress("stats", "how much there is, and a year of days"),
    ScreenAddress("trash", "the trash"),
    ScreenAddress("settings", "the settings, each with its meaning"),
    ScreenAddress("tour", "ten steps through the keys"),
    ScreenAddress("login", "the vaults opened before"),
    ScreenAddress("help", "the keys"),
  ]
}
