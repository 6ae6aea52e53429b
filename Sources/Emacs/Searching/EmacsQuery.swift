import TextEngine

/// `M-%`: shows each match, and a key decides about it.
struct EmacsQuery {
  struct Seen {
    var point: Int
    var isReplaced: Bool
    /// The range in the current text.
    var range: Range<Int>
    var original: [UInt8]
  }

  let from: String
  let to: String
  var pattern: EmacsPattern
  let replacing: EmacsReplacing
  /// The end of the text to replace.
  var limit: Int?
  var match: Range<Int>?
  /// Whether the current match has already been replaced, after a return to it with `^`.
  var isReplaced = false
  var original: [UInt8] = []
  /// The groups of the pattern.
  var groups: [[UInt8]?] = []
  /// The end of the last match, where an empty one does not count.
  var lastEnd: Int?
  /// Earlier matches, the newest last.
  var seen: [Seen] = []
  var count = 0

  mutating func follow(_ edit: Edit) {
    func mapped(_ offset: Int) -> Int { edit.map(ByteOffset(offset), bias: .left).value }
    limit = limit.map(mapped)
    lastEnd = lastEnd.map(mapped)
    match = match.map { mapped($0.lowerBound)..<max(mapped($0.lowerBound), mapped($0.upperBound)) }
    seen = []
  }

  var display: KeyDisplay.Prompt {
    .init(sign: "\(replacing.words) \(from) with \(to)? (y n ! . q u ^) ", text: "", cursor: 0)
  }
}

extension EmacsMachine {
  mutating func startReplacing(
    _ from: String, with to: String, _ replacing: EmacsReplacing
  ) throws(EmacsFailure) {
    if replacing.isPattern { try EmacsReplacement.check(to) }
    var query = EmacsQuery(
      from: from, to: to, pattern: try pattern(from, replacing), replacing: replacing)
    searches.lastReplacement = (from, to)
    if let region = usedRegion {
      query.limit = region.upperBound
      point = region.lowerBound
      deactivateRegion()
    }
    pushMark()
    addUndoBoundary()
    self.query = query
    if replacing.asks { showNextMatch() } else { replaceAll() }
  }

  /// Shows the next match, or ends.
  private mutating func showNextMatch() {
    guard let found = nextMatch() else { return endQuery() }
    show(found)
    addUndoBoundary()
  }

  private mutating func show(_ found: EmacsPattern.Match) {
    let (original, groups) = (bytes(found.range), found.groups.map { $0.map(bytes) })
    point = found.range.upperBound
    query?.match = found.range
    query?.isReplaced = false
    query?.original = original
    query?.groups = groups
    query?.lastEnd = found.range.upperBound
  }

  private func nextMatch() -> EmacsPattern.Match? {
    guard let query, point < (query.limit ?? end) else { return nil }
    var offset = point
    while offset < (query.limit ?? end),
      let found = query.pattern.firstMatch(in: text, from: offset, upTo: query.limit)
    {
      let range = found.range
      if range.isEmpty {
        // An empty string matches nowhere, and an empty match not right behind another one.
        if !query.replacing.isPattern || query.from.isEmpty { return nil }
        if range.lowerBound != query.lastEnd { return found }
        offset = next(range.lowerBound)
        continue
      }
      let isWord = syntax(before: range.lowerBound) != .word && syntax(range.upperBound) != .word
      if !query.replacing.isDelimited || isWord { return found }
      offset = range.upperBound
    }
    return nil
  }

  mutating func endQuery() {
    guard let query else { return }
    self.query = nil
    command.last = query.replacing.command
    let count = query.count
    say(
      query.replacing.asks
        ? "\(count) replaced." : "Replaced \(count) occurrence\(count == 1 ? "" : "s")")
  }

