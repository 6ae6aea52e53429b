import TextEngine

/// The effect of a map command: `:nnoremap`, `:iunmap`, `:mapclear`.
enum VimMapAction: Sendable {
  case add(isRecursive: Bool)
  case remove
  case removeAll
}

extension VimExCommand {
  /// The commands by the letter before `map`. `:map!` is for insert mode and the command line.
  static let maps: [VimExCommand] = {
    let modes: [(letter: String, modes: VimMapModes)] = [
      ("", [.normal, .visual, .pending]), ("n", .normal), ("v", .visual), ("x", .visual),
      ("o", .pending), ("i", .insert), ("c", .prompt),
    ]
    return modes.flatMap { letter, modes -> [VimExCommand] in
      func row(_ name: String, _ shortest: Int, _ summary: String, _ work: VimMapAction)
        -> VimExCommand
      {
        VimExCommand(letter + name, shortest, summary, .map(work, modes), [.bang, .words])
      }
      let few = letter.isEmpty ? 0 : 1
      let isShort = ["", "n", "v", "x"].contains(letter)
      return [
        row(
          "map", letter.isEmpty ? 3 : 2, "Gives keys the meaning of others", .add(isRecursive: true)
        ),
        row(
          "noremap", isShort ? 2 : 3, "The same, and maps are not looked at for those",
          .add(isRecursive: false)),
        row("unmap", letter.isEmpty || letter == "n" ? 3 : 2, "Takes such a meaning away", .remove),
        row("mapclear", 4 + few, "Takes all of them away", .removeAll),
      ]
    }
  }()
}

extension VimMachine {
  mutating func work(
    onMaps work: VimMapAction, _ modes: VimMapModes, _ call: VimExCall
  ) throws(VimFailure) {
    let modes = call.isForced ? [.insert, .prompt] : modes
    var reader = VimLineReader(call.argument)
    try Self.takeMapArguments(&reader)
    if case .removeAll = work { return maps.removeAll(in: modes) }
    let written = reader.takeWord()
    reader.skipBlanks()
    let keys = try VimNotation.keys(of: written, leader: maps.leader)
    switch work {
    case .remove:
      if keys.isEmpty { throw VimFailure(message: "name the keys: nunmap jk") }
      guard maps.remove(keys, in: modes) else {
        throw VimFailure(message: "E31: No such mapping: \(written)")
      }
    case .add(let isRecursive):
      if reader.isAtEnd { return listMaps(modes, startingWith: keys) }
      if keys.isEmpty { throw VimFailure(message: "<Nop> is no key that could be pressed") }
      let played = try VimNotation.keys(of: reader.rest, leader: maps.leader)
      maps.add(VimMap(modes: modes, keys: keys, played: played, isRecursive: isRecursive))
    case .removeAll: break
    }
  }

  /// Takes `<silent>` and similar arguments. Rejects those that need vim's language.
  private static func takeMapArguments(_ reader: inout VimLineReader) throws(VimFailure) {
    while true {
      let start = reader.index
      let word = reader.takeWord(until: UInt8(ascii: ">")).lowercased()
      switch word {
      case "<silent>", "<buffer>", "<nowait>", "<unique>": reader.skipBlanks()
      case "<expr>", "<script>":
        throw VimFailure(message: "“\(word)” is not known here: write the keys themselves")
      default:
        reader.index = start
        return
      }
    }
  }

  private mutating func listMaps(_ modes: VimMapModes, startingWith keys: [String]) {
    let found = maps.all.filter {
      !$0.modes.isDisjoint(with: modes) && $0.keys.starts(with: keys)
    }
    if found.isEmpty { return effects.append(.say("No mapping found.")) }
    list(
      "Maps",
      found.map { map in
        let mode = map.modes == [.insert, .prompt] ? "!" : map.modes.letters
        return Self.mapRow(
          mode: mode, keys: VimNotation.text(of: map.keys), isRecursive: map.isRecursive,
          played: map.played)
      })
  }

  // MARK: - The user's file

  /// Runs a line of the user's `keys` file: a map, `let mapleader = ","`, `set timeoutlen=500`.
  /// Returns the problem, if any.
  package mutating func configure(_ line: String) -> String? {
    do throws(VimFailure) {
      if Self.hasLooseBar(line) {
        throw VimFailure(message: "a line holds one command; for the sign | write <Bar>")
      }
      let word = line.drop(while: \.isWhitespace).prefix(while: \.isLetter)
      switch VimExCommand.named(String(word))?.work {
      case .map, .letRegister, .abbreviate: break
      case .set where !Self.isOfNote(line): break
      case .set:
        throw VimFailure(message: "how a line is indented is read from each note")
      default: throw VimFailure(message: "“\(word)” is none of vim's commands that this file takes")
      }
      effects = []
      ex.isReadingFile = true
      defer { ex.isReadingFile = false }
      try runEx(line)
    } catch {
      return error.message
    }
    defer { effects = [] }
    // `set` with this line would show an option, not set it.
    return effects.isEmpty ? nil : "it sets nothing: write nmap jk <Esc>, set timeoutlen=500"
  }

  private static func hasLooseBar(_ line: String) -> Bool {
    var isEscaped = false
    for byte in line.utf8 {
      if byte == UInt8(ascii: "|"), !isEscaped { return true }
      isEscaped = byte == UInt8(ascii: "\\")
    }
    return false
  }

  private static func isOfNote(_ line: String) -> Bool {
    let words = line.split { !$0.isLetter }
    return words.contains {
      ["shiftwidth", "sw", "expandtab", "et", "noexpandtab", "noet"].contains($0)
    }
  }
}

extension VimLineReader {
  /// Takes a word up to a blank, or through a sign.
  fileprivate mutating func takeWord(until last: UInt8? = nil) -> String {
    let start = index
    while let byte = next, byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") {
      index += 1
      if byte == last { break }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }
}
