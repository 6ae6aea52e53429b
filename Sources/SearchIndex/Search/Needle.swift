import Services

/// Words to look for one after the other, taken apart as the words of notes are.
struct Needle: Sendable {
  /// Folded. Of a run of Chinese, Japanese or Korean each two neighbours are one.
  let words: [[UInt8]]
  /// Whether the last word may go on.
  let endsOpen: Bool
  /// For each word.
  let finders: [RawFinder]

  /// Fits where words begin so.
  init(beginning text: String) { self.init(text, endsOpen: true) }

  /// Fits where these words stand whole.
  init(phrase text: String) { self.init(text, endsOpen: false) }

  private init(_ text: String, endsOpen: Bool) {
    var words: [[UInt8]] = []
    var last = WordSplitter.Kind.word
    var text = text
    text.withUTF8 { bytes in
      var splitter = WordSplitter()
      splitter.split(bytes) { word, _, kind in
        words.append(Array(word))
        last = kind
      }
    }
    // In the note the run may go on: its last character is in the pair before.
    if last == .last, words.count > 1 { words.removeLast() }
    self.words = words
    finders = words.map { RawFinder($0) }
    // One character alone is found wherever it stands, and so by what begins with it; a pair is
    // whole by itself, and looking for it exactly is cheaper.
    self.endsOpen = last == .word ? endsOpen : last == .single
  }

  /// Without letters and digits there is nothing to find.
  var isEmpty: Bool { words.isEmpty }

  /// Whether the full-text index alone tells if it fits: it knows words and not their order.
  var isSingle: Bool { words.count == 1 }

  /// What FTS5 is asked for; several words are asked for in any order.
  var match: String {
    words.indices.map { index in
      Self.match(words[index], isOpen: endsOpen && index == words.count - 1)
    }.chained(by: " AND ")
  }

  /// One word for FTS5. It is taken apart already, which the byte before it says.
  static func match(_ word: [UInt8], isOpen: Bool) -> String {
    let text = String(decoding: [WordTokenizer.prepared] + word, as: UTF8.self)
    return "\"\(text)\"" + (isOpen ? " *" : "")
  }

  /// Whether a note's word may stand where the needle's word of this number does.
  func fits(_ word: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let wanted = words[index]
    if endsOpen, index == words.count - 1 {
      guard word.count >= wanted.count else { return false }
    } else if word.count != wanted.count {
      return false
    }
    return wanted.withUnsafeBufferPointer { wanted in
      for place in wanted.indices where wanted[place] != word[place] { return false }
      return true
    }
  }
}
