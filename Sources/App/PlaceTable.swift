import Bytes

/// The places that an address can name, as help, the manual and the shells' completions tell them.
package struct PlaceTable: Sendable {
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
    PlaceTable("list", "the note list"),
    PlaceTable("editor/NOTE", "a note, by path, file name or title"),
    PlaceTable("links/NOTE", "the links of a note, from it and to it"),
    PlaceTable("history/NOTE", "the versions of a note"),
    PlaceTable("daily", "today's note; daily/2026-12-01 for another day's"),
    PlaceTable("search", "the search; search/QUERY for what fits a query"),
    PlaceTable("tags", "the tags of all notes"),
    PlaceTable("agenda", "the tasks of all notes by their days"),
    PlaceTable("calendar", "a month of days, with their tasks"),
    PlaceTable("stats", "how much there is, and a year of days"),
    PlaceTable("trash", "the trash"),
    PlaceTable("settings", "the settings, each with its meaning"),
    PlaceTable("tour", "ten steps through the keys"),
    PlaceTable("login", "the vaults opened before"),
    PlaceTable("help", "the keys"),
  ]
}