  mutating func queryKey(_ key: String) throws(EmacsFailure) {
    switch key {
    case "y", "Y", "Space":
      replaceMatch()
      goOn()
    case "n", "N", "Backspace", "Del": goOn()
    case ".":
      replaceMatch()
      endQuery()
    case ",":
      replaceMatch()
      query?.isReplaced = true
    case "!":
      replaceMatch()
      replaceAll()
    case "^": try backToSeen()
    case "u": try undoSeen()
    case "U": while (query?.seen.contains(where: \.isReplaced)) == true { try undoSeen() }
    case "C-l": recenter()
    case "q", "Enter": endQuery()
    case "C-g":
      command.last = query?.replacing.command ?? ""
      query = nil
      throw .quit
    default:
      endQuery()
      // The key is handled as usual.
      try dispatch(key)
    }
  }

  /// Adds the current match to the earlier ones, and shows the next.
  private mutating func goOn() {
    if let query, let match = query.match {
      let seen = EmacsQuery.Seen(
        point: point, isReplaced: query.isReplaced, range: match, original: query.original)
      self.query?.seen.append(seen)
    }
    showNextMatch()
  }

  private mutating func replaceMatch() {
    guard let query, let match = query.match, !query.isReplaced else { return }
    let plain =
      query.replacing.isPattern
      ? try? EmacsReplacement.bytes(query.to, match: query.original, groups: query.groups)
      : Array(query.to.utf8)
    let made = String(decoding: plain ?? [], as: UTF8.self)
    put(Array(Self.inCase(of: query.original, made, query.pattern.foldsCase).utf8), at: match)
    self.query?.isReplaced = true
    self.query?.count += 1
  }

  private mutating func put(_ new: [UInt8], at match: Range<Int>) {
    if match.isEmpty {
      // The mark at an empty match moves behind the new text.
      point = match.lowerBound
      insert(new, movesMarks: true)
    } else {
      replace(match, with: new)
    }
    point = match.lowerBound + new.count
    query?.lastEnd = point
    let now = match.lowerBound..<point
    if let limit = query?.limit { query?.limit = limit + new.count - match.count }
    query?.match = now
  }

  private mutating func replaceAll() {
    while let found = nextMatch() {
      show(found)
      replaceMatch()
    }
    endQuery()
  }

  private mutating func backToSeen() throws(EmacsFailure) {
    guard let seen = query?.seen.popLast() else {
      effects.append(.bell)
      say("There was no match before.")
      return
    }
    point = seen.point
    query?.match = seen.range
    query?.isReplaced = seen.isReplaced
    query?.original = seen.original
  }

  /// Reverts the last replacement, and asks for it again.
  private mutating func undoSeen() throws(EmacsFailure) {
    guard let index = query?.seen.lastIndex(where: \.isReplaced), let seen = query?.seen[index]
    else {
      effects.append(.bell)
      say("Nothing to undo.")
      return
    }
    query?.seen.removeSubrange(index...)
    point = seen.point
    put(seen.original, at: seen.range)
    query?.isReplaced = false
    query?.original = seen.original
    query?.count -= 1
  }

  /// Returns a replacement with the case of the original text, if case was ignored.
  static func inCase(of original: [UInt8], _ replacement: String, _ folds: Bool) -> String {
    if !folds { return replacement }
    var (hasLower, hasUpper, hasLongWord, hasSmallInitial) = (false, false, false, false)
    var isInWord = false
    for scalar in String(decoding: original, as: UTF8.self).unicodeScalars {
      let isLower = scalar.properties.uppercaseMapping != String(scalar)
      let isUpper = scalar.properties.lowercaseMapping != String(scalar)
      if isLower || isUpper {
        hasLower = hasLower || isLower
        hasUpper = hasUpper || !isLower
        if isInWord { hasLongWord = true } else if isLower { hasSmallInitial = true }
      } else if !isInWord {
        hasSmallInitial = true
      }
      isInWord = EmacsSyntax(scalar.value) == .word
    }
    if !hasLower, hasLongWord { return replacement.uppercased() }
    if !hasSmallInitial, hasLongWord {
      return LetterCase.initials.of(replacement, isWord: EmacsSyntax.isWord)
    }
    return !hasSmallInitial && hasUpper ? replacement.uppercased() : replacement
  }
}
