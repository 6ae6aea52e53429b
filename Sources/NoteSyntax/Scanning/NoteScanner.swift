/// What a scan looks for beyond what every vault has.
package struct ScanOptions: Equatable, Sendable {
  /// `:a:b:` are tags, and `keywords` in the front matter: zk, where its settings say so.
  package var hasColonTags = false

  package init(hasColonTags: Bool = false) { self.hasColonTags = hasColonTags }
}

/// Finds all that means something in a note, in one pass over its bytes.
package enum NoteScanner {
  /// Any bytes will do, in time linear in their count; UTF-16 has nothing in it.
  package static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: ScanOptions = ScanOptions()
  ) -> NoteScan {
    SpecialBytes.table(options).withUnsafeBufferPointer { special in
      var pass = ScanPass(bytes, end: bytes.count, options, special)
      pass.readFrontMatter()
      pass.run()
      return pass.finished()
    }
  }

  struct FirstHeading {
    /// Its words on one line.
    var title: [UInt8]
    /// Where they stand.
    var text: Range<Int>
    /// Where the text goes on behind it.
    var end: Int
  }

  /// The first heading with words, from a line's start on.
  static func firstHeading(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, end: Int
  ) -> FirstHeading? {
    let options = ScanOptions()
    return SpecialBytes.table(options).withUnsafeBufferPointer { special in
      var pass = ScanPass(bytes, end: end, options, special)
      pass.position = start
      pass.stopsAtHeading = true
      pass.run()
      guard let heading = pass.scan.headings.first else { return nil }
      return FirstHeading(
        title: words(of: heading.text, in: bytes), text: heading.text, end: pass.position)
    }
  }

  /// A heading's words on one line.
  static func words(of text: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var words: [UInt8] = []
    var rest = HeadText(bytes, end: text.upperBound)
    rest.position = text.lowerBound
    while let line = rest.nextLine() {
      if !words.isEmpty { words.append(0x20) }
      words += line.trimmed.copy
    }
    return words
  }
}

/// The bytes at which a line's text can mean more than itself.
enum SpecialBytes {
  private static let usual = made(of: "[]#`<$\\")
  private static let withColons = made(of: "[]#`<$\\:")

  static func table(_ options: ScanOptions) -> [Bool] {
    options.hasColonTags ? withColons : usual
  }

  private static func made(of text: String) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in text.utf8 { table[Int(byte)] = true }
    return table
  }
}

extension NoteScan {
  /// The title that a note gives itself: its front matter's, else its first heading's. Nil where
  /// neither has one: the file's name serves then.
  package func title(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    if let frontMatterTitle { return frontMatterTitle }
    guard let heading = headings.first else { return nil }
    return String(decoding: NoteScanner.words(of: heading.text, in: bytes), as: UTF8.self)
  }
}
