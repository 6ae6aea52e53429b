/// Text in pieces that each know their searched form: no folding, no table, no splitter.
struct NaiveText {
  struct Piece {
    enum Kind { case letter, character, gap }

    var raw: [UInt8]
    var folded: String
    var kind: Kind
  }

  /// Separate words, and runs of unseparated characters.
  enum Run: Equatable {
    case word(String)
    case characters([String])
  }

  var pieces: [Piece] = []

  var raw: [UInt8] { pieces.flatMap(\.raw) }

  static let letters: [Piece] = [
    ("a", "a"), ("a", "a"), ("B", "b"), ("b", "b"), ("9", "9"), ("é", "e"), ("e\u{301}", "e"),
    ("E", "e"), ("ß", "ss"), ("Я", "я"), ("я", "я"), ("ﬁ", "fi"), ("ａ", "a"), ("Ş", "s"),
  ].map { Piece(raw: Array($0.0.utf8), folded: $0.1, kind: .letter) }

  static let characters: [Piece] = [
    ("針", "針"), ("山", "山"), ("紀", "紀"), ("か", "か"), ("ガ", "ガ"), ("カ\u{3099}", "ガ"),
    ("ｶﾞ", "ガ"), ("한", "한"), ("\u{1112}\u{1161}\u{11ab}", "한"), ("針\u{fe00}", "針"),
  ].map { Piece(raw: Array($0.0.utf8), folded: $0.1, kind: .character) }

  static let gaps: [Piece] =
    [" ", " ", ". ", ";", "_", "\n", "，", "\r\n", "\u{0}", "🎉"].map {
      Piece(raw: Array($0.utf8), folded: "", kind: .gap)
    } + [
      Piece(raw: [0xff], folded: "", kind: .gap), Piece(raw: [0xe9, 0x87], folded: "", kind: .gap),
    ]

  init() {}

  /// ASCII, letter by letter.
  init(_ text: String) {
    pieces = text.unicodeScalars.map { scalar in
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      return Piece(
        raw: Array(String(scalar).utf8), folded: String(scalar).lowercased(),
        kind: isWord ? .letter : .gap)
    }
  }

  static func random(
    _ count: Int, _ random: inout some RandomNumberGenerator, gaps: Bool = true
  ) -> NaiveText {
    var text = NaiveText()
    for _ in 0..<count {
      let choice = Int.random(in: 0..<10, using: &random)
      let from = choice < 5 ? letters : choice < 8 || !gaps ? characters : Self.gaps
      text.pieces.append(from[Int.random(in: from.indices, using: &random)])
    }
    return text
  }

  var runs: [Run] {
    var runs: [Run] = []
    var before = Piece.Kind.gap
    for piece in pieces {
      defer { before = piece.kind }
      switch (piece.kind, runs.last) {
      case (.gap, _): break
      case (.letter, .word(let word)?) where before == .letter:
        runs[runs.count - 1] = .word(word + piece.folded)
      case (.letter, _): runs.append(.word(piece.folded))
      case (.character, .characters(let run)?) where before == .character:
        runs[runs.count - 1] = .characters(run + [piece.folded])
      case (.character, _): runs.append(.characters([piece.folded]))
      }
    }
    return runs
  }

  /// Whether these runs occur here in sequence, the last one open or not.
  func holds(_ wanted: [Run], isOpen: Bool) -> Bool {
    let runs = runs
    guard !wanted.isEmpty, runs.count >= wanted.count else { return false }
    return (0...(runs.count - wanted.count)).contains { start in
      wanted.indices.allSatisfy { index in
        Self.fits(
          runs[start + index], wanted[index], isFirst: index == 0,
          isLast: index == wanted.count - 1, isOpen: isOpen)
      }
    }
  }

  private static func fits(
    _ run: Run, _ wanted: Run, isFirst: Bool, isLast: Bool, isOpen: Bool
  ) -> Bool {
    switch (run, wanted) {
    case (.word(let word), .word(let wanted)):
      // Compared by scalars: `String` would combine letters and marks.
      let (word, wanted) = (Array(word.unicodeScalars), Array(wanted.unicodeScalars))
      return isLast && isOpen ? word.starts(with: wanted) : word == wanted
    case (.characters(let run), .characters(let wanted)):
      guard run.count >= wanted.count else { return false }
      let places = (0...(run.count - wanted.count)).filter {
        Array(run[$0..<($0 + wanted.count)]) == wanted
      }
      return places.contains { place in
        (isFirst || place == 0) && (isLast || place + wanted.count == run.count)
      }
    default: return false
    }
  }
}
