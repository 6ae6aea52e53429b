import TextEngine

extension VimExCommand {
  static let abbreviations: [VimExCommand] = {
    let modes: [(letter: String, modes: VimMapModes)] = [
      ("", [.insert, .prompt]), ("i", .insert), ("c", .prompt),
    ]
    return modes.flatMap { letter, modes -> [VimExCommand] in
      let isBoth = letter.isEmpty
      func row(_ name: String, _ shortest: Int, _ summary: String, _ work: VimMapAction)
        -> VimExCommand
      {
        VimExCommand(letter + name, shortest, summary, .abbreviate(work, modes), [.words])
      }
      return [
        row(
          isBoth ? "abbreviate" : "abbrev", 2, "Replaces a word as it is typed",
          .add(isRecursive: true)),
        row(
          isBoth ? "noreabbrev" : "noreabbrev", isBoth ? 5 : 6,
          "The same, and maps are not looked at for the new text", .add(isRecursive: false)),
        row(
          isBoth ? "unabbreviate" : "unabbrev", isBoth ? 3 : 4, "Takes such a word away", .remove),
        row("abclear", isBoth ? 3 : 4, "Takes all such words away", .removeAll),
      ]
    }
  }()
}

/// Abbreviations: their commands, and how they are replaced.
extension VimMachine {
  mutating func work(
    onAbbreviations work: VimMapAction, _ modes: VimMapModes, _ call: VimExCall
  ) throws(VimFailure) {
    let (word, rest) = Self.parts(of: call.argument)
    switch work {
    case .removeAll: maps.removeAbbreviation(in: modes) { _ in true }
    case .remove:
      if word.isEmpty { throw VimFailure(message: "E474: Invalid argument") }
      if maps.removeAbbreviation(in: modes, where: { $0.word == word }) { return }
      // The word may have been replaced as it was typed.
      let isFound = maps.removeAbbreviation(in: modes) {
        VimKey.text(of: $0.played) == call.argument
      }
      if !isFound { throw VimFailure(message: "E24: No such abbreviation") }
    case .add(let isRecursive):
      if rest.isEmpty { return listAbbreviations(modes, beginningWith: word) }
      guard VimAbbreviation.isPossible(word) else {
        throw VimFailure(message: "E474: Invalid argument")
      }
      let played = try VimNotation.keys(of: rest, leader: maps.leader)
      maps.add(
        VimAbbreviation(modes: modes, word: word, played: played, isRecursive: isRecursive))
    }
  }

  /// Returns the word and the text of `teh the`.
  private static func parts(of argument: String) -> (word: String, rest: String) {
    var argument = argument[...]
    for name in ["<buffer>", "<silent>", "<unique>"] where argument.hasPrefix(name) {
      argument = argument.dropFirst(name.count).drop { $0 == " " }
    }
    let word = argument.prefix { $0 != " " && $0 != "\t" }
    let rest = argument.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
    return (String(word), String(rest))
  }

  private mutating func listAbbreviations(_ modes: VimMapModes, beginningWith word: String) {
    let found = maps.abbreviations.reversed().filter {
      !$0.modes.isDisjoint(with: modes) && $0.word.hasPrefix(word)
    }
    if found.isEmpty { return effects.append(.say("No abbreviation found")) }
    list(
      "Abbreviations",
      found.map { abbreviation in
        let mode = abbreviation.modes.count == 2 ? "!" : abbreviation.modes.letters
        return Self.mapRow(
          mode: mode, keys: abbreviation.word, isRecursive: abbreviation.isRecursive,
          played: abbreviation.played)
      })
  }

  /// Returns a row of a listing of maps, in the layout of vim.
  static func mapRow(mode: String, keys: String, isRecursive: Bool, played: [String]) -> String {
    let text = played.map { $0 == "Space" ? " " : VimNotation.text(of: [$0]) }.joined()
    return VimListed.padded(mode, width: 3) + VimListed.padded(keys + " ", width: 12)
      + (isRecursive ? "  " : "* ") + (played.isEmpty ? "<Nop>" : text)
  }

  // MARK: - Replacing

  /// The keys that end a word and do not type a character.
  private static let endings: Set<String> = [
    "Esc", "C-[", "Enter", "C-m", "C-j", "Tab", "C-i", "C-o",
  ]

  /// Returns the abbreviation that a key ends in a line, with its start.
  private func abbreviation(
    in line: [UInt8], before cursor: Int, from least: Int, endedBy key: String,
    in mode: VimMapModes
  ) -> VimAbbreviation? {
    guard keys.expands || key == "C-]",
      let start = VimAbbreviation.start(in: line, before: cursor, from: least)
    else { return nil }
    if key != "C-]", !Self.endings.contains(key) {
      // Only a word is ended by a character.
      let last = VimWords.kind(line, VimChars.previous(line, cursor))
      guard let scalar = VimKey.text(key)?.unicodeScalars.first, last >= VimClasses.word,
        VimClasses.of(scalar.value) < VimClasses.word
      else { return nil }
    }
    return maps.abbreviation(line[start..<cursor], in: mode)
  }

  /// Replaces the abbreviation before the cursor, if a key ends one. The key follows the new text.
  mutating func expandWhileTyping(_ key: String) -> Bool {
    if maps.abbreviations.isEmpty || insert.hasMoved { return false }
    let line = text.line(cursor.line)
    let least = cursor.line == insert.start.line ? insert.start.column : 0
    let found = abbreviation(
      in: line, before: min(cursor.column, line.count), from: least, endedBy: key, in: .insert)
    if let found { replace(found, before: key) }
    return found != nil
  }

  mutating func expandInPrompt(_ key: String) -> Bool {
    let isEnter = key == "Enter" || key == "C-m" || key == "C-j"
    if maps.abbreviations.isEmpty || Self.endings.contains(key) && !isEnter { return false }
    // A range of marks is not part of a word.
    let marks = Array("'<,'>".utf8)
    let least =
      prompt.text.starts(with: marks) && prompt.cursor >= marks.count ? marks.count : 0
    let found = abbreviation(
      in: prompt.text, before: prompt.cursor, from: least, endedBy: key, in: .prompt)
    if let found { replace(found, before: key) }
    return found != nil
  }

  /// Types the new text over the word.
  private mutating func replace(_ abbreviation: VimAbbreviation, before key: String) {
    keys.map = VimMap(
      modes: abbreviation.modes, keys: [abbreviation.word], played: abbreviation.played,
      isRecursive: abbreviation.isRecursive)
    keys.mapCount += 1
    if key != "C-]" { keys.queue.append(VimQueuedKey(name: key, endsNoWord: true)) }
    keys.queue += abbreviation.played.reversed().map {
      VimQueuedKey(name: $0, isMapped: abbreviation.isRecursive, endsNoWord: true)
    }
    let length = abbreviation.word.unicodeScalars.count
    keys.queue += (0..<length).map { _ in VimQueuedKey(name: "Backspace", endsNoWord: true) }
  }
}

extension VimMapModes {
  fileprivate var count: Int { rawValue.nonzeroBitCount }
}
