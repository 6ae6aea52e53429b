/// What `:set` changes, with our usual values; `VimRows` sets those of its rows.
package struct VimOptions: Equatable, Sendable {
  package var tabStop = 4
  package var shiftWidth = 4
  package var expandsTabs = true
  package var autoIndent = true
  package var shiftRound = false
  package var textWidth = 0
  package var ignoresCase = false
  package var smartCase = false
  package var wrapsSearch = true
  package var startsOfLine = true
  package var tildeIsOperator = false
  package var globalSubstitute = false
  /// What `C-a` and `C-x` read as a number: `nrformats`.
  package var numberFormats: Set<VimNumberFormat> = [.hex, .bin]
  /// Of `whichwrap`.
  package var wrappingKeys: Set<String> = ["BS", "Space"]
  package var blockGoesBeyondEnd = false
  /// How many milliseconds are waited for the next key of a map: `timeoutlen`.
  package var patience = 1000
  /// `notimeout`: until it comes.
  package var hasTimeout = true
  /// Whether lines are filled as by the editor's own command, which knows items, quotes and headings.
  package var knowsMarkdown = true
  /// Whether Enter, `o` and `O` go on with a list's item or a quote.
  package var continuesItems = false

  package init() {}
}

package enum VimNumberFormat: String, Sendable {
  case alpha, octal, hex, bin, unsigned
}
