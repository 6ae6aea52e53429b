package import TextEngine

/// The options of `:set`, with our defaults.
package struct VimOptions: Equatable, Sendable {
  package var tabStop = 4
  /// 0: as `tabStop`.
  package var shiftWidth = 4
  /// The cells that Tab and Backspace count as one tab: 0 for none, negative for `shiftWidth`.
  package var softTabStop = 0
  package var expandsTabs = true
  package var autoIndent = true
  package var shiftRound = false
  package var textWidth = 0
  package var search = VimSearchOptions()
  package var startsOfLine = true
  package var tildeIsOperator = false
  /// Whether lines are joined with two blanks after a sentence: `joinspaces`.
  package var joinsWithTwoBlanks = false
  /// The formats that `C-a` and `C-x` recognize: `nrformats`.
  package var numberFormats: Set<VimNumberFormat> = [.hex, .bin]
  package var moving = VimMoveOptions()
  package var waiting = VimWaitOptions()
  var messages = VimMessageOptions()
  /// What goes to the clipboard without a register: everything if not empty.
  var clipboard = ["unnamedplus"]
  /// Settings of the editor; up to date during a key.
  package var screen = KeyScreen()
  var windows = VimWindowOptions()
  /// Whether lines are filled as by the editor, which knows items, quotes and headings.
  package var knowsMarkdown = true
  /// Whether Enter, `o` and `O` continue list items and quotes.
  package var continuesItems = false

  package init() {}

  /// The width of a step of indent, in cells.
  var step: Int { shiftWidth == 0 ? tabStop : shiftWidth }

  /// The cells of a tab in insert mode; 0 if it is a character like any other.
  var softTab: Int { softTabStop < 0 ? step : softTabStop }

  var countsMatches: Bool { !messages.short.contains("S") }

  /// The defaults for a text that is indented in some way.
  static func standard(for format: TextFormat) -> VimOptions {
    var options = VimOptions()
    options.shiftWidth = format.indentWidth
    options.expandsTabs = !format.indentsByTab
    return options
  }
}

package struct VimSearchOptions: Equatable, Sendable {
  package var ignoresCase = false
  package var smartCase = false
  package var wrapsSearch = true
  /// Whether all matches of the last search are marked: `hlsearch`.
  package var marksMatches = true
  /// Whether the match is shown while a pattern is typed: `incsearch`.
  package var searchesWhileTyping = true
  package var globalSubstitute = false
}

package struct VimMoveOptions: Equatable, Sendable {
  /// Keys of `whichwrap`.
  package var wrappingKeys: Set<String> = ["BS", "Space"]
  package var blockGoesBeyondEnd = false
}

/// How long the next key of a map is waited for.
package struct VimWaitOptions: Equatable, Sendable {
  /// `timeoutlen`.
  package var milliseconds = 1000
  /// False for `notimeout`.
  package var isLimited = true
}

struct VimMessageOptions: Equatable {
  /// The flags of `shortmess`. With `S`, matches are not counted.
  var short = "filnxtToO"
  /// Options without an effect that were reported: each is reported once.
  var reported: Set<String> = []
}

/// Whether a new window opens at the right, or below, instead of before this one.
struct VimWindowOptions: Equatable {
  var openRight = false
  var openBelow = false
}

package enum VimNumberFormat: String, Sendable, CaseIterable {
  case bin, octal, hex, alpha, unsigned
}

/// Options as the words of their lists.
extension VimOptions {
  var numberFormatWords: [String] {
    get { VimNumberFormat.allCases.filter(numberFormats.contains).map(\.rawValue) }
    set { numberFormats = Set(newValue.compactMap(VimNumberFormat.init)) }
  }

  var wrappingWords: [String] {
    get { Self.wrapping.filter { moving.wrappingKeys.contains($0.key) }.map(\.word) }
    set {
      moving.wrappingKeys = Set(Self.wrapping.filter { newValue.contains($0.word) }.map(\.key))
    }
  }

  var virtualEditWords: [String] {
    get { moving.blockGoesBeyondEnd ? ["block"] : [] }
    set { moving.blockGoesBeyondEnd = newValue.contains("block") }
  }

  var guideWords: [String] {
    get { screen.guide == 0 ? [] : ["\(screen.guide)"] }
    set {
      // There is one guide: `+1` is meant relative to `textwidth`.
      let columns = newValue.compactMap { word -> Int? in
        guard let number = Int(word) else { return nil }
        if word.first == "+" || word.first == "-" {
          return textWidth == 0 ? nil : textWidth + number
        }
        return number
      }
      screen.guide = columns.first { (1...500).contains($0) } ?? 0
    }
  }

  /// The letters of `whichwrap`, and the names of their keys.
  private static let wrapping: [(word: String, key: String)] = [
    ("b", "BS"), ("s", "Space"), ("h", "h"), ("l", "l"), ("~", "~"),
    ("<", "Left"), (">", "Right"), ("[", "["), ("]", "]"),
  ]
}
