import TextEngine

/// The modes in which a map applies.
package struct VimMapModes: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  static let normal = VimMapModes(rawValue: 1)
  static let visual = VimMapModes(rawValue: 2)
  /// After an operator.
  static let pending = VimMapModes(rawValue: 4)
  static let insert = VimMapModes(rawValue: 8)
  static let prompt = VimMapModes(rawValue: 16)

  static let each: [(modes: VimMapModes, letter: String)] = [
    (.normal, "n"), (.visual, "v"), (.pending, "o"), (.insert, "i"), (.prompt, "c"),
  ]

  var letters: String {
    if self == [.normal, .visual, .pending] { return "" }
    return Self.each.filter { contains($0.modes) }.map(\.letter).joined()
  }
}

/// A map of the user: `nmap jk <Esc>`.
struct VimMap: Equatable, Sendable {
  var modes: VimMapModes
  var keys: [String]
  var played: [String]
  /// Whether maps apply to the played keys.
  var isRecursive: Bool

  /// The map's name in messages.
  var name: String {
    "\(command) \(VimNotation.text(of: keys))"
  }

  var command: String { "\(modes.letters)\(isRecursive ? "map" : "noremap")" }
}

package struct VimMaps: Equatable, Sendable {
  private(set) var all: [VimMap] = []
  /// Words that are replaced as they are typed, the newest last.
  var abbreviations: [VimAbbreviation] = []
  /// The keys for `<leader>`.
  var leader = ["\\"]
  /// The first keys of all maps, by mode: other keys need no search.
  private var firsts: [VimMapModes: Set<String>] = [:]
  /// The maps for the help, by mode.
  private(set) var shown: [VimMapModes: [KeyDisplay.Map]] = [:]

  var isEmpty: Bool { all.isEmpty }

  func first(in mode: VimMapModes) -> Set<String> { firsts[mode] ?? [] }

  /// The maps that pressed keys may mean.
  struct Found {
    /// The longest map that the keys begin with.
    var map: VimMap?
    /// Whether the keys may become a longer map.
    var isBegun = false
  }

  func find(_ keys: [String], in mode: VimMapModes) -> Found {
    var found = Found()
    guard let first = keys.first, firsts[mode]?.contains(first) == true else { return found }
    for map in all where map.modes.contains(mode) {
      if map.keys.count > keys.count {
        if map.keys.starts(with: keys) { found.isBegun = true }
      } else if keys.starts(with: map.keys), map.keys.count > found.map?.keys.count ?? 0 {
        found.map = map
      }
    }
    return found
  }

  mutating func add(_ map: VimMap) {
    remove(map.keys, in: map.modes)
    all.append(map)
    rebuild()
  }

  /// Removes a map. False if there is none.
  @discardableResult
  mutating func remove(_ keys: [String], in modes: VimMapModes) -> Bool {
    var isFound = false
    for index in all.indices
    where all[index].keys == keys && !all[index].modes.isDisjoint(with: modes) {
      all[index].modes.subtract(modes)
      isFound = true
    }
    all.removeAll(where: \.modes.isEmpty)
    rebuild()
    return isFound
  }

  mutating func removeAll(in modes: VimMapModes) {
    for index in all.indices { all[index].modes.subtract(modes) }
    all.removeAll(where: \.modes.isEmpty)
    rebuild()
  }

  private mutating func rebuild() {
    firsts = [:]
    shown = [:]
    for (mode, _) in VimMapModes.each {
      let maps = all.filter { $0.modes.contains(mode) }
      firsts[mode] = Set(maps.compactMap(\.keys.first))
      shown[mode] = maps.map {
        KeyDisplay.Map(
          keys: $0.keys, summary: $0.played.isEmpty ? "nothing" : VimNotation.text(of: $0.played))
      }
    }
  }
}
